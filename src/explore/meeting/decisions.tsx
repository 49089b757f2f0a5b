import { dateInZone, dayMs } from '../../core/calendar-date.ts'
import { isCalledOff } from '../../core/called-off.ts'
import { isDefeated, isReceived } from '../../core/carried-results.ts'
import { groupBy } from '../../core/group-by.ts'
import { isDefeatedMotion } from '../../core/headings/outcome.ts'
import { inVotingOrder } from '../../core/voting-order.ts'
import { Phrase } from '../../site/phrase.tsx'
import { useRecordName } from '../council-context.ts'
import { agreeing, useLocale } from '../locale.ts'
import { graceDays, hasDocumentsOnly, isMinutesPending } from '../minutes.ts'
import { Losers } from '../parts/losers.tsx'
import { anchorsOf, sliceOf, slicesOf } from '../parts/meeting-anchors.ts'
import { ItemLine, MotionNumber } from '../parts/motion-link.tsx'
import { MotionResult } from '../parts/motion-result.tsx'
import { MatterNumber } from '../parts/names.tsx'
import { VersionLink } from '../parts/official-links.tsx'
import { RecordText } from '../parts/record-text.tsx'
import { WatchItem } from '../parts/recording.tsx'
import { Folded } from '../parts/rows.tsx'
import { ResultTag } from '../parts/tags.tsx'
import { paths } from '../paths.ts'
import type { Visit } from '../visit.ts'
import { ItemNote, ItemNumber, Recommendation } from './item.tsx'
import type { AgendaItem, MeetingMotion, MeetingOnPage } from './read-meeting.ts'

interface DecisionsProps {
  visit: Visit
  found: MeetingOnPage
  first: number
}

/** The agenda items with a motion, a result or an action: contested ones first, routine ones folded away. */
export function Decisions({ visit, found, first }: DecisionsProps) {
  const { words, count } = useLocale()
  const { agendaItems, motions } = found
  const motionsOf = groupBy(motions, ({ agenda_item_id: id }) => id)
  const decided = sliceOf(agendaItems, first).filter((item) => isDecided(item, motionsOf(item.id)))
  const ids = new Set(agendaItems.map(({ id }) => id))
  const others = motions.filter(({ agenda_item_id: id }) => id === null || !ids.has(id))
  const ofWeight = groupBy(decided, (item) => weightOf(item, motionsOf(item.id)))
  const list = (items: readonly AgendaItem[]) => (
    <Items
      meeting={found.meeting}
      losers={found.losers}
      isPart={slicesOf(agendaItems.length).length > 1}
      items={items}
      anchors={anchorsOf(agendaItems)}
      motionsOf={motionsOf}
    />
  )
  const [contested, telling, routine] = [
    ofWeight('contested'),
    ofWeight('decision'),
    ofWeight('routine'),
  ]
  return (
    <>
      <h2 id="decisions">{words.meeting.decided}</h2>
      <Gap visit={visit} found={found} decided={decided.length} />
      <TextGaps found={found} />
      {contested.length > 0 && <h3>{words.meeting.contested}</h3>}
      {list(contested)}
      {contested.length > 0 && telling.length > 0 && <h3>{words.meeting.otherDecisions}</h3>}
      {list(telling)}
      {routine.length > 0 && (
        <details class="section" open={routine.length === decided.length}>
          <summary>
            <h3>{words.meeting.routine(routine.length, count(routine.length))}</h3>
          </summary>
          {list(routine)}
        </details>
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
          {agendaItems.length > 0 && <h3>{words.meeting.otherMotions}</h3>}
          <Motions motions={others} losers={found.losers} isAlone />
        </>
      )}
    </>
  )
}

/** Whether somebody voted against an item or it was lost, and else whether it decides more than how the meeting is run. */
function weightOf(
  { result }: AgendaItem,
  motions: readonly MeetingMotion[],
): 'contested' | 'decision' | 'routine' {
  if (motions.some(isContested) || isDefeated(result)) return 'contested'
  const decisions = motions.length === 0 ? [{ kind: null, result }] : motions
  return decisions.some(isDecision) ? 'decision' : 'routine'
}

function isDecision({ kind, result }: Pick<MeetingMotion, 'kind' | 'result'>): boolean {
  return result !== null && !isReceived(result) && kind !== 'procedural'
}

function isContested(motion: MeetingMotion): boolean {
  const { contested, named_against: against } = motion
  return contested === 1 || Number(against) > 0 || isDefeatedMotion(motion)
}

interface ItemsProps extends Pick<MeetingOnPage, 'meeting' | 'losers'> {
  items: readonly AgendaItem[]
  anchors: ReadonlyMap<number, string>
  motionsOf: (id: number) => readonly MeetingMotion[]
}

/** Items of a list before the rest is folded away. */
const shownMax = 20

/** An agenda in parts has links to the others: nothing is folded away besides. */
function Items({ items, isPart, ...props }: ItemsProps & { isPart: boolean }) {
  if (isPart) return <ItemList items={items} {...props} />
  const rest = items.slice(shownMax)
  return (
    <>
      <ItemList items={items.slice(0, shownMax)} {...props} />
      <Folded rows={rest.length}>
        <ItemList items={rest} {...props} />
      </Folded>
    </>
  )
}

function ItemList({ items, anchors, motionsOf, ...found }: ItemsProps) {
  if (items.length === 0) return null
  const isNumbered = items.some(({ item_number: number }) => number)
  return (
    <ol class={isNumbered ? 'decisions' : 'decisions unnumbered'}>
      {items.map((item) => (
        <li key={item.id} id={anchors.get(item.id)}>
          <ItemNumber item={item} anchor={anchors.get(item.id)} />
          <Decision {...found} item={item} motions={motionsOf(item.id)} />
        </li>
      ))}
    </ol>
  )
}

/** Whether an item is among the decisions. */
export function isDecided(item: AgendaItem, motions: readonly MeetingMotion[]): boolean {
  return motions.length > 0 || item.result !== null || item.action !== null
}

/** Whether a meeting is still to be held: until its day is over, or something is decided. */
export function isToCome({ meeting, motions, agendaItems }: MeetingOnPage, today: string): boolean {
  const { date, status, has_minutes: hasMinutes } = meeting
  if (isCalledOff(status) || hasMinutes === 1) return false
  if (motions.length > 0 || agendaItems.some((item) => isDecided(item, []))) return false
  return date > today || (date === today && status === 'scheduled')
}

interface DecisionProps extends Pick<MeetingOnPage, 'meeting' | 'losers'> {
  item: AgendaItem
  motions: readonly MeetingMotion[]
}

/** Whether the result of an item is that of a motion: amendments do not decide it. */
const decidesItem = ({ kind, result }: MeetingMotion, item: AgendaItem): boolean =>
  kind === null || kind === 'motion' || (kind === 'procedural' && result === item.result)

/** What was decided, below the item that it is about, which it may reject. */
function Decision({ meeting, losers, item, motions }: DecisionProps) {
  const { ofItem } = useLocale().words.meeting
  return (
    <div>
      <p class="quiet">
        <RecordText text={item.title} />
        <MatterNumber item={item} />
      </p>
      {item.result !== null && !motions.some((motion) => decidesItem(motion, item)) && (
        <p>
          {motions.length > 0 && `${ofItem} `}
          <ResultTag result={item.result} kind="item" />
        </p>
      )}
      <ItemNote item={item} />
      <Recommendation item={item} />
      <WatchItem item={item} meeting={meeting} />
      {motions.length > 0 && <Motions motions={inVotingOrder(motions)} losers={losers} />}
    </div>
  )
}

interface MotionsProps extends Pick<DecisionProps, 'motions' | 'losers'> {
  /** Without an agenda item above, whose title a motion may need. */
  isAlone?: boolean
}

function Motions({ motions, losers, isAlone }: MotionsProps) {
  const losersOf = (motion: MeetingMotion) => {
    const side = losers.get(motion.slug)
    return side && <Losers motion={{ ...motion, ...side }} />
  }
  return (
    <ul class="motions">
      {motions.map((motion) => (
        <li key={motion.slug}>
          {isAlone === true && <ItemLine motion={motion} item={motion.matter_title} />}
          <MotionResult
            motion={motion}
            beside={
              <>
                <MotionNumber motion={motion} />
                <MovedBy motion={motion} />
              </>
            }
            losers={losersOf(motion)}
          />
        </li>
      ))}
    </ul>
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
  const cut = motions.filter(({ text_complete: isComplete }) => isComplete === 0).length
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

/** Why no decision is shown, when to expect one, and where the body last decided something. */
function Gap({ visit, found, decided }: GapProps) {
  const { words } = useLocale()
  const { meeting, motions, agendaItems } = found
  if (decided > 0 && !isCalledOff(meeting.status)) return null
  const isElsewhere = motions.length > 0 || agendaItems.some((item) => isDecided(item, []))
  if (decided === 0 && isElsewhere)
    return agendaItems.length === 0 ? null : <p>{words.meeting.noDecisionsHere}</p>
  return (
    <>
      <p>
        {reasonOf(meeting, visit)} <MinutesDelay visit={visit} found={found} />
      </p>
      <LastDecided visit={visit} found={found} />
    </>
  )
}

/** Where the body last decided something. */
export function LastDecided({ visit, found }: Pick<GapProps, 'visit' | 'found'>) {
  const { words, date } = useLocale()
  const nameOf = useRecordName()
  const last = found.neighbours.decided
  if (last === undefined || last.slug === found.meeting.slug) return null
  const meeting = (
    <a href={paths.meeting(visit.municipality, last.slug)}>
      {words.meeting.titled(nameOf(last.title), date(last.date))}
    </a>
  )
  return (
    <p>
      <Phrase text={words.meeting.lastDecided} values={{ meeting }} />
    </p>
  )
}

function reasonOf(meeting: MeetingOnPage['meeting'], visit: Visit): string {
  const { words } = visit.locale
  if (meeting.status === 'cancelled') return words.meeting.cancelled
  if (meeting.status === 'postponed') return words.meeting.postponed
  if (meeting.has_minutes === 1)
    return hasDocumentsOnly(visit.lastImport?.importer)
      ? words.meeting.votesNotData
      : words.meeting.noMotions
  return isMinutesPending(meeting, visit) ? words.meeting.noMinutesYet : words.meeting.noMinutes
}

/** How soon the newest minutes of the body were on record; nothing if this meeting does not wait for its own. */
function MinutesDelay({
  visit,
  found: { meeting, neighbours },
}: Pick<GapProps, 'visit' | 'found'>) {
  const { words, date, count } = useLocale()
  const { minuted } = neighbours
  const { lastImport, municipality } = visit
  if (minuted === undefined || lastImport === undefined) return null
  if (meeting.date > visit.today || !isMinutesPending(meeting, visit)) return null
  const read =
    municipality.asOf ?? dateInZone(Date.parse(lastImport.finishedAt), municipality.timeZone)
  const days = Math.round((Date.parse(read) - Date.parse(minuted.date)) / dayMs)
  if (days < 0 || days > graceDays) return null
  return <>{words.meeting.minutesWithin(date(minuted.date), days, count(days))}</>
}
