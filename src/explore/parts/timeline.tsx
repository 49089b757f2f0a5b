import { isCalledOff } from '../../core/called-off.ts'
import { isLapse } from '../../core/lapsed.ts'
import { textBeside } from '../../core/step-text.ts'
import { type Step as RecordStep, stepsOf } from '../../core/steps.ts'
import { isVeto } from '../../core/veto.ts'
import type { MatterDetail } from '../../resources/matters/schema.ts'
import { languageOfText } from '../../store/search/text-language.ts'
import { useRecordName } from '../council-context.ts'
import { useLocale, wordOf } from '../locale.ts'
import { isMinutesPending, isSample } from '../minutes.ts'
import { paths } from '../paths.ts'
import type { Visit } from '../visit.ts'
import { itemPath } from './meeting-anchors.ts'
import { MotionNumber } from './motion-link.tsx'
import { MotionResult } from './motion-result.tsx'
import { type Proceedings, stepsMax } from './proceedings.ts'
import { RecordText } from './record-text.tsx'
import { Folded } from './rows.tsx'
import { ResultTag, StatusTag } from './tags.tsx'

type Action = MatterDetail['actions'][number]

interface TimelineProps {
  visit: Visit
  record: {
    /** Steps that the source records, oldest first. */
    actions: readonly Action[]
    proceedings: Pick<Proceedings, 'meetings' | 'items' | 'motions'>
    isShortened: boolean
  }
  /** Said of a record without any step, and of one without recorded steps. */
  none: string
  derived: string
  /** Whether the record lapsed, so that the step by which it did says so. */
  hasLapsed?: boolean
  /** What else there is to say of a motion. */
  noteOf?: (motion: string) => string | undefined
}

/** What was done with a record, oldest first. */
export function Timeline({ none, derived, hasLapsed = false, noteOf, ...given }: TimelineProps) {
  const { record } = given
  const { words, count } = useLocale()
  const all = stepsOn(record)
  const steps = all.slice(-stepsMax)
  const earlier = steps.slice(0, -unfoldedMax)
  const isDerived = record.actions.length === 0
  return (
    <>
      <h2 id="steps">{words.matter.steps}</h2>
      {all.length === 0 && <p>{none}</p>}
      {isDerived && all.length > 0 && <p class="quiet">{derived}</p>}
      {all.length > steps.length && !record.isShortened && (
        <p class="quiet">{words.matter.latestSteps(count(steps.length), count(all.length))}</p>
      )}
      <Folded rows={earlier.length}>
        <Steps steps={earlier} {...given} {...{ hasLapsed, noteOf }} />
      </Folded>
      <Steps steps={steps.slice(-unfoldedMax)} {...given} {...{ hasLapsed, noteOf }} />
    </>
  )
}

/** Earlier steps are folded away. */
const unfoldedMax = 15

type StepsProps = Pick<TimelineProps, 'visit' | 'record'> & {
  hasLapsed: boolean
  noteOf: TimelineProps['noteOf'] | undefined
}

function Steps({ steps, ...props }: StepsProps & { steps: readonly Step[] }) {
  const { words, date } = useLocale()
  return (
    <ol class="timeline">
      {steps.map((step, at) => (
        <li key={at} class={step.action && isVeto(step.action) ? 'veto' : undefined}>
          {step.date === '' ? (
            <span class="when">{words.matter.undated}</span>
          ) : (
            <time class="when" dateTime={step.date}>
              {date(step.date)}
            </time>
          )}
          <div>
            <StepLine step={step} {...props} />
            <Motions step={step} {...props} />
          </div>
        </li>
      ))}
    </ol>
  )
}

/** A step in the words of the source, and where it was taken; one line. */
function StepLine({ step, visit, record, hasLapsed }: StepsProps & { step: Step }) {
  const { action, sitting } = step
  const text = (action && textBeside(action, record.actions)) ?? null
  const isLong = text !== null && text.length > lineMax
  if (action === undefined && sitting === undefined) return null
  return (
    <>
      <p>
        {action !== undefined && <Recorded {...{ action, hasLapsed }} />}
        <StepLocation step={step} visit={visit} items={itemsOf(step, record)} />
        {text !== null && !isLong && (
          <>
            {' · '}
            <RecordText text={text} />
          </>
        )}
      </p>
      {isLong && (
        <p class="quiet">
          <RecordText text={text} />
        </p>
      )}
    </>
  )
}

const isLapseStep = ({ description, motion_slug: motion, result }: Action) =>
  isLapse({ description, isVoted: motion !== null || result !== null })

interface RecordedProps {
  action: Action
  hasLapsed: boolean
}

/** What the source calls the step, and its result if no motion shows that. */
function Recorded({ action, hasLapsed }: RecordedProps) {
  return (
    <>
      <strong>
        <StepName {...{ action, hasLapsed }} />
      </strong>
      {action.motion_slug === null && action.result !== null && (
        <>
          {' '}
          <ResultTag result={action.result} kind="item" />
        </>
      )}
    </>
  )
}

/** What a step is called: the word of the source, or of the page if the source has another language. */
export function StepName({ action, hasLapsed }: RecordedProps) {
  const { words } = useLocale()
  const nameOf = useRecordName()
  const { description } = action
  const kinds = useKinds(action)
  const named = nameOf(description)
  const lapsed = hasLapsed && isLapseStep(action) ? [words.fate.lapsed] : []
  if (named !== description || kinds.length === 0)
    return (
      <>
        <RecordText text={named} />
        {lapsed.length > 0 && <span class="quiet">{` · ${lapsed.join('')}`}</span>}
      </>
    )
  return <span title={description}>{[...kinds, ...lapsed].join(' · ')}</span>
}

type StepLocationProps = Pick<StepsProps, 'visit'> & { step: Step; items: Proceedings['items'] }

/** The body that acted, unless its meeting says so or it only lapsed, and the meeting. */
function StepLocation({ step: { action, sitting }, ...props }: StepLocationProps) {
  const nameOf = useRecordName()
  const body = action?.organization ?? null
  const isNamed = body !== null && body !== sitting?.title && !(action && isLapseStep(action))
  return (
    <>
      {isNamed && ` · ${nameOf(body)}`}
      {sitting !== undefined && (
        <>
          {action !== undefined && ' · '}
          <MeetingLink sitting={sitting} {...props} />
        </>
      )}
    </>
  )
}

/** Longer texts have lines of their own. */
const lineMax = 120

/** The kinds of a step in words of the page, if the source has another language. Few words are those of a list in English. */
function useKinds(action: Action): string[] {
  const { words, language } = useLocale()
  const { description, text, classification } = action
  const written = languageOfText(`${description} ${text ?? ''}`) ?? 'en'
  return written === language
    ? []
    : classification.flatMap((kind) => wordOf(words.matter.kinds, kind) ?? [])
}

/** The agenda items of a step's motions, or else all of its meeting. */
function itemsOf({ motions, sitting }: Step, { proceedings }: TimelineProps['record']) {
  const ids = new Set(motions.map((motion) => motion.agenda_item_id))
  const all = proceedings.items.filter((item) => item.meeting_slug === sitting?.slug)
  const own = all.filter(({ id }) => ids.has(id))
  return own.length > 0 ? own : all
}

interface MeetingLinkProps extends Pick<TimelineProps, 'visit'> {
  sitting: Sitting
  items: Proceedings['items']
}

/** The meeting, and where the record is on its agenda. */
function MeetingLink({ visit, sitting, items }: MeetingLinkProps) {
  const { words } = useLocale()
  const nameOf = useRecordName()
  const path = paths.meeting(visit.municipality, sitting.slug)
  const numbered = items.filter(({ item_number: number }) => number !== null)
  return (
    <>
      <a href={path}>{nameOf(sitting.title)}</a> <StatusTag status={sitting.status} />
      {numbered.map((item) => (
        <span key={item.id}>
          {' · '}
          <a href={itemPath(path, item)}>{words.motion.item(item.item_number ?? '')}</a>
        </span>
      ))}
    </>
  )
}

function Motions({ visit, step, noteOf }: StepsProps & { step: Step }) {
  const { words } = useLocale()
  const { action, motions, sitting } = step
  if (motions.length > 0)
    return (
      <ul class="motions">
        {motions.map((motion) => (
          <li key={motion.slug}>
            <MotionResult
              // A veto is a step of its own.
              motion={{ ...motion, vetoes: null }}
              beside={
                <>
                  <MotionNumber motion={motion} />
                  {noteOf?.(motion.slug) && (
                    <span class="quiet">{` · ${noteOf(motion.slug)}`}</span>
                  )}
                </>
              }
            />
          </li>
        ))}
      </ul>
    )
  if (action !== undefined || sitting === undefined || isCalledOff(sitting.status)) return null
  const noDecision = <p class="quiet">{words.matter.noDecision}</p>
  if (sitting.has_minutes === 1) return noDecision
  if (sitting.date > visit.today) return null
  if (isSample(visit.lastImport)) return noDecision
  const isPending = isMinutesPending(sitting, visit)
  return <p class="quiet">{isPending ? words.matter.noMinutesYet : words.matter.noMinutes}</p>
}

type Sitting = Proceedings['meetings'][number]
type Motion = Proceedings['motions'][number]

/** A step, with its meeting if that is known. */
type Step = RecordStep<Action, Motion> & { sitting: Sitting | undefined }

/** The recorded steps, and the meetings and motions without one, oldest first; undated ones first. */
function stepsOn({ actions, proceedings }: TimelineProps['record']): Step[] {
  const { meetings, motions } = proceedings
  const sittings = new Map(meetings.map((meeting) => [meeting.slug, meeting]))
  const dated = actions.map((action) => ({ ...action, date: action.date ?? '' }))
  const steps = stepsOf({
    actions: dated,
    motions: motions.toReversed(),
    sittings: meetings.toReversed(),
  })
  return steps.map((step) => ({ ...step, sitting: sittings.get(step.meeting_slug ?? '') }))
}
