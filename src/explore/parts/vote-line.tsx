import type { NamedMotion } from '../../core/motion-title.ts'
import type { VoteItemRow } from '../../resources/votes/queries.ts'
import type { VoteItem } from '../../resources/votes/schema.ts'
import { toVoteItem } from '../../resources/votes/v1.represent.ts'
import { useRecordName } from '../council-context.ts'
import { shownReason, useLocale, wordOf } from '../locale.ts'
import { ItemLine, MotionLink } from './motion-link.tsx'
import { Outcome } from './outcome.tsx'

/** A vote of the API with what names its motion. */
export type VoteOnMotion = VoteItem & NamedMotion

export function toVoteOnMotion(row: VoteItemRow): VoteOnMotion {
  const { kind, identifier, summary, text } = row
  return { ...toVoteItem(row), kind, identifier, summary, text }
}

/** How a person voted on a motion, and what became of it. */
export function VoteLine({ vote }: { vote: VoteOnMotion }) {
  const { words, date } = useLocale()
  const { vote_value: value, meeting_date: day, organization } = vote
  const motion = { ...vote, tally_for: vote.for, tally_against: vote.against }
  const reason = shownReason(vote.reason)
  const nameOf = useRecordName()
  const where = [day === null ? null : date(day), organization && nameOf(organization)].filter(
    (part) => part !== null,
  )
  return (
    <>
      <ItemLine item={vote.item_title} />
      <strong>{wordOf(words.person.voted, value) ?? value}</strong>
      {reason !== null && <span class="quiet">{` (${reason})`}</span>}
      {' · '}
      <MotionLink motion={{ ...vote, slug: vote.motion_slug }} />
      <p class="quiet">
        {where.join(', ')} <Outcome motion={motion} />
      </p>
    </>
  )
}
