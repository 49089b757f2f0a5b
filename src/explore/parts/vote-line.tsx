import { useRecordName } from '../council-context.ts'
import { useLocale, wordOf } from '../locale.ts'
import { Losers } from './losers.tsx'
import { ItemLine, MotionLink } from './motion-link.tsx'
import { Outcome } from './outcome.tsx'
import { Reason } from './reason.tsx'
import { Vetoes } from './veto-step.tsx'
import type { VoteLineRow } from './voted-motions.ts'

/** How a person voted on a motion, and what became of it. */
export function VoteLine({ vote }: { vote: VoteLineRow }) {
  const { words, date } = useLocale()
  const { value, date: day, organization } = vote
  const nameOf = useRecordName()
  const where = [day === '' ? null : date(day), organization && nameOf(organization)].filter(
    (part) => part !== null,
  )
  return (
    <>
      <ItemLine motion={vote} item={vote.subject} />
      <MotionLink motion={vote} />
      <p class="result">
        <strong class={`voted ${value}`}>{wordOf(words.person.voted, value) ?? value}</strong>
        <Reason reason={vote.reason} />{' '}
        <span>
          <Outcome motion={{ ...vote, vetoes: null }} />
        </span>{' '}
        <span class="quiet">· {where.join(', ')}</span>
        <Vetoes motion={vote} /> <Losers motion={vote} />
      </p>
    </>
  )
}
