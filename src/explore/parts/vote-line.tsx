import type { VoteItem } from '../../resources/votes/schema.ts'
import { useCouncil } from '../council-context.ts'
import { useLocale } from '../locale.ts'
import { titleOf } from '../motion/motion-title.ts'
import { paths } from '../paths.ts'
import { wordOf } from '../word-of.ts'
import { ResultTag } from './result-tag.tsx'

/** How a person voted on a motion, and what became of it. */
export function VoteLine({ vote }: { vote: VoteItem }) {
  const locale = useLocale()
  const { words, date, count } = locale
  const council = useCouncil()
  const { vote_value: value, meeting_date: day, organization } = vote
  const motion = { agenda_item_title: vote.motion_title, text: vote.motion_text, kind: null }
  const where = [day === null ? null : date(day), organization].filter((part) => part !== null)
  return (
    <>
      <strong>{wordOf(words.person.voted, value) ?? value}</strong>
      {vote.reason !== null && <span class="quiet">{` (${vote.reason})`}</span>}
      {' · '}
      <a href={paths.motion(council, vote.motion_slug)}>{titleOf(motion, null, locale)}</a>
      <p class="quiet">
        {where.join(', ')} <ResultTag result={vote.result} />
        {vote.for !== null && vote.against !== null && (
          <> {words.motion.tally(count(vote.for), count(vote.against))}</>
        )}
      </p>
    </>
  )
}
