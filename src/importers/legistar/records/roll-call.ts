import type { SourceItem } from '../../source.ts'
import type { Ballot } from '../model.ts'
import { meansAbsent } from './motions.ts'

const present: ReadonlySet<string> = new Set([
  ...['present', 'here', 'late', 'remote', 'attended', 'arrived late', 'left early'],
])
// A member with a conflict of interest leaves for the item; the rest are the words that a vote has for it too.
const absent: ReadonlySet<string> = new Set(['conflict', 'not present', 'unexcused'])

/** Whether a word of a roll call says that somebody was there; null where it is not known to say either. */
export function presenceOf(value: string): boolean | null {
  const word = value.toLowerCase()
  if (present.has(word)) return true
  return absent.has(word) || meansAbsent(word) ? false : null
}

/** The words of roll calls that are not known, each told once. */
export class RollCallWords {
  readonly #told = new Set<string>()

  check({ value, name }: Ballot, where: string): SourceItem[] {
    const word = value.toLowerCase()
    if (name === '' || presenceOf(value) !== null || this.#told.has(word)) return []
    this.#told.add(word)
    const reason = `"${value}" is not known to mean present or absent; who answered with it is left out of the attendance`
    return [{ type: 'notice', where, subject: 'roll call', reason }]
  }
}
