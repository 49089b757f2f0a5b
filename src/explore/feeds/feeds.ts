import type { FastifyInstance, FastifyRequest } from 'fastify'
import ical, { ICalCalendarMethod, ICalEventStatus } from 'ical-generator'
import type { TSchema } from 'typebox'
import { memoryLimiter } from '../../access/limiter.ts'
import { dayMs } from '../../core/calendar-date.ts'
import { isCalledOff } from '../../core/called-off.ts'
import type { Clock } from '../../core/clock.ts'
import { limitAddresses } from '../../http/admission.ts'
import { findOrganization } from '../../resources/organizations/queries.ts'
import type { SiteConfig } from '../../site/tools.ts'
import { recordName } from '../council-context.ts'
import { type Locale, locales } from '../locale.ts'
import { paths } from '../paths.ts'
import { NoQuery, SearchFeedQuery } from '../schema.ts'
import { Missing, type Visit } from '../visit.ts'
import {
  bodyNews,
  bylawsNews,
  matterNews,
  meetingsNews,
  motionsNews,
  personNews,
  searchNews,
} from './news.ts'
import { type CalendarMeeting, listCalendarMeetings } from './queries.ts'

/** More than a council and its bodies hold in two years. */
const meetingsMax = 3000

interface Feed {
  /** Below `/feeds/{municipality}`. */
  path: string
  contentType: string
  querystring?: TSchema
  render: (visit: Visit) => Promise<string>
}

const calendar = 'text/calendar; charset=utf-8'
const atom = 'application/atom+xml; charset=utf-8'

const feeds: readonly Feed[] = [
  { path: '/meetings.ics', contentType: calendar, render: councilCalendar },
  { path: '/bodies/:slug.ics', contentType: calendar, render: bodyCalendar },
  { path: '/meetings.atom', contentType: atom, render: meetingsNews },
  { path: '/motions.atom', contentType: atom, render: motionsNews },
  { path: '/bylaws.atom', contentType: atom, render: bylawsNews },
  { path: '/bodies/:slug.atom', contentType: atom, render: bodyNews },
  { path: '/matters/:slug.atom', contentType: atom, render: matterNews },
  { path: '/people/:slug.atom', contentType: atom, render: personNews },
  {
    ...{ path: '/search.atom', contentType: atom, render: searchNews },
    querystring: SearchFeedQuery,
  },
]

interface FeedTools {
  config: Pick<SiteConfig, 'openRateLimit'>
  clock: Clock
  visitOf: (request: FastifyRequest) => Visit
}

/** What calendars and feed readers subscribe to, without a key, because they cannot send one. */
export function addFeeds(site: FastifyInstance, { config, clock, visitOf }: FeedTools): void {
  const onRequest = limitAddresses(memoryLimiter(config.openRateLimit, clock))
  for (const locale of locales) {
    for (const { path, contentType, querystring = NoQuery, render } of feeds) {
      const schema = { querystring }
      const options = { schema, config: { locale, contentType }, onRequest }
      const url = `${locale.prefix}/feeds/:municipality${path}`
      site.get(url, options, async (request, reply) =>
        reply.type(contentType).send(await render(visitOf(request))),
      )
    }
  }
}

async function councilCalendar(visit: Visit): Promise<string> {
  const { municipality, locale } = visit
  const name = locale.words.feeds.meetingsOf(municipality.name)
  return calendarOf(visit, { name, path: paths.meetings(municipality) })
}

async function bodyCalendar(visit: Visit): Promise<string> {
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
  return toCalendar(visit, { name, page: `${config.siteUrl}${path}` }, meetings)
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
    const { starts_at: startsAt, location, status_note: note, organization } = meeting
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
        [...(note === null ? [] : [note]), ...documentLines(visit.locale, meeting), page].join(
          '\n',
        ),
      ),
      url: page,
    })
  }
  return calendar.toString()
}

/** Nothing if the end is unknown; that of days is the day after the last one (RFC 5545, 3.6.1). */
function endOf({ date, starts_at: startsAt, ends_at: endsAt, end_date: last }: CalendarMeeting) {
  if (startsAt !== null)
    return endsAt !== null && Date.parse(endsAt) > Date.parse(startsAt)
      ? { end: new Date(endsAt) }
      : {}
  return last !== null && last > date ? { end: new Date(Date.parse(last) + dayMs) } : {}
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
