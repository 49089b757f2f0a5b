import type { ComponentChildren } from 'preact'
import { dayMs } from '../../core/calendar-date.ts'
import { isCalledOff } from '../../core/called-off.ts'
import { isDefeated } from '../../core/carried-results.ts'
import {
  type DecidedByBody,
  decisionsIn,
  isAfterVeto,
  isDecision,
  isOfCommittee,
  isOfCouncil,
} from '../../core/decisions.ts'
import { defeatedVerbs, outcomeOfMotion, resultOfMatter } from '../../core/headings/outcome.ts'
import { isLapse } from '../../core/lapsed.ts'
import { saysOpen } from '../../core/open-status.ts'
import { lastDecisions } from '../../core/voting-order.ts'
import { toStep } from '../../resources/_shared/v1.represent.ts'
import type { MatterDetailRows } from '../../resources/matters/queries.ts'
import { useCouncil, useRecordName } from '../council-context.ts'
import { useLocale } from '../locale.ts'
import { paths } from '../paths.ts'
import type { Visit } from '../visit.ts'
import type { Words } from '../words/en.ts'
import { type DecidingMotion, MatterOutcome } from './outcome.tsx'
import type { Proceedings } from './proceedings.ts'
import { ResultTag } from './tags.tsx'
import { StepName } from './timeline.tsx'
import { type VetoOnPage, VetoStep } from './veto-step.tsx'

/** A motion with the body that decided it. */
export interface DecidedMotion extends DecidingMotion, DecidedByBody {
  body: string | null
}

type Meeting = Proceedings['meetings'][number]
type RecordedStep = MatterDetailRows['actions'][number]

/** The day of a law, null if it is not known. */
export interface LawDay {
  day: string | null
  /** Whether it came into force then; else it is known only that it became law. */
  isInForce: boolean
}

interface FateProps {
  visit: Pick<Visit, 'today'>
  /** In the words of the source. */
  status: string | null
  /** Those that have it on their agendas, newest first. */
  meetings: readonly Meeting[]
  /** When it was first on an agenda. */
  introduced: string | null
  /** The first meeting on record. */
  begins: string | null
  /** Newest first. */
  motions: readonly DecidedMotion[]
  /** The steps that the source records, the oldest first. */
  steps?: readonly RecordedStep[]
  /** Steps by which it was vetoed, and what came of that, the oldest first. */
  vetoes?: readonly VetoOnPage[]
  /** What there is to say of the decisions of the council, and of committees. */
  councilNote?: string | undefined
  committeeNote?: string | undefined
  /** When it lapsed; absent of what did not. */
  lapse?: { date: string | null } | undefined
  /** When it became law; absent of what does not. */
  becameLaw?: LawDay
  /** The by-law that came of it. */
  law?: { path: string; name: string } | undefined
}

/** How far something came: first on record, decided by a committee and by the council, vetoed, lapsed, and in force. */
export function Fate({ introduced, begins, motions, vetoes = [], lapse, ...props }: FateProps) {
  const { words, date } = useLocale()
  const { fate } = words
  const [veto] = vetoes
  const { ofCouncil, ofCommittee, before } = decisionsIn(motions, veto)
  const dated = (day: string | null) => (day === null ? null : date(day))
  const coming = comingOf(props)
  const isOpen = lapse === undefined && veto === undefined && isStillOpen({ ...props, motions })
  const toCouncil = coming.filter(({ body_kind: kind }) => kind === 'council')
  const toCommittee = coming.filter((meeting) => !toCouncil.includes(meeting))
  const isBefore = toCouncil.length === 0 && ofCouncil.length === 0
  return (
    <>
      <ol class="fate" aria-label={fate.heading}>
        <Step name={fate.introduced}>{dated(introduced)}</Step>
        <Step
          name={fate.committee}
          note={props.committeeNote}
          isOpen={isOpen && isBefore}
          coming={toCommittee}
        >
          {outcomesOf(ofCommittee) ??
            recordedOf(lastStep(props.steps, 'committee')) ??
            undecidedOf(motions.filter(isOfCommittee))}
        </Step>
        <Step name={fate.council} note={props.councilNote} isOpen={isOpen} coming={toCouncil}>
          {outcomesOf(before(ofCouncil)) ??
            recordedOf(lastStep(props.steps, 'council')) ??
            undecidedOf(motions.filter(isOfCouncil))}
        </Step>
        {veto !== undefined && (
          <Step name={fate.veto}>
            <Vetoes
              vetoes={vetoes}
              later={ofCouncil.filter((motion) => isAfterVeto(motion, veto))}
            />
          </Step>
        )}
        {lapse !== undefined && (
          <Step name={fate.lapsed}>{dated(lapse.date) ?? words.matter.undated}</Step>
        )}
        {props.becameLaw !== undefined && (
          <Step name={nameOfLawDay(props.becameLaw, words)} isOpen={isOpen}>
            {props.becameLaw.day !== null && (
              <Enacted law={props.law} day={date(props.becameLaw.day)} />
            )}
          </Step>
        )}
        {props.becameLaw === undefined && props.law !== undefined && (
          <Step name={words.matter.bylaw}>
            <a href={props.law.path}>{props.law.name}</a>
          </Step>
        )}
      </ol>
      {introduced !== null && begins !== null && isEarly({ introduced, begins, ...props }) && (
        <p class="quiet">{fate.begins(date(begins))}</p>
      )}
    </>
  )
}

/** The meetings to come that have it on their agendas, the next one first. */
const comingOf = ({ visit, meetings }: Pick<FateProps, 'visit' | 'meetings'>) =>
  meetings.filter((meeting) => isComing(meeting, visit)).toReversed()

const isComing = ({ date, status, has_minutes: minutes }: Meeting, { today }: { today: string }) =>
  date >= today && status !== 'completed' && !isCalledOff(status) && minutes !== 1

/**
 * Whether something is still to be decided: a meeting to come has it on its agenda, or its status says so, which a source may
 * keep after a committee voted it down.
 */
export const isStillOpen = (record: OpenProps): boolean =>
  comingOf(record).length > 0 || (saysOpen(record.status) && !endedInCommittee(record))

type OpenProps = Pick<FateProps, 'visit' | 'meetings' | 'status' | 'motions' | 'steps'>

/** Whether the last that is known of it is that a committee voted it down, filed it or let it be withdrawn. */
function endedInCommittee({ motions, steps = [] }: Pick<FateProps, 'motions' | 'steps'>): boolean {
  const last = lastDecisions(motions.filter(isDecision))
  if (last.length === 0)
    return hasClass(lastStep(steps, 'committee'), ['committee-failure', 'withdrawal'])
  const isLast = steps.every(({ date }) => date <= (last[0]?.date ?? ''))
  return (
    isLast &&
    last.every(
      (motion) => motion.body_kind === 'committee' && ends.has(outcomeOfMotion(motion).verb ?? ''),
    )
  )
}
const ends: ReadonlySet<string> = new Set([...defeatedVerbs, 'filed', 'withdrawn'])

const hasClass = (step: RecordedStep | undefined, kinds: readonly string[]): boolean =>
  step !== undefined &&
  (JSON.parse(step.classification) as string[]).some((kind) => kinds.includes(kind))

/** The last step of a committee that is more than a referral, and of a council the last that says what it did. */
function lastStep(
  steps: FateProps['steps'] = [],
  body: 'committee' | 'council',
): RecordedStep | undefined {
  const tells = (step: RecordedStep) =>
    body === 'council' ? hasClass(step, ofCouncil) : !hasClass(step, beforeCommittee)
  return steps.findLast(
    (step) =>
      step.organization_kind === body && tells(step) && !isLapse({ ...step, isVoted: false }),
  )
}
const ofCouncil = ['passage', 'failure', 'deferral', 'withdrawal']
const beforeCommittee = ['introduction', 'referral-committee', 'amendment-introduction']

/** A day that is not known may be either one. */
export const nameOfLawDay = ({ day, isInForce }: LawDay, { fate }: Pick<Words, 'fate'>): string =>
  isInForce || day === null ? fate.inForce : fate.becameLaw

function Enacted({ law, day }: Pick<FateProps, 'law'> & { day: string }) {
  if (law === undefined) return <>{day}</>
  return (
    <>
      <a href={law.path}>{law.name}</a>, {day}
    </>
  )
}

/** A veto and what came of it: the vote of a step is the decision of the council. */
function Vetoes({
  vetoes,
  later,
}: {
  vetoes: readonly VetoOnPage[]
  later: readonly DecidedMotion[]
}) {
  const last = lastDecisions(later)
  const shown = new Set(last.map(({ slug }) => slug))
  return (
    <>
      {vetoes
        .filter(({ motion_slug: slug }) => !shown.has(slug ?? ''))
        .map((step, at) => (
          <div key={at}>
            <VetoStep step={step} />
          </div>
        ))}
      {outcomesOf(later)}
    </>
  )
}

/** Days in which what was begun before the record is still on agendas. */
const earlyDays = 365

interface Beginning extends Pick<FateProps, 'steps'> {
  introduced: string
  begins: string
}

/** Whether the first step on record is probably not the first one. */
function isEarly({ introduced, begins, steps: [first] = [] }: Beginning): boolean {
  if (hasClass(first, beginnings) && (first?.date ?? '') <= introduced) return false
  const days = (Date.parse(introduced) - Date.parse(begins)) / dayMs
  return days >= 0 && days < earlyDays
}
/** Of Open Civic Data, steps that nothing of the same matter precedes. */
const beginnings = ['filing', 'introduction']

const outcomesOf = (motions: readonly DecidedMotion[]) =>
  motions.length === 0 ? null : <Outcomes motions={motions} />

/** The last vote that put it off or says what comes next, if there is no decision; else that only parts were voted on. */
function undecidedOf(motions: readonly DecidedMotion[]) {
  const voted = motions.filter(({ result }) => result !== null)
  const last = voted.find((motion) => motion.kind === 'procedural' && saysWhatIsNext(motion))
  if (last !== undefined) return <Decided motion={last} />
  return voted.length === 0 ? null : <PartsOnly motions={voted} />
}

function saysWhatIsNext(motion: DecidedMotion): boolean {
  const { title_from: from, result } = motion
  if (isDefeated(result)) return false
  return from === 'clause' || from === 'summary' || resultOfMatter(motion) !== null
}

/** What of it was voted on, none of which decides it. */
function PartsOnly({ motions }: { motions: readonly DecidedMotion[] }) {
  const { fate } = useLocale().words
  const isOfAmendments = motions.every(({ kind }) => kind === 'amendment')
  return <a href="#steps">{isOfAmendments ? fate.amendmentsOnly : fate.otherOnly}</a>
}

/** A step without a vote on record, in the words of the source. */
const recordedOf = (step: RecordedStep | undefined) =>
  step === undefined ? null : <Recorded step={step} />

function Recorded({ step }: { step: RecordedStep }) {
  const { date } = useLocale()
  const nameOf = useRecordName()
  const { organization: body, result } = step
  const when = [body && nameOf(body), step.date && date(step.date)].filter((part) => part)
  return (
    <>
      <StepName action={toStep(step)} hasLapsed={false} />
      {result !== null && (
        <>
          {' '}
          <ResultTag result={result} kind="item" />
        </>
      )}
      {' · '}
      <a href="#steps">{when.join(', ')}</a>
    </>
  )
}

/** The last decisions, and how many other votes were on that day. */
function Outcomes({ motions }: { motions: readonly DecidedMotion[] }) {
  const { words, count } = useLocale()
  const last = lastDecisions(motions)
  const ofDay = motions.filter(({ date }) => date !== '' && date === last[0]?.date)
  const others = ofDay.length - last.length
  return (
    <>
      {last.map((motion) => (
        <Decided key={motion.slug} motion={motion} />
      ))}
      {others > 0 && (
        <div class="quiet">
          <a href="#steps">{words.fate.others(others, count(others))}</a>
        </div>
      )}
    </>
  )
}

interface StepProps {
  name: string
  note?: string | undefined
  /** Whether it may still come. */
  isOpen?: boolean
  /** The meetings with it on their agenda, the next one first. */
  coming?: readonly Meeting[]
  /** None if nothing of the step is on record. */
  children: ComponentChildren
}

function Step({ name, note, isOpen = false, coming = [], children }: StepProps) {
  const { words } = useLocale()
  const [next] = coming
  const isAhead = isOpen || next !== undefined
  const isKnown = children !== null && children !== undefined && children !== false
  return (
    <li class={isKnown ? 'reached' : undefined}>
      <strong>{name}</strong>
      {isKnown && note !== undefined && <div class="quiet">{note}</div>}
      {isKnown ? (
        <div>{children}</div>
      ) : (
        <span class="quiet">{isAhead ? words.fate.notYet : words.fate.unknown}</span>
      )}
      {next !== undefined && <Next meeting={next} />}
    </li>
  )
}

/** "On the agenda of Town Council, December 8, 2026" */
function Next({ meeting: { slug, title, date: day } }: { meeting: Meeting }) {
  const { words, date } = useLocale()
  const council = useCouncil()
  const nameOf = useRecordName()
  return (
    <div>
      {words.fate.onAgenda}{' '}
      <a href={paths.meeting(council, slug)}>{`${nameOf(title)}, ${date(day)}`}</a>
    </div>
  )
}

function Decided({ motion }: { motion: DecidedMotion }) {
  const { words, date } = useLocale()
  const council = useCouncil()
  const nameOf = useRecordName()
  const when = [motion.body && nameOf(motion.body), motion.date === '' ? null : date(motion.date)]
  return (
    <div>
      {/* A veto is a step of its own. */}
      <MatterOutcome motion={{ ...motion, vetoes: null }} />
      {' · '}
      <a href={paths.motion(council, motion.slug)}>
        {when.filter((part) => part !== null).join(', ') || words.motion.kinds.motion}
      </a>
    </div>
  )
}
