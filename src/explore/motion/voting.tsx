import { Fragment } from 'preact'
import { partsMax } from '../../core/parts-max.ts'
import { seatNoun } from '../../core/ward-name.ts'
import type { MotionDetail } from '../../resources/motions/schema.ts'
import { useCouncil, useRecordName } from '../council-context.ts'
import { useLocale, wordOf } from '../locale.ts'
import { ChamberOfVote, hasSeats } from '../parts/chamber.tsx'
import { motionCountsIn } from '../parts/facts.tsx'
import { PersonName } from '../parts/names.tsx'
import { SortLinks, sortPeople } from '../parts/people-order.tsx'
import { isShownReason, ReasonText } from '../parts/reason.tsx'
import {
  countedIn,
  countedTally,
  namedIn,
  oncePerPerson,
  recordedOf,
  sideOf,
  votesByValue,
} from '../parts/recorded.ts'
import { isUnvoted } from '../parts/tags.tsx'
import { VoteStrip } from '../parts/vote-strip.tsx'
import { paths } from '../paths.ts'
import type { MotionOnPage } from './read-motion.ts'

interface VotingProps {
  found: MotionOnPage
  isPending: boolean
  by: 'ward' | 'name'
}

/** Who voted how, as far as it is recorded, and what is not. */
export function Voting({ found, isPending, by }: VotingProps) {
  const { words } = useLocale()
  const { motion } = found
  const { tally, candidates } = motion
  const counted = countedTally(motion)
  return (
    <>
      <h2 id="votes" aria-label={words.motion.whoVoted}>
        {words.motion.whoVoted}{' '}
        <a class="permalink" href="#votes" aria-label={words.motion.votesLink}>
          #
        </a>
      </h2>
      <div class={found.chamber && hasSeats(found.chamber) ? 'hall' : undefined}>
        {found.chamber !== undefined && <ChamberOfVote chamber={found.chamber} />}
        <div>
          {found.chamber === undefined && counted !== undefined && <VoteStrip tally={counted} />}
          <Others tally={tally} />
          {candidates.length > 0 && <Candidates candidates={candidates} />}
          <Names {...found} by={by} />
          <Gaps found={found} isPending={isPending} />
        </div>
      </div>
    </>
  )
}

/** Abstentions and absences, as far as they were counted. */
function Others({ tally }: Pick<MotionDetail, 'tally'>) {
  const { words, count } = useLocale()
  const others = [
    tally.abstain !== null && tally.abstain > 0 && words.motion.abstained(count(tally.abstain)),
    tally.absent !== null && tally.absent > 0 && words.motion.absent(count(tally.absent)),
  ].filter((part) => part !== false)
  return others.length === 0 ? null : <p class="quiet">{others.join(', ')}</p>
}

type NamesProps = Pick<MotionOnPage, 'motion' | 'wards'> & Pick<VotingProps, 'by'>

function Names({ motion, wards, by }: NamesProps) {
  const { words, tag: language, count } = useLocale()
  const path = paths.motion(useCouncil(), motion.slug)
  const votes = oncePerPerson(motion.votes).map((vote) => ({
    ...vote,
    name: vote.person_name,
    ward: wards.get(vote.person_slug ?? '') ?? null,
  }))
  return (
    <>
      {wards.size > 0 && (
        <p class="row">
          <span class="quiet">{words.motion.sorted}</span>
          <SortLinks
            {...{ by, path }}
            noun={seatNoun([...wards.values()])}
            initial="name"
            anchor="#votes"
          />
        </p>
      )}
      <div class="vote-groups">
        {votesByValue(sortPeople(votes, { by, language })).map(([value, group]) => (
          <section key={value}>
            <h3 class={sideOf[value]}>
              {words.motion.group(wordOf(words.votes, value) ?? value, count(group.length))}
            </h3>
            <ul class={wards.size > 0 ? 'members' : 'names'}>
              {group.map((vote) => (
                <li key={vote.name_as_written}>
                  <PersonName name={vote.name} slug={vote.person_slug} />
                  <Note {...vote} />
                </li>
              ))}
            </ul>
          </section>
        ))}
      </div>
    </>
  )
}

type NoteProps = Pick<MotionDetail['votes'][number], 'reason' | 'candidate' | 'weight'> & {
  ward: string | null
}

/** The ward, the weight, and the candidate that a vote was for or the source's own word for it. */
function Note({ reason, candidate, weight, ward }: NoteProps) {
  const nameOf = useRecordName()
  const { words, count } = useLocale()
  const isReason = isShownReason(reason)
  const said = [
    weight !== null && words.weighted.weight(count(weight)),
    candidate,
    isReason && <ReasonText reason={reason} />,
  ].filter((part) => part !== null && part !== false)
  if (ward === null && said.length === 0) return null
  return (
    <span class="quiet">
      {ward !== null && ` ${nameOf(ward)}`}
      {said.length > 0 && (
        <>
          {' ('}
          {said.map((part, at) => (
            <Fragment key={at}>
              {at > 0 && ', '}
              {part}
            </Fragment>
          ))}
          )
        </>
      )}
    </span>
  )
}

/** What is not recorded about the vote. */
function Gaps({ found, isPending }: { found: MotionOnPage; isPending: boolean }) {
  const locale = useLocale()
  const { words, count } = locale
  const { motion, counts } = found
  const { votes } = motion
  const recorded = recordedOf(motion)
  // Of a shortened list, the page cannot say how much the source names.
  if (recorded === 'named' || votes.length >= partsMax) return null
  const named = count(namedIn(motion))
  const counted = count(countedIn(motion) ?? 0)
  const gap = {
    someNamed: () => words.motion.someNamed(named, counted),
    dissents: () => words.motion.dissentsOnly(votes.length),
    tally: () => words.motion.tallyOnly,
    none: () => notRecorded(),
  }[recorded]()
  function notRecorded() {
    if (motion.result === null && motion.kind === 'notice') return words.motion.notice
    if (motion.result === null && motion.kind === 'inquiry') return words.motion.inquiry
    if (motion.result === 'Withdrawn') return words.motion.withdrawn
    if (motion.candidates.length > 0) return words.motion.ballot
    return isPending ? words.motion.notYet : words.motion.notRecorded
  }
  const coverage = motionCountsIn(counts, locale)
  return (
    <p>
      {gap}
      {!isUnvoted(motion.kind) && <span class="quiet">{` ${coverage}`}</span>}
    </p>
  )
}

/** The candidates of an election. */
function Candidates({ candidates }: Pick<MotionDetail, 'candidates'>) {
  const { words, count } = useLocale()
  return (
    <>
      <h3>{words.motion.candidates}</h3>
      <ul class="rows">
        {candidates.map(({ name_as_written, person_name, person_slug, votes, elected }) => (
          <li key={name_as_written}>
            <PersonName name={person_name} slug={person_slug} />
            {votes !== null && ` · ${words.motion.candidateVotes(votes, count(votes))}`}
            {elected === true && <strong>{` · ${words.motion.elected}`}</strong>}
          </li>
        ))}
      </ul>
    </>
  )
}
