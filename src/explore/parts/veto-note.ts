import { saysVetoed } from '../../core/veto.ts'
import type { Words } from '../words/en.ts'

interface Bylaw {
  is_vetoed: number
  status: string | null
}

/** That a by-law was vetoed, unless its status says so. */
export function vetoNote({ is_vetoed, status }: Bylaw, words: Pick<Words, 'bylaw'>): string | null {
  return is_vetoed === 1 && !saysVetoed(status ?? '') ? words.bylaw.vetoed : null
}
