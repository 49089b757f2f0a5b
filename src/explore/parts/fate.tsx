import type { ComponentChildren } from 'preact'
import { dayMs } from '../../core/calendar-date.ts'
import { isCalledOff } from '../../core/called-off.ts'
import { saysOpen } from '../../core/open-status.ts'
import { lastDecisions } from '../../core/voting-order.ts'
import { useCouncil, useRecordName } from '../council-context.ts'
import { useLocale } from '../locale.ts'
import { paths } from '../paths.ts'
import type { Visit } from '../visit.ts'
import { type DecidingMotion, MatterOutcome } from './outcome.tsx'
import type { Proceedings } from './proceedings.ts'
import { type VetoOnPage, VetoStep } from './veto-step.tsx'

/** A motion with the body that decided it. */
export interface DecidedMotion extends DecidingMotion {
  slug: string
  /** Empty if unknown. */
  date: string
  body: string | null
  body_kind: string | null
}

type Meeting = Proceedings['meetings'][number]

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
  /** Steps by which it was vetoed, and what came of that, the oldest first. */
  vetoes?: readonly VetoOnPage[]
  /** What there is to say of the decisions of the council. */
  councilNote?: string | undefined
  /** When it lapsed; absent of what did not. */
  lapse?: { date: string | null } | undefined
  /** When it came into force; absent of what does not. */
  inForce?: string | null
  /** The by-law that came of it. */
  law?: { path: string; name: string } | undefined
}

/** How far something came: first on record, decided by a committee and by the council, vetoed, lapsed, and in force. */
export function Fate({ introduced, begins, motions, vetoes = [], lapse, ...props }: FateProps) {
  const { words, date } = useLocale()
  const { fate } = words
  const [veto] = vetoes
  const decided = motions.filter(isDecision)
  const ofCouncil = decided.filter(({ body_kind: kind }) => kind === 'council')
  const ofCommittee = decided.filter(({ body_kind: kind }) => kind !== null && kind !== 'council')
  const before = (votes: readonly DecidedMotion[]) =>
    votes.filter((motion) => veto === undefined || !isAfter(motion, veto))
  const advised = before(ofCommittee)
  const dated = (day: string | null) => (day === null ? null : date(day))
  const coming = comingOf(props)
  const isOpen = lapse === undefined && veto === undefined && isStillOpen(props)
  const toCouncil = coming.filter(({ body_kind: kind }) => kind === 'council')
  const toCommittee = coming.filter((meeting) => !toCouncil.includes(meeting))
  const isBefore = toCouncil.length === 0 && ofCouncil.length === 0
  return (
    <>
      <ol class="fate" aria-label={fate.heading}>
        <Step name={fate.introduced}>{dated(introduced)}</Step>
        <Step name={fate.committee} isOpen={isOpen && isBefore} coming={toCommittee}>
          {outcomesOf(advised.length > 0 ? advised : ofCommittee)}
        </Step>
        <Step name={fate.council} note={props.councilNote} isOpen={isOpen} coming={toCouncil}>
          {outcomesOf(before(ofCouncil))}
        </Step>
        {veto !== undefined && (
          <Step name={fate.veto}>
            <Vetoes vetoes={vetoes} later={ofCouncil.filter((motion) => isAfter(motion, veto))} />
          </Step>
        )}
        {lapse !== undefined && (
          <Step name={fate.lapsed}>{dated(lapse.date) ?? words.matter.undated}</Step>
        )}
        {props.inForce !== undefined && (
          <Step name={fate.inForce} isOpen={isOpen}>
            {props.inForce !== null && <Enacted law={props.law} day={date(props.inForce)} />}
          </Step>
        )}
        {props.inForce === undefined && props.law !== undefined && (
          <Step name={words.matter.bylaw}>
            <a href={props.law.path}>{props.law.name}</a>
          </Step>
        )}
      </ol>
      {introduced !== null && begins !== null && isEarly(introduced, begins) && (
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

/** Whether something is still to be decided: its status says so, or a meeting to come has it on its agenda. */
export const isStillOpen = (record: Pick<FateProps, 'visit' | 'meetings' | 'status'>): boolean =>
  saysOpen(record.status) || comingOf(record).length > 0

function Enacted({ law, day }: Pick<FateProps, 'law'> & { day: string }) {
  if (law === undefined) return <>{day}</>
  return (
    <>
      <a href={law.path}>{law.name}</a>, {day}
    </>
  )
}

const isAfter = (motion: DecidedMotion, veto: VetoOnPage) =>
  veto.date !== '' && motion.date > veto.date

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

/** Whether the first step on record is probably not the first one. */
function isEarly(introduced: string, begins: string): boolean {
  const days = (Date.parse(introduced) - Date.parse(begins)) / dayMs
  return days >= 0 && days < earlyDays
}

const outcomesOf = (motions: readonly DecidedMotion[]) =>
  motions.length === 0 ? null : <Outcomes motions={motions} />

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

/** Amendments and procedure do not settle what they are part of. */
function isDecision({ kind, result }: DecidedMotion): boolean {
  return result !== null && (kind === null || kind === 'motion')
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
      <MatterOutcome motion={motion} />{' '}
      <a href={paths.motion(council, motion.slug)}>
        {when.filter((part) => part !== null).join(', ') || words.motion.kinds.motion}
      </a>
    </div>
  )
}
