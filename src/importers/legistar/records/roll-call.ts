import { toPresence } from '../../kit/vocabulary/presence.ts'
import type { SourceItem } from '../../source.ts'
import type { Ballot } from '../model.ts'

/** The words of roll calls that are not known, each told once. */
export class RollCallWords {
  readonly #told = new Set<string>()

  check({ value, name }: Ballot, where: string): SourceItem[] {
    const word = value.toLowerCase()
    if (name === '' || toPresence(value) !== null || this.#told.has(word)) return []
    this.#told.add(word)
    const reason = `"${value}" is not known to mean present or absent; who answered with it is left out of the attendance`
    return [{ type: 'notice', where, subject: 'roll call', reason }]
  }
}
