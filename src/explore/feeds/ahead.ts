import { createHash } from 'node:crypto'
import { Temporal } from 'temporal-polyfill'
import type { Ahead, AlertEvent } from '../../alerts/events.ts'
import { dayMs, utcDate } from '../../core/calendar-date.ts'
import { isCalledOff } from '../../core/called-off.ts'
import { feedEntriesMax } from '../../core/feed-entries-max.ts'
import { foldText } from '../../core/fold.ts'
import { listMeetingsAhead } from '../../resources/meetings/queries.ts'
import { dialectOf } from '../../store/dialect/engines.ts'
import type { ReadDatabase } from '../../store/open.ts'
import { wayToTakePart } from '../../take-part/way.ts'
import { takePartWords } from '../../take-part/words.ts'
import { recordName } from '../council-context.ts'
import { wordOf } from '../locale.ts'
import { itemPath } from '../parts/meeting-anchors.ts'
import { selectItems } from '../parts/queries.ts'
import { paths } from '../paths.ts'
import type { Visit } from '../visit.ts'
import { type Entry, urlOf } from './feed.ts'

/** A weekday names one of the next days only. */
const weekdayDays = 6

interface MeetingFacts {
  slug: string
  title: string
  date: string
  starts_at: string | null
  location: string | null
  status: string
  agenda_url: string | null
  organization_slug: string | null
}

/** A meeting that has not begun; undefined for others, and for one of today whose time is not recorded. */
function aheadOf(visit: Visit, meeting: MeetingFacts): Ahead | undefined {
  const { locale, municipality } = visit
  const { slug, date, starts_at: startsAt, location, status } = meeting
  const start =
    startsAt === null
      ? Temporal.PlainDate.from(date).toZonedDateTime(municipality.timeZone).toInstant()
      : Temporal.Instant.from(startsAt)
  if (start.epochMilliseconds <= visit.now) return undefined
  const calledOff = isCalledOff(status) ? (wordOf(locale.words.statuses, status) ?? status) : null
  const time = startsAt === null ? null : locale.clock(startsAt)
  const when = [locale.fullDate(date), time].filter((part) => part !== null).join(', ')
  return {
    ...{ meeting: slug, day: date },
    date: locale.date(date),
    weekday:
      date <= utcDate(Date.parse(visit.today) + weekdayDays * dayMs)
        ? locale.dayParts(date).weekday
        : null,
    until: start.toString({ fractionalSecondDigits: 3 }),
    said: [calledOff, when, location].filter((part) => part !== null).join(' · '),
    takePart: takePartIn(visit, meeting),
  }
}

function takePartIn(visit: Visit, meeting: MeetingFacts): Ahead['takePart'] {
  const way = wayToTakePart(visit.takePart, meeting, visit.municipality, visit)
  if (way === null) return null
  const { register, how } = takePartWords[visit.locale.language]
  return { label: way.by === null ? how : register(way.by), url: way.url }
}

/** What a meeting to come is news of: its agenda, or that it is called off. */
function eventAhead({ status, has_agenda }: { status: string; has_agenda: number }) {
  if (isCalledOff(status)) return 'changed' satisfies AlertEvent
  return has_agenda === 1 ? ('agenda' satisfies AlertEvent) : null
}

/** Meetings of a body to come whose agenda is published, or that are called off; one statement. */
export async function meetingsAhead(
  visit: Visit,
  db: ReadDatabase,
  organization: string,
): Promise<Entry[]> {
  const { municipality, today } = visit
  const filters = { organization, date_from: today }
  const rows = await listMeetingsAhead(db, municipality.id, filters, feedEntriesMax)
  return rows.flatMap((row) => {
    const entry = meetingAheadEntry(visit, row)
    return entry === undefined || entry.event === null ? [] : [entry]
  })
}

type MeetingAhead = MeetingFacts & { has_agenda: number; updated_at: string }

/** Undefined if it has begun. */
export function meetingAheadEntry(visit: Visit, row: MeetingAhead): Entry | undefined {
  const { municipality, locale } = visit
  const ahead = aheadOf(visit, row)
  if (ahead === undefined) return undefined
  const hasAgenda = row.has_agenda === 1
  return {
    url: urlOf(visit, paths.meeting(municipality, row.slug)),
    title: locale.words.meeting.titled(
      recordName(municipality, locale, row.title),
      locale.date(row.date),
    ),
    ...{ published: null, updated: row.updated_at, ahead, source: row.agenda_url },
    summary: [ahead.said, ...(hasAgenda ? [locale.words.meetings.agenda] : [])].join(' · '),
    ...{ event: eventAhead(row), state: hasAgenda ? 'agenda' : '' },
  }
}

interface ItemsAhead {
  /** Of a matter, or with these slugs. */
  of: { matter: number } | { slugs: readonly string[] }
}

/** Items on agendas of meetings to come, the soonest first; one statement. */
export async function itemsAhead(
  visit: Visit,
  db: ReadDatabase,
  { of }: ItemsAhead,
): Promise<Entry[]> {
  const { municipality, today, locale } = visit
  const rows = await selectItemsAhead(db, { municipalityId: municipality.id, today, of }).execute()
  return rows.flatMap((row): Entry[] => {
    const meeting = { ...row, slug: row.meeting_slug, title: row.meeting_title }
    const ahead = aheadOf(visit, meeting)
    if (ahead === undefined) return []
    const page = paths.meeting(municipality, row.meeting_slug)
    const item = { ...row, index: Number(row.index) }
    return [
      {
        url: urlOf(visit, itemPath(page, item)),
        id: itemId(urlOf(visit, page), row.title),
        title: row.title,
        ...{ published: null, updated: row.updated_at, ahead, source: row.agenda_url },
        summary: `${recordName(municipality, locale, meeting.title)} · ${ahead.said}`,
        event: isCalledOff(row.status) ? 'changed' : 'agenda',
      },
    ]
  })
}

function selectItemsAhead(
  db: ReadDatabase,
  { municipalityId, today, of }: ItemsAhead & { municipalityId: number; today: string },
) {
  const { arrayParam, inArray } = dialectOf(db)
  return selectItems(db)
    .select(['agenda_items.title', 'agenda_items.updated_at'])
    .select(['meetings.title as meeting_title', 'meetings.date', 'meetings.starts_at'])
    .select(['meetings.location', 'meetings.status', 'meetings.agenda_url'])
    .select(({ selectFrom }) =>
      selectFrom('organizations')
        .whereRef('organizations.id', '=', 'meetings.organization_id')
        .select('organizations.slug')
        .as('organization_slug'),
    )
    .where('agenda_items.municipality_id', '=', municipalityId)
    .where('meetings.date', '>=', today)
    .where(({ eb, ref }) =>
      'matter' in of
        ? eb('agenda_items.matter_id', '=', of.matter)
        : inArray(ref('agenda_items.slug'), arrayParam(of.slugs)),
    )
    .orderBy('meetings.date')
    .orderBy('agenda_items.id')
    .limit(({ lit }) => lit(feedEntriesMax))
}

/** Items are renumbered when others are added. */
export const itemId = (meetingUrl: string, title: string) =>
  `${meetingUrl}#agenda-${digestOf(title)}`

const digestOf = (title: string) =>
  createHash('sha256').update(foldText(title)).digest('base64url').slice(0, 12)
