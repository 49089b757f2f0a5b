import { foldCase } from './fold.ts'

/** Results, with folded case, of a motion that was carried. */
export const carriedResults: readonly string[] = [
  'carried',
  'carried as amended',
  'adopted',
  'approved',
  'passed',
  'received and carried',
]

export function isCarried(result: string | null | undefined): boolean {
  return carriedResults.includes(foldCase(result ?? ''))
}

export function isDefeated(result: string | null | undefined): boolean {
  return foldCase(result ?? '') === 'defeated'
}
