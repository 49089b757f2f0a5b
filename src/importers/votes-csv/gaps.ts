import { shortened } from '../kit/clean-text.ts'
import type { Warning } from '../source.ts'
import { itemOf, type Vote } from './vote-facts.ts'

const shownMax = 60

interface Gap {
  location: string
  subject: string
  votes: Set<Vote>
  first: string | null
}

/** What votes of a table leave open: one warning for each kind, with the row of the first. */
export class Gaps {
  readonly #gaps = new Map<string, Gap>()

  /** `detail` is the row that is meant, or what the first vote says. */
  add(reason: string, vote: Vote, detail?: string): void {
    const { text, motionType } = vote.facts
    const shown = JSON.stringify(
      shortened(itemOf(vote.facts) ?? text ?? motionType ?? '', shownMax),
    )
    const first = detail === undefined ? shown : `${shown}, ${detail}`
    this.#count(reason, { location: vote.location, subject: 'votes', first }, vote)
  }

  /** An entry that stands where a name should. */
  addUnread(
    written: string,
    reason: string,
    { vote, location }: { vote: Vote; location: string },
  ): void {
    const subject = JSON.stringify(shortened(written, shownMax))
    const said = `${reason}; not recorded as a vote`
    this.#count(said, { location, subject, first: null }, vote)
  }

  warnings(): Warning[] {
    return [...this.#gaps].map(([key, { location, subject, votes, first }]) => {
      const reason = key.slice(subject.length + 1)
      const times = first === null ? ` (votes: ${votes.size})` : `: ${votes.size}; first: ${first}`
      return { location, subject, reason: `${reason}${times}` }
    })
  }

  #count(reason: string, gap: Omit<Gap, 'votes'>, vote: Vote): void {
    const key = `${gap.subject} ${reason}`
    const existing = this.#gaps.get(key)
    if (existing !== undefined) existing.votes.add(vote)
    else this.#gaps.set(key, { ...gap, votes: new Set([vote]) })
  }
}
