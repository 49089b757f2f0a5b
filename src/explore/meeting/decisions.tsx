import { isCalledOff } from '../../core/called-off.ts'
import { groupBy } from '../../core/group-by.ts'
import { operativeClauseOf } from '../../core/operative-clause.ts'
import { Phrase } from '../../site/phrase.tsx'
import { useLocale } from '../locale.ts'
import { isMinutesPending } from '../minutes.ts'
import { anchorsOf, sliceOf } from '../parts/meeting-anchors.ts'
import { MotionLink, MotionNumber } from '../parts/motion-link.tsx'
import { MatterNumber } from '../parts/names.tsx'
import { VersionLink } from '../parts/official-links.tsx'
import { RecordText } from '../parts/record-text.tsx'
import { ResultTag } from '../parts/tags.tsx'
import { paths } from '../paths.ts'
import { useRecordName } from '../record-name.ts'
import type { Visit } from '../visit.ts'
import { agreeing } from '../words/word-of.ts'
import { ItemNote, ItemNumber } from './item.tsx'
import type { AgendaItem, MeetingMotion, MeetingOnPage } from './read-meeting.ts'

interface DecisionsProps {
  visit: Visit
  found: MeetingOnPage
  first: number
}

/** The agenda items with a motion, a result or an action, and what is not recorded. */
export function Decisions({ visit, found, first }: DecisionsProps) {
  const { words } = useLocale()
  const { agendaItems, motions } = found
  const motionsOf = groupBy(motions, ({ agenda_item_id: id }) => id)
  const anchors = anchorsOf(agendaItems)
  const decided = sliceOf(agendaItems, first).filter((item) => isDecided(item, motionsOf(item.id)))
  const ids = new Set(agendaItems.map(({ id }) => id))
  const others = motions.filter(({ agenda_item_id: id }) => id === null || !ids.has(id))
  return (
    <>
      <h2 id="decisions">{words.meeting.decided}</h2>
      <Gap visit={visit} found={found} decided={decided.length} />
      <TextGaps found={found} />
      {decided.length > 0 && (
        <ol
          class={
            decided.some(({ item_number }) => item_number) ? 'decisions' : 'decisions unnumbered'
          }
        >
          {decided.map((item) => (
            <li key={item.id} id={anchors.get(item.id)}>
              <ItemNumber item={item} anchor={anchors.get(item.id)} />
              <Decision item={item} motions={motionsOf(item.id)} />
            </li>
          ))}
        </ol>
      )}
      {motions.filter(({ named_votes: named }) => Number(named) > 0).length > 1 && (
        <p>
          <a href={`${paths.votes(visit.municipality)}?meeting=${found.meeting.slug}&view=grid`}>
            {words.meeting.voteTable}
          </a>
        </p>
      )}
      {first === 1 && others.length > 0 && (
        <>
          <h3>{words.meeting.otherMotions}</h3>
          <Motions motions={others} />
        </>
      )}
    </>
  )
}

/** Whether an item is among the decisions. */
export function isDecided(item: AgendaItem, motions: readonly MeetingMotion[]): boolean {
  return motions.length > 0 || item.result !== null || item.action !== null
}

interface DecisionProps {
  item: AgendaItem
  motions: readonly MeetingMotion[]
}

/** An item, which a motion below it may reject. */
function Decision({ item, motions }: DecisionProps) {
  return (
    <div>
      <div class="line">
        <p>
          <strong>
            <RecordText text={item.title} />
          </strong>
          <MatterNumber item={item} />
        </p>
        {motions.length === 0 && (
          <p class="outcome">
            {item.result !== null && <ResultTag result={item.result} kind="item" />}
          </p>
        )}
      </div>
      <ItemNote item={item} />
      {motions.length > 0 && <Motions motions={motions} />}
    </div>
  )
}

function Motions({ motions }: Pick<DecisionProps, 'motions'>) {
  return (
    <ul class="motions">
      {motions.map((motion) => (
        <li key={motion.slug}>
          <Outcome motion={motion} /> <MotionLink motion={motion} />
          <MotionNumber motion={motion} />
          <MovedBy motion={motion} />
        </li>
      ))}
    </ul>
  )
}

function Outcome({ motion }: { motion: MeetingMotion }) {
  const { words, count } = useLocale()
  const { tally_for: inFavour, tally_against: against } = motion
  return (
    <>
      <ResultTag {...motion} />
      {inFavour !== null && against !== null && (
        <> {words.motion.tally(count(inFavour), count(against))}</>
      )}
    </>
  )
}

function MovedBy({ motion: { kind, mover, mover_name: written } }: { motion: MeetingMotion }) {
  const { words } = useLocale()
  const name = mover ?? written
  return name === null ? null : <span class="quiet"> {agreeing(kind, words).movedBy(name)}</span>
}

/** How many motions lack their decision, and where to read it. */
function TextGaps({ found: { meeting, motions, documents } }: Pick<DecisionsProps, 'found'>) {
  const { words, count } = useLocale()
  const { seeMinutes, minutesLink } = words.motion
  const cut = motions.filter(({ text }) => !operativeClauseOf(text).isComplete).length
  if (cut === 0) return null
  const url = meeting.minutes_url
  const minutes = url && <VersionLink {...{ url, documents }}>{minutesLink}</VersionLink>
  return (
    <p class="quiet">
      {words.meeting.textGaps(cut, count(cut))}{' '}
      {minutes && <Phrase text={seeMinutes} values={{ minutes }} />}
    </p>
  )
}

interface GapProps extends Pick<DecisionsProps, 'visit' | 'found'> {
  decided: number
}

/** What is not recorded about the decisions, and where the body last decided something. */
function Gap({ visit, found, decided }: GapProps) {
  const { words, date } = useLocale()
  const nameOf = useRecordName()
  const { meeting, motions, agendaItems, neighbours } = found
  if (isCalledOff(meeting.status))
    return (
      <p>{meeting.status === 'cancelled' ? words.meeting.cancelled : words.meeting.postponed}</p>
    )
  if (decided > 0) return null
  if (motions.length > 0 || agendaItems.some((item) => isDecided(item, [])))
    return <p>{words.meeting.noDecisionsHere}</p>
  if (meeting.has_minutes === 0 && meeting.date > visit.today) return <p>{words.meeting.notHeld}</p>
  const last = neighbours.decided
  const link = last && (
    <a href={paths.meeting(visit.municipality, last.slug)}>
      {words.meeting.titled(nameOf(last.title), date(last.date))}
    </a>
  )
  const noMinutes = isMinutesPending(meeting, visit)
    ? words.meeting.noMinutesYet
    : words.meeting.noMinutes
  return (
    <p>
      {meeting.has_minutes === 1 ? words.meeting.noMotions : noMinutes}{' '}
      {link && <Phrase text={words.meeting.lastDecided} values={{ meeting: link }} />}
    </p>
  )
}
