import type { TitledMotion } from '../../core/headings/motion-title.ts'
import type { VotedMotion } from '../../core/headings/outcome.ts'
import type { VoteItem } from '../../resources/votes/schema.ts'
import { toVoteItem } from '../../resources/votes/v1.represent.ts'
import { useRecordName } from '../council-context.ts'
import { useLocale, wordOf } from '../locale.ts'
import { Losers } from './losers.tsx'
import { ItemLine, MotionLink } from './motion-link.tsx'
import { Outcome } from './outcome.tsx'
import type { LosingSide } from './queries.ts'
import { Reason } from './reason.tsx'
import { Vetoes } from './veto-step.tsx'
import type { VoteWithLosers } from './voted-motions.ts'

/** A vote of the API with what names its motion, says what became of it and who lost. */
export type VoteOnMotion = Omit<VoteItem, keyof TitledMotion | keyof VotedMotion> &
  TitledMotion &
  VotedMotion &
  LosingSide & { vetoes: string | null }

export function toVoteOnMotion(row: VoteWithLosers): VoteOnMotion {
  const { kind, identifier, title, title_from, title_tag } = row
  const { result, question, result_note, tally_for, tally_against, vetoes } = row
  const { losers, named_votes, named_against, named_lost, extra_votes } = row
  return {
    ...toVoteItem(row),
    ...{ losers, named_votes, named_against, named_lost, extra_votes },
    ...{ kind, identifier, title, title_from, title_tag },
    ...{ result, question, result_note, tally_for, tally_against, vetoes },
  }
}

/** How a person voted on a motion, and what became of it. */
export function VoteLine({ vote }: { vote: VoteOnMotion }) {
  const { words, date } = useLocale()
  const { vote_value: value, meeting_date: day, organization } = vote
  const nameOf = useRecordName()
  const motion = { ...vote, slug: vote.motion_slug }
  const where = [day === null ? null : date(day), organization && nameOf(organization)].filter(
    (part) => part !== null,
  )
  return (
    <>
      <ItemLine motion={vote} item={vote.item_title} />
      <MotionLink motion={motion} />
      <p class="result">
        <strong class={`voted ${value}`}>{wordOf(words.person.voted, value) ?? value}</strong>
        <Reason reason={vote.reason} />{' '}
        <span>
          <Outcome motion={{ ...vote, vetoes: null }} />
        </span>{' '}
        <span class="quiet">· {where.join(', ')}</span>
        <Vetoes motion={vote} /> <Losers motion={motion} />
      </p>
    </>
  )
}
