import { isKnownResult } from '../../core/carried-results.ts'
import type { SourceItem } from '../source.ts'

/** Counts results of which Reeve does not know whether the motion carried. */
export class UnknownResults {
  readonly #words = new Map<string, { location: string; count: number }>()

  note(record: Readonly<Record<string, unknown>>, location: string): void {
    const { result, motion_kind: kind } = record
    // The result of an election names the winner.
    if (typeof result !== 'string' || kind === 'election' || isKnownResult(result)) return
    const found = this.#words.get(result)
    if (found === undefined) this.#words.set(result, { location, count: 1 })
    else found.count += 1
  }

  /** One warning for each word. */
  warnings(): SourceItem[] {
    return [...this.#words].map(([word, { location, count }]) => ({
      type: 'warning',
      location,
      subject: 'result',
      reason: `${JSON.stringify(word)} (${count === 1 ? 'once' : `${count} times`}) is not known as carried, defeated or neither: shown as written, and it counts as neither`,
    }))
  }
}
