import ical, { ICalCalendarMethod, ICalEventStatus } from 'ical-generator'
import { dayMs } from '../../core/calendar-date.ts'
import { isCalledOff } from '../../core/called-off.ts'
import { foldText } from '../../core/fold.ts'
import { shortNameOf } from '../../core/short-name.ts'
import { findOrganization } from '../../resources/organizations/queries.ts'
import { wayToTakePart } from '../../take-part/way.ts'
import { takePartWords } from '../../take-part/words.ts'
import { recordName } from '../council-context.ts'
import type { Locale } from '../locale.ts'
import { paths } from '../paths.ts'
import { Missing, type Visit } from '../visit.ts'
import {
  type CalendarMeeting,
  findCalendarMeeting,
  listCalendarMeetings,
  listCalendarNotices,
} from './queries.ts'

/** More than a council and its bodies hold in two years. */
const meetingsMax = 3000

/** All meetings of a council. */
export async function councilCalendar(visit: Visit): Promise<string> {
  const { municipality, locale } = visit
  const name = locale.words.feeds.meetingsOf(municipality.name)
  return calendarOf(visit, { name, path: paths.meetings(municipality) })
}

/** The meetings of one body. */
export async function bodyCalendar(visit: Visit): Promise<string> {
  const { municipality, locale, params, store, today } = visit
  const { slug = '' } = params
  const scope = { municipalityId: municipality.id, today }
  const found = await findOrganization(store.db, scope, slug, 0)
  if (found === undefined) throw new Missing('body')
  const name = `${recordName(municipality, locale, found.organization.name)}, ${municipality.name}`
  return calendarOf(visit, { name, path: paths.body(municipality, slug), body: slug })
}

/** The meetings of the last year and all to come. */
async function calendarOf(
  visit: Visit,
  { name, path, body }: { name: string; path: string; body?: string },
): Promise<string> {
  const { municipality, today, store, config } = visit
  const from = `${Number(today.slice(0, 4)) - 1}${today.slice(4)}`
  const scope = { municipalityId: municipality.id, from, body }
  const meetings = await listCalendarMeetings(store.db, scope, { limit: meetingsMax })
  return toCalendar(
    visit,
    { name, page: `${config.siteUrl}${path}`, ttl: refreshSeconds },
    meetings,
  )
}

/** The public meetings and hearings to come, each an event of its meeting. */
export async function noticesCalendar(visit: Visit): Promise<string> {
  const { municipality, today, store, config, locale } = visit
  const scope = { municipalityId: municipality.id, from: today }
  const rows = await listCalendarNotices(store.db, scope, { limit: meetingsMax })
  const { title } = locale.words.registers.of.notices
  const events = rows.map(({ notice, item_title: item, ...meeting }) => ({
    ...meeting,
    title: item ?? meeting.title,
    ocd_id: `${meeting.ocd_id}-${notice}`,
  }))
  const page = `${config.siteUrl}${paths.register(municipality, 'notices')}`
  return toCalendar(
    visit,
    { name: `${title}, ${municipality.name}`, page, ttl: refreshSeconds },
    events,
  )
}

/** One meeting, to add to a calendar. */
export async function meetingCalendar(visit: Visit): Promise<string> {
  const { municipality, params, store, config } = visit
  const { slug = '' } = params
  const [meeting] = await findCalendarMeeting(store.db, { municipalityId: municipality.id, slug })
  if (meeting === undefined) throw new Missing('meeting')
  const page = `${config.siteUrl}${paths.meeting(municipality, slug)}`
  return toCalendar(visit, { page }, [meeting])
}

/** How often programs ask again, in seconds. */
const refreshSeconds = 3600
/** 2020-01-01, before any import: sequence numbers count from it, because they may have 31 bits. */
const sequenceStart = Date.UTC(2020, 0) / 1000

/**
 * Meetings as iCalendar (RFC 5545, RFC 7986). UID is the identity of a meeting; SEQUENCE and DTSTAMP are the time at which
 * its date, times, location, title or status last changed, so that programs do not announce a new agenda as a new date. Times are in UTC: with a time zone, the library writes local ones.
 */
function toCalendar(
  visit: Visit,
  { name, page, ttl }: { name?: string; page: string; ttl?: number },
  meetings: readonly CalendarMeeting[],
): string {
  const calendar = ical({
    ...(name !== undefined && { name: escaped(name) }),
    url: page,
    method: ICalCalendarMethod.PUBLISH,
    prodId: { company: 'Reeve', product: 'Reeve', language: visit.locale.language.toUpperCase() },
    ...(ttl !== undefined && { ttl }),
  })
  for (const meeting of meetings) {
    const { starts_at: startsAt, location, organization } = meeting
    const scheduled = new Date(meeting.scheduled_at)
    const page = `${visit.config.siteUrl}${paths.meeting(visit.municipality, meeting.slug)}`
    calendar.createEvent({
      id: meeting.ocd_id.replace('ocd-event/', ''),
      sequence: Math.floor(scheduled.getTime() / 1000) - sequenceStart,
      stamp: scheduled,
      lastModified: new Date(meeting.updated_at),
      start: new Date(startsAt ?? meeting.date),
      allDay: startsAt === null,
      ...endOf(meeting),
      summary: printable(summaryOf(visit, meeting)),
      status: isCalledOff(meeting.status) ? ICalEventStatus.CANCELLED : ICalEventStatus.CONFIRMED,
      ...(location !== null && { location: printable(location) }),
      ...(organization !== null && {
        categories: [
          { name: printable(recordName(visit.municipality, visit.locale, organization)) },
        ],
      }),
      description: printable(
        [...notesOf(meeting, visit.locale), ...takePartNotes(meeting, visit), page].join('\n'),
      ),
      url: page,
    })
  }
  return calendar.toString()
}

const usualHours = 2
const hourMs = 60 * 60 * 1000

/** For a meeting whose end the source does not state, a usual length; that of days is the day after the last one (RFC 5545, 3.6.1). */
function endOf(meeting: CalendarMeeting) {
  const { date, starts_at: startsAt, ends_at: endsAt, end_date: last } = meeting
  if (startsAt === null)
    return last !== null && last > date ? { end: new Date(Date.parse(last) + dayMs) } : {}
  const usual = Date.parse(startsAt) + usualHours * hourMs
  return { end: new Date(hasEnd(meeting) ? (endsAt ?? usual) : usual) }
}

function hasEnd({ starts_at: startsAt, ends_at: endsAt }: CalendarMeeting): boolean {
  return startsAt !== null && endsAt !== null && Date.parse(endsAt) > Date.parse(startsAt)
}

/** Without what RFC 5545 (3.1) forbids in a text, which the library would write. */
const printable = (text: string) =>
  text.replaceAll(/\r\n?/g, '\n').replaceAll(/[^\P{Cc}\t\n]/gu, '')

/** The name of a calendar, which the library does not escape (RFC 5545, 3.3.11). */
const escaped = (text: string) =>
  printable(text)
    .replaceAll('\n', ' ')
    .replaceAll(/[\\;,]/g, '\\$&')

/** Begins with whose meeting it is; some programs do not show that an event is cancelled. */
function summaryOf({ municipality, locale }: Visit, { title, status }: CalendarMeeting): string {
  const { feeds } = locale.words
  const [town, name] = [shortNameOf(municipality.name), recordName(municipality, locale, title)]
  if (status === 'cancelled') return feeds.cancelled(town, name)
  if (status === 'postponed') return feeds.postponed(town, name)
  return foldText(name).startsWith(foldText(town)) ? name : feeds.meeting(town, name)
}

/** Until when to register for a meeting to come, and where its council says how. */
function takePartNotes(meeting: CalendarMeeting, visit: Visit): string[] {
  const { language, words } = visit.locale
  const way = wayToTakePart(visit.takePart, meeting, visit.municipality, visit)
  const { how, register } = takePartWords[language]
  if (way === null) return []
  return [...(way.by === null ? [] : [register(way.by)]), how + words.colon + way.url]
}

/** What the source says of its status, whether its end is known, and its documents. */
function notesOf(meeting: CalendarMeeting, { words }: Locale): string[] {
  const { status_note: note, starts_at: startsAt } = meeting
  const documents = [
    [words.meetings.agenda, meeting.agenda_url],
    [words.meetings.minutes, meeting.minutes_url],
    [words.meetings.video, meeting.video_url],
  ] as const
  return [
    ...(note === null ? [] : [note]),
    ...(startsAt === null || hasEnd(meeting) ? [] : [words.feeds.usualLength(usualHours)]),
    ...documents.flatMap(([name, url]) => (url === null ? [] : [name + words.colon + url])),
  ]
}
