import type { VoteItem } from '../../resources/votes/schema.ts'
import { useLocale } from '../locale.ts'
import { shownReason, wordOf } from '../word-of.ts'
import { MotionLink } from './motion-link.tsx'
import { ResultTag } from './result-tag.tsx'

/** A vote of the API with the kind of its motion. */
export type VoteOnMotion = VoteItem & { kind: string | null }

/** How a person voted on a motion, and what became of it. */
export function VoteLine({ vote }: { vote: VoteOnMotion }) {
  const { words, date, count } = useLocale()
  const { vote_value: value, meeting_date: day, organization } = vote
  const { kind, result, motion_slug: slug, motion_title: title, motion_text: text } = vote
  const reason = shownReason(vote.reason)
  const where = [day === null ? null : date(day), organization].filter((part) => part !== null)
  return (
    <>
      <strong>{wordOf(words.person.voted, value) ?? value}</strong>
      {reason !== null && <span class="quiet">{` (${reason})`}</span>}
      {' · '}
      <MotionLink motion={{ slug, kind, result, agenda_item_title: title, text }} />
      <p class="quiet">
        {where.join(', ')} <ResultTag result={result} kind={kind} />
        {vote.for !== null && vote.against !== null && (
          <> {words.motion.tally(count(vote.for), count(vote.against))}</>
        )}
      </p>
    </>
  )
}
