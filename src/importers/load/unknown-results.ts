import { isKnownResult } from '../../core/carried-results.ts'
import type { ImportRecord } from '../../record/kinds.ts'
import type { Warning } from '../source.ts'

/** Counts results of which Reeve does not know whether the motion carried. */
export class UnknownResults {
  readonly #words = new Map<string, { location: string; count: number }>()

  note(record: ImportRecord, location: string): void {
    if (record.kind !== 'motion' && record.kind !== 'agenda_item' && record.kind !== 'action')
      return
    const { result } = record
    // The result of an election names the winner.
    const isElection = record.kind === 'motion' && record.motion_kind === 'election'
    if (!result || isElection || isKnownResult(result)) return
    const found = this.#words.get(result)
    if (found === undefined) this.#words.set(result, { location, count: 1 })
    else found.count += 1
  }

  /** One warning for each word. */
  warnings(): Warning[] {
    return [...this.#words].map(([word, { location, count }]) => ({
      location,
      subject: 'result',
      reason: `${JSON.stringify(word)} (${count === 1 ? 'once' : `${count} times`}) is not known as carried, defeated or neither: shown as written, and it counts as neither; for a table of votes, "result_words" in the mapping can say which it is`,
    }))
  }
}
