import ical, { ICalCalendarMethod, ICalEventStatus } from 'ical-generator'
import { isCalledOff } from '../../core/called-off.ts'
import type { Locale } from '../locale.ts'
import { paths } from '../paths.ts'
import { recordName } from '../record-name.ts'
import type { Visit } from '../visit.ts'
import type { CalendarMeeting } from './queries.ts'

/** How often programs ask again, in seconds. */
const refreshSeconds = 3600
/** 2020-01-01, before any import: sequence numbers count from it, because they may have 31 bits. */
const sequenceStart = Date.UTC(2020, 0) / 1000

/**
 * Meetings as iCalendar (RFC 5545, RFC 7986). UID is the identity of a meeting; SEQUENCE and DTSTAMP are the time at which
 * its date, times, location, title or status last changed, so that programs do not announce a new agenda as a new date. Times are in UTC: with a time zone, the library writes local ones.
 */
export function toCalendar(
  visit: Visit,
  { name, page }: { name: string; page: string },
  meetings: readonly CalendarMeeting[],
): string {
  const calendar = ical({
    name: printable(name),
    url: page,
    method: ICalCalendarMethod.PUBLISH,
    prodId: { company: 'Reeve', product: 'Reeve', language: visit.locale.language.toUpperCase() },
    ttl: refreshSeconds,
  })
  for (const meeting of meetings) {
    const { starts_at: startsAt, ends_at: endsAt, location, organization } = meeting
    const scheduled = new Date(meeting.scheduled_at)
    const page = `${visit.config.siteUrl}${paths.meeting(visit.municipality, meeting.slug)}`
    calendar.createEvent({
      id: meeting.ocd_id.replace('ocd-event/', ''),
      sequence: Math.floor(scheduled.getTime() / 1000) - sequenceStart,
      stamp: scheduled,
      lastModified: new Date(meeting.updated_at),
      start: new Date(startsAt ?? meeting.date),
      allDay: startsAt === null,
      ...(startsAt !== null && endsAt !== null && { end: new Date(endsAt) }),
      summary: printable(summaryOf(visit, meeting)),
      status: isCalledOff(meeting.status) ? ICalEventStatus.CANCELLED : ICalEventStatus.CONFIRMED,
      ...(location !== null && { location: printable(location) }),
      ...(organization !== null && {
        categories: [
          { name: printable(recordName(visit.municipality, visit.locale, organization)) },
        ],
      }),
      description: printable([...documentLines(visit.locale, meeting), page].join('\n')),
      url: page,
    })
  }
  return calendar.toString()
}

/** Without what RFC 5545 (3.1) forbids in a text, which the library would write. */
const printable = (text: string) =>
  text.replaceAll(/\r\n?/g, '\n').replaceAll(/[^\P{Cc}\t\n]/gu, '')

/** Some programs do not show that an event is cancelled. */
function summaryOf({ municipality, locale }: Visit, { title, status }: CalendarMeeting): string {
  const name = recordName(municipality, locale, title)
  if (status === 'cancelled') return locale.words.feeds.cancelled(name)
  return status === 'postponed' ? locale.words.feeds.postponed(name) : name
}

function documentLines({ words }: Locale, meeting: CalendarMeeting): string[] {
  const documents = [
    [words.meetings.agenda, meeting.agenda_url],
    [words.meetings.minutes, meeting.minutes_url],
    [words.meetings.video, meeting.video_url],
  ] as const
  return documents.flatMap(([name, url]) => (url === null ? [] : [`${name}: ${url}`]))
}
