import type { ComponentChildren } from 'preact'
import { dayMs } from '../../core/calendar-date.ts'
import type { VetoStep } from '../../core/veto.ts'
import { lastDecisions } from '../../core/voting-order.ts'
import { useCouncil, useRecordName } from '../council-context.ts'
import { useLocale } from '../locale.ts'
import { paths } from '../paths.ts'
import { type DecidingMotion, MatterOutcome } from './outcome.tsx'
import { RecordText } from './record-text.tsx'

/** A motion with the body that decided it. */
export interface DecidedMotion extends DecidingMotion {
  slug: string
  /** Empty if unknown. */
  date: string
  body: string | null
  body_kind: string | null
}

interface FateProps {
  /** When it was first on an agenda. */
  introduced: string | null
  /** The first meeting on record. */
  begins: string | null
  /** Newest first. */
  motions: readonly DecidedMotion[]
  /** Steps by which it was vetoed, or the veto ended, the oldest first. */
  vetoes?: readonly Pick<VetoStep & { date: string }, 'description' | 'date'>[]
  /** When it lapsed; absent of what did not. */
  lapse?: { date: string | null } | undefined
  /** When it came into force; absent of what does not. */
  inForce?: string | null
}

/** How far something came: first on record, decided by a committee and by the council, vetoed, lapsed, and in force. */
export function Fate({ introduced, begins, motions, vetoes = [], lapse, inForce }: FateProps) {
  const { words, date } = useLocale()
  const { fate } = words
  const nameOf = useRecordName()
  const decided = motions.filter(isDecision)
  const council = lastDecisions(decided.filter(({ body_kind: kind }) => kind === 'council'))
  const committee = lastDecisions(
    decided.filter(({ body_kind: kind }) => kind !== null && kind !== 'council'),
  )
  const dated = (day: string | null) => (day === null ? null : date(day))
  return (
    <>
      <ol class="fate" aria-label={fate.heading}>
        <Step name={fate.introduced}>{dated(introduced)}</Step>
        <Step name={fate.committee}>{outcomesOf(committee)}</Step>
        <Step name={fate.council}>{outcomesOf(council)}</Step>
        {vetoes.length > 0 && (
          <Step name={fate.veto}>
            {vetoes.map((step, at) => (
              <div key={at}>
                <RecordText text={nameOf(step.description)} />
                {step.date !== '' && <>, {date(step.date)}</>}
              </div>
            ))}
          </Step>
        )}
        {lapse !== undefined && (
          <Step name={fate.lapsed}>{dated(lapse.date) ?? words.matter.undated}</Step>
        )}
        {inForce !== undefined && <Step name={fate.inForce}>{dated(inForce)}</Step>}
      </ol>
      {introduced !== null && begins !== null && isEarly(introduced, begins) && (
        <p class="quiet">{fate.begins(date(begins))}</p>
      )}
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
  motions.length === 0 ? null : motions.map((motion) => <Decided motion={motion} />)

/** Amendments and procedure do not settle what they are part of. */
function isDecision({ kind, result }: DecidedMotion): boolean {
  return result !== null && (kind === null || kind === 'motion')
}

interface StepProps {
  name: string
  /** None if nothing of the step is on record. */
  children: ComponentChildren
}

function Step({ name, children }: StepProps) {
  const { words } = useLocale()
  const isKnown = children !== null && children !== undefined
  return (
    <li class={isKnown ? 'reached' : undefined}>
      <strong>{name}</strong>
      {isKnown ? <div>{children}</div> : <span class="quiet">{words.fate.unknown}</span>}
    </li>
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
