import type { ComponentChildren } from 'preact'
import { dayMs } from '../../core/calendar-date.ts'
import { isCalledOff } from '../../core/called-off.ts'
import type { MeetingItemRow } from '../../resources/meetings/queries.ts'
import { ExternalLink } from '../../site/external-link.tsx'
import { Phrase } from '../../site/phrase.tsx'
import { useRecordName } from '../council-context.ts'
import { type Locale, useLocale } from '../locale.ts'
import { isMinutesPending, isSample } from '../minutes.ts'
import { paths } from '../paths.ts'
import type { LastImport, Visit } from '../visit.ts'
import { MeetingAbout } from './meeting-about.tsx'
import type { MeetingLine, MeetingNotes } from './queries.ts'
import { StatusTag } from './tags.tsx'

interface SittingProps {
  visit: Visit
  meeting: Pick<MeetingItemRow, 'slug' | 'title' | 'date' | 'has_minutes' | 'has_agenda'>
  notes: MeetingNotes | undefined
  /** Whether the date has its month. */
  isDated?: boolean
  /** What it was about. */
  children?: ComponentChildren
}

/** One line: the day, the body, and what is on record. */
export function Sitting({ visit, meeting, notes, isDated, children }: SittingProps) {
  const { words, weekday, shortDate, clock } = useLocale()
  const { slug, title, date } = meeting
  const nameOf = useRecordName()
  const time = notes?.starts_at == null ? '' : clock(notes.starts_at)
  const facts =
    notes === undefined || isCalledOff(notes.status)
      ? []
      : [
          ...decisionsOf(notes, words),
          papersOf(meeting, notes, visit),
          notes.video_url === null ? '' : words.meetings.video,
        ]
  return (
    <>
      <time dateTime={date}>{isDated === true ? shortDate(date) : weekday(date)}</time>
      <div>
        <a href={paths.meeting(visit.municipality, slug)}>{nameOf(title)}</a>{' '}
        {notes !== undefined && <StatusTag status={notes.status} />}
        <p class="quiet">{[time, ...facts].filter((fact) => fact !== '').join(' · ')}</p>
        {children}
      </div>
    </>
  )
}

function decisionsOf(notes: MeetingNotes, { meetings: names }: Locale['words']): string[] {
  const [motions, recorded] = [Number(notes.motions), Number(notes.recorded)]
  return [motions > 0 ? names.motions(motions) : '', recorded > 0 ? names.recorded(recorded) : '']
}

/** The agenda before a meeting, the minutes after it, or that they are missing. */
function papersOf(
  { date, has_minutes, has_agenda }: SittingProps['meeting'],
  { status }: MeetingNotes,
  visit: Visit,
): string {
  const names = visit.locale.words.meetings
  if (has_minutes === 1) return names.minutes
  if (date >= visit.today || isSample(visit.lastImport)) return has_agenda === 1 ? names.agenda : ''
  const isPending = isMinutesPending({ date, status, has_minutes }, visit)
  return isPending ? names.noMinutesYet : names.noMinutes
}

/** Days after which a council has probably met again. */
const oldAfter = 45

/** If the last meeting on record is old: where to look for what happened since. */
export function RecordEnd({ visit, last }: { visit: Visit; last: string }) {
  const { words, date } = useLocale()
  const { today } = visit
  if (Date.parse(today) - Date.parse(last) <= oldAfter * dayMs) return null
  const { ended, site } = words.overview
  const values = { site: <ExternalLink href={portalOf(visit)}>{site}</ExternalLink> }
  return (
    <p class="notice">
      <Phrase text={ended(date(last))} values={values} />
    </p>
  )
}

/** Where the council publishes its meetings: the portal of the last import, or the site of the municipality. */
export function portalOf({ lastImport, municipality }: Visit): string | null {
  const portal = lastImport !== undefined && isOfSite(lastImport) ? lastImport.url : null
  return portal ?? municipality.url
}

/** Importers that read a table or an API, which is not a page for people. */
const dataImporters = ['toronto', 'vancouver', 'votes-csv', 'legistar', 'open-civic-data']

/** Whether the URL of an import is that of a site. */
export function isOfSite({ importer }: Pick<LastImport, 'importer'>): boolean {
  return importer === null || !dataImporters.includes(importer)
}

type ListedMeeting = SittingProps['meeting'] & { id: number; summary: string | null }

interface SittingListProps {
  visit: Visit
  meetings: readonly ListedMeeting[]
  notes: ReadonlyMap<number, MeetingLine>
}

/** Meetings of a body, each with its date and what it was about. */
function SittingList({ visit, meetings, notes }: SittingListProps) {
  return (
    <ul class="sittings dated">
      {meetings.map((meeting) => (
        <li key={meeting.id}>
          <Sitting visit={visit} meeting={meeting} notes={notes.get(meeting.id)} isDated>
            <MeetingAbout
              meeting={meeting}
              note={notes.get(meeting.id)}
              isPast={meeting.date < visit.today}
            />
          </Sitting>
        </li>
      ))}
    </ul>
  )
}

interface LatestProps extends Omit<SittingListProps, 'meetings'> {
  latest: readonly ListedMeeting[]
}

/** The latest meetings of a body. */
export function LatestMeetings({ visit, latest, notes }: LatestProps) {
  const { words } = useLocale()
  return (
    <>
      <h2 id="latest">{words.overview.latest}</h2>
      {latest.length === 0 ? (
        <p>{words.overview.noLatest}</p>
      ) : (
        <SittingList visit={visit} meetings={latest} notes={notes} />
      )}
    </>
  )
}

interface NextMeetingsProps extends Omit<SittingListProps, 'meetings'> {
  next: readonly ListedMeeting[]
}

/** The next meetings of a body. */
export function NextMeetings({ visit, next, notes }: NextMeetingsProps) {
  const { words } = useLocale()
  return (
    <>
      <h2 id="next">{words.overview.next}</h2>
      {next.length === 0 ? (
        <p>{words.overview.noNext}</p>
      ) : (
        <SittingList visit={visit} meetings={next} notes={notes} />
      )}
    </>
  )
}
