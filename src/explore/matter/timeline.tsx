import { isCalledOff } from '../../core/called-off.ts'
import { groupBy } from '../../core/group-by.ts'
import type { MatterDetail } from '../../resources/matters/schema.ts'
import { useRecordName } from '../council-context.ts'
import { useLocale, wordOf } from '../locale.ts'
import { isMinutesPending } from '../minutes.ts'
import { itemPath } from '../parts/meeting-anchors.ts'
import { MotionLink, MotionNumber } from '../parts/motion-link.tsx'
import { Outcome } from '../parts/outcome.tsx'
import { RecordText } from '../parts/record-text.tsx'
import { Folded } from '../parts/rows.tsx'
import { ResultTag, StatusTag } from '../parts/tags.tsx'
import { inVotingOrder } from '../parts/voting-order.ts'
import { paths } from '../paths.ts'
import type { Visit } from '../visit.ts'
import type { Proceedings } from './queries.ts'
import { type MatterOnPage, stepsMax } from './read-matter.ts'

interface TimelineProps {
  visit: Visit
  found: MatterOnPage
}

/** What was done with the matter, oldest first. */
export function Timeline({ visit, found }: TimelineProps) {
  const { words, count } = useLocale()
  const all = stepsOf(found)
  const steps = all.slice(-stepsMax)
  const earlier = steps.slice(0, -unfoldedMax)
  const isDerived = found.matter.actions.length === 0
  return (
    <>
      <h2 id="steps">{words.matter.steps}</h2>
      {all.length === 0 && <p>{words.matter.noSteps}</p>}
      {isDerived && all.length > 0 && <p class="quiet">{words.matter.stepsDerived}</p>}
      {all.length > steps.length && !found.isShortened && (
        <p class="quiet">{words.matter.latestSteps(count(steps.length), count(all.length))}</p>
      )}
      <Folded rows={earlier.length}>
        <Steps steps={earlier} {...{ visit, found }} />
      </Folded>
      <Steps steps={steps.slice(-unfoldedMax)} {...{ visit, found }} />
    </>
  )
}

/** Earlier steps are folded away. */
const unfoldedMax = 15

function Steps({ visit, found, steps }: TimelineProps & { steps: readonly Step[] }) {
  const { words, date } = useLocale()
  return (
    <ol class="timeline">
      {steps.map((step, at) => (
        <li key={at}>
          {step.date === '' ? (
            <span class="when">{words.matter.undated}</span>
          ) : (
            <time class="when" dateTime={step.date}>
              {date(step.date)}
            </time>
          )}
          <div>
            {step.action !== undefined && <Recorded action={step.action} />}
            {step.sitting !== undefined && (
              <MeetingLine visit={visit} sitting={step.sitting} items={itemsOf(step, found)} />
            )}
            <Motions visit={visit} found={found} step={step} />
          </div>
        </li>
      ))}
    </ol>
  )
}

/** A step in the words of the source, its kind, and the body that took it. */
function Recorded({ action }: { action: Action }) {
  const { words } = useLocale()
  const nameOf = useRecordName()
  const kinds = action.classification.map((kind) => wordOf(words.matter.kinds, kind) ?? kind)
  const facts = [
    ...kinds.filter((kind) => kind !== action.description),
    action.organization && nameOf(action.organization),
  ]
  return (
    <>
      <p>
        <strong>
          <RecordText text={action.description} />
        </strong>{' '}
        {action.motion_slug === null && action.result !== null && (
          <ResultTag result={action.result} kind="item" />
        )}
      </p>
      <p class="quiet">{facts.filter((fact) => fact !== null).join(' · ')}</p>
      {action.text !== null && (
        <p>
          <RecordText text={action.text} />
        </p>
      )}
    </>
  )
}

/** The agenda items of a step's motions, or else all of its meeting. */
function itemsOf({ motions, sitting }: Step, { proceedings }: MatterOnPage) {
  const slugs = new Set(motions.map(({ slug }) => slug))
  const ids = new Set(
    proceedings.motions
      .filter(({ slug }) => slugs.has(slug))
      .map((motion) => motion.agenda_item_id),
  )
  const all = proceedings.items.filter((item) => item.meeting_slug === sitting?.slug)
  const own = all.filter(({ id }) => ids.has(id))
  return own.length > 0 ? own : all
}

interface MeetingLineProps extends Pick<TimelineProps, 'visit'> {
  sitting: Sitting
  items: Proceedings['items']
}

/** The meeting, and where the matter is on its agenda. */
function MeetingLine({ visit, sitting, items }: MeetingLineProps) {
  const { words } = useLocale()
  const nameOf = useRecordName()
  const path = paths.meeting(visit.municipality, sitting.slug)
  const numbered = items.filter(({ item_number: number }) => number !== null)
  return (
    <p>
      <a href={path}>{nameOf(sitting.title)}</a> <StatusTag status={sitting.status} />
      {numbered.map((item) => (
        <span key={item.id}>
          {' · '}
          <a href={itemPath(path, item)}>{words.motion.item(item.item_number ?? '')}</a>
        </span>
      ))}
    </p>
  )
}

function Motions({ visit, found, step }: TimelineProps & { step: Step }) {
  const { words } = useLocale()
  const { action, motions, sitting } = step
  if (motions.length > 0)
    return (
      <ul class="motions">
        {motions.map((motion) => (
          <li key={motion.slug}>
            <MotionLine found={found} motion={motion} />
          </li>
        ))}
      </ul>
    )
  if (action !== undefined || sitting === undefined || isCalledOff(sitting.status)) return null
  if (sitting.has_minutes === 1) return <p class="quiet">{words.matter.noDecision}</p>
  if (sitting.date > visit.today) return null
  const isPending = isMinutesPending(sitting, visit)
  return <p class="quiet">{isPending ? words.matter.noMinutesYet : words.matter.noMinutes}</p>
}

function MotionLine({ found, motion }: Pick<TimelineProps, 'found'> & { motion: MatterMotion }) {
  const more = found.proceedings.motions.find(({ slug }) => slug === motion.slug)
  const shown = more ?? { ...motion, tally_for: null, tally_against: null }
  return (
    <>
      <Outcome motion={shown} /> <MotionLink motion={shown} />
      <MotionNumber motion={shown} />
    </>
  )
}

type Action = MatterDetail['actions'][number]
type MatterMotion = MatterDetail['motions'][number]
type Sitting = MatterOnPage['proceedings']['meetings'][number]

/** A step that the source records, or a meeting that dealt with the matter. */
interface Step {
  /** Empty if unknown. */
  date: string
  action?: Action
  sitting?: Sitting | undefined
  motions: MatterMotion[]
}

/** The recorded steps, and the meetings and motions without one, oldest first; undated ones first. */
function stepsOf({ matter, proceedings }: MatterOnPage): Step[] {
  const sittings = new Map(proceedings.meetings.map((meeting) => [meeting.slug, meeting]))
  const motionOf = new Map(matter.motions.map((motion) => [motion.slug, motion]))
  const recorded = matter.actions.map((action) => {
    const motion = motionOf.get(action.motion_slug ?? '')
    return {
      date: action.date ?? '',
      action,
      sitting: sittings.get(action.meeting_slug ?? ''),
      motions: motion === undefined ? [] : [motion],
    }
  })
  const ofActions = new Set(matter.actions.map(({ motion_slug: slug }) => slug))
  const motions = matter.motions.filter(({ slug }) => !ofActions.has(slug)).reverse()
  const inMeeting = groupBy(motions, ({ meeting_slug: slug }) => slug)
  const stepped = new Set(matter.actions.map(({ meeting_slug: slug }) => slug))
  const others = proceedings.meetings
    .filter(({ slug }) => !stepped.has(slug) || inMeeting(slug).length > 0)
    .map((sitting) => ({
      date: sitting.date,
      sitting,
      motions: inVotingOrder(inMeeting(sitting.slug)),
    }))
  const outside = motions
    .filter(({ meeting_slug: slug }) => slug === null || !sittings.has(slug))
    .map((motion) => ({ date: motion.meeting_date ?? '', motions: [motion] }))
  return [...recorded, ...others.reverse(), ...outside].sort((one, other) =>
    one.date < other.date ? -1 : Number(one.date > other.date),
  )
}
