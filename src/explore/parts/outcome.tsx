import { isDefeated, isWithdrawn } from '../../core/carried-results.ts'
import type { TitledMotion } from '../../core/headings/motion-title.ts'
import { resultOfMatter, type VotedMotion } from '../../core/headings/outcome.ts'
import { type CountedMotion, decidingCounts, decidingWeights } from '../../core/weighted-votes.ts'
import { agreeing, useLocale, wordOf } from '../locale.ts'
import type { Words } from '../words/en.ts'
import { RecordText } from './record-text.tsx'
import { tallyWords } from './result-words.ts'
import { ResultTag, type ResultTagProps, verbOf } from './tags.tsx'
import { Vetoes } from './veto-step.tsx'
import { Strip } from './vote-strip.tsx'

interface OutcomeProps {
  motion: ResultTagProps &
    CountedMotion & {
      /** See `parseVetoes`; null also if they are shown beside it. */
      vetoes: string | null
      /** Votes by name; absent where names are not listed without a count. */
      named_votes?: number | null
      named_against?: number | null
    }
  /** Whether a missing result may still be published. */
  isPending?: boolean
  /** Whether a sentence follows. */
  isSentence?: boolean
  /** Who decided, and when: the first line of a motion's page. */
  decided?: { body: string | null; date: string | null }
  /** What it decided on, if that is known. */
  thing?: ResultTagProps['decided']
}

/**
 * What became of a motion: its result and the count, or how many names the source has without one, and by what steps it was
 * vetoed afterwards.
 */
export function Outcome({
  motion,
  isPending = false,
  isSentence = false,
  decided,
  thing,
}: OutcomeProps) {
  const { words } = useLocale()
  const { result } = motion
  const because = verbOf(motion)?.because
  const isCounted = hasCounts(motion)
  return (
    <>
      <ResultTag {...motion} isPending={isPending} decided={thing} />
      {decided !== undefined && result !== null && <By motion={motion} decided={decided} />}
      <Count motion={motion} decided={decided} />
      {because != null && (
        <span class="quiet">{words.colon + words.motion.because[reasonFor(because, motion)]}</span>
      )}
      {decided === undefined && <Contradiction motion={motion} />}
      {isCounted && isSentence && '.'}
      {!isCounted && <Named {...motion} />}
      {!isCounted && isSentence && (result !== null || Number(motion.named_votes ?? 0) > 0) && '.'}
      <Vetoes motion={motion} />
    </>
  )
}

/** Why it is unclear what became of a motion; its own page has a sentence about it. */
function Contradiction({ motion }: Pick<OutcomeProps, 'motion'>) {
  const { words } = useLocale()
  const { kind, result, other_result: other = null } = motion
  if (result === null || verbOf(motion)?.verb !== 'unclear') return null
  const { results } = agreeing(kind, words)
  const said = [result, other].flatMap((word) =>
    word === null ? [] : (wordOf(results, word) ?? word),
  )
  return <span class="quiet">{words.colon + words.motion.saidToo(said)}</span>
}

/** Whether anything was counted, members or their weights. */
const hasCounts = (motion: CountedMotion): boolean =>
  decidingWeights(motion) !== null || (motion.tally_for !== null && motion.tally_against !== null)

interface CountProps {
  motion: OutcomeProps['motion']
  decided: OutcomeProps['decided'] | undefined
}

/** The count, with a mark for each member; in a sentence without marks. */
function Count({ motion, decided }: CountProps) {
  const locale = useLocale()
  const counted = tallyWords(motion, verbOf(motion)?.verb, locale)
  if (counted === null) return null
  const { tally_for: inFavour, tally_against: against } = motion
  const isDrawn = decided === undefined && inFavour !== null && against !== null
  return (
    <>
      {decided?.body == null && decided?.date == null ? ' ' : ', '}
      <b class="tally">{counted}</b>
      {isDrawn && <Strip tally={{ for: inFavour, against }} />}
    </>
  )
}

type Because = keyof Words['motion']['because']

/** Two thirds of those who voted may be fewer than the source requires. */
function reasonFor(
  because: Exclude<Because, 'two_thirds_of_all'>,
  motion: OutcomeProps['motion'],
): Because {
  const counts = decidingCounts(motion)
  const [votesFor, votesAgainst] = [counts.for ?? 0, counts.against ?? 0]
  const isReached = votesFor > 0 && 3 * votesFor >= 2 * (votesFor + votesAgainst)
  return because === 'two_thirds' && isReached ? 'two_thirds_of_all' : because
}

/** "by Town Council on May 12, 2026" */
function By({
  motion,
  decided: { body, date },
}: Required<Pick<OutcomeProps, 'motion' | 'decided'>>) {
  const { words } = useLocale()
  const hasDecided = !isDefeated(motion.result) && !isWithdrawn(motion.result)
  return (
    <>
      {body !== null && ` ${words.motion.decidedBy(body, hasDecided)}`}
      {date !== null && ` ${words.motion.decidedOn(date)}`}
    </>
  )
}

export type DecidingMotion = OutcomeProps['motion'] & TitledMotion & VotedMotion

/**
 * What a motion decided of what it is on, without the motion: a word only if it was a plain yes or no to the thing itself and
 * no refusal that the motion states, else what the motion does, and the count.
 */
export function MatterOutcome({ motion }: { motion: DecidingMotion }) {
  const locale = useLocale()
  const { title, title_from: from } = motion
  const isStated = from === 'clause' || from === 'summary'
  const isRefusal = motion.question === 'refuse' || motion.question === 'disapprove'
  const isWord = !isRefusal && resultOfMatter(motion) !== null
  if (!isStated || title === null || motion.result === null || isWord)
    return <Outcome motion={{ ...motion, title_from: 'subject' }} />
  const counted = tallyWords(motion, null, locale)
  return (
    <>
      <RecordText text={title} /> <ResultTag {...motion} />
      {counted !== null && ` ${counted}`}
      <Vetoes motion={motion} />
    </>
  )
}

function Named({ named_votes: named, named_against: against }: OutcomeProps['motion']) {
  const { againstOnly, namedOnly } = useLocale().words.motions
  const [all, opposed] = [Number(named ?? 0), Number(against ?? 0)]
  if (all === 0) return null
  return <> {opposed === all ? againstOnly(all) : namedOnly(all, opposed)}</>
}
