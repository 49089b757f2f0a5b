import { paths } from '../explore/paths.ts'
import {
  type AttendanceFilters,
  countAttendance,
  listAttendance,
} from '../resources/attendance/queries.ts'
import {
  countMeetings,
  listMeetings as listMeetingRows,
  listMeetingsAhead,
  type MeetingFilters,
} from '../resources/meetings/queries.ts'
import { toMeetingItem } from '../resources/meetings/v1.represent.ts'
import { definedOf, given } from './counts.ts'
import { findBodyName, findPersonName } from './names.ts'
import { findSourceUrls } from './queries.ts'
import {
  type CallTools,
  type Council,
  daysIn,
  findCouncil,
  periodOf,
  readPage,
  textOf,
  urlWith,
} from './results.ts'
import type { InputOf } from './schema.ts'

/** `list_meetings`. */
export async function listMeetings(tools: CallTools, input: InputOf<'list_meetings'>) {
  const council = await findCouncil(tools, input.council)
  const { municipalityId, pages, today } = council
  const { db } = tools.store
  const { from, to, upcoming, status, next } = input
  const first = upcoming === true && (from === undefined || from < today) ? today : from
  const covered = await periodOf(tools, council, { from: first, to })
  const person = await given(input.missed_by, (name) => findPersonName(db, council, name))
  const ofBody = {
    organization: (await given(input.body, (name) => findBodyName(db, council, name)))?.slug,
    ...{ date_from: first, date_to: to },
  }
  const missed =
    person && (await absencesOf(tools, council, { ...definedOf(ofBody), person: person.slug }))
  const shown = { ...ofBody, status, missed_by: person?.slug }
  const chosen = definedOf<MeetingFilters>(shown)
  const page = await readPage(tools, {
    ...{ scopeId: municipalityId, tool: 'list_meetings', filters: { ...shown, upcoming }, next },
    read: ({ after, limit }) =>
      upcoming === true
        ? listAhead(tools, council, { filters: chosen, after, limit })
        : listMeetingRows(db, municipalityId, chosen, { after, limit }),
    position: (row) => [row.date, row.id],
    represent: (rows) => meetingsOf(tools, council, { rows, missed }),
  })
  const count = await countMeetings(db, municipalityId, chosen)
  return {
    quoted: ['title', 'body', 'location', 'summary', 'status_note', 'reason', 'missed_by.name'],
    council: council.slug,
    ...(person && { missed_by: person }),
    of: count,
    ...(missed && missed.recorded === 0 && { recorded: 'none' }),
    ...(missed && { of_meetings_with_recorded_attendance: missed.recorded }),
    ...daysIn(covered, count === 0),
    as_of: council.municipality.asOf,
    url: urlWith(pages + paths.meetings({ base: '' }), shown),
    meetings: page.items,
    next: page.next,
  }
}

/** Meetings to come of one council. */
const aheadMax = 1000

async function listAhead(
  { store }: CallTools,
  { municipalityId, today }: Council,
  {
    filters,
    after: [date = '', id = 0] = [],
    limit,
  }: { filters: MeetingFilters; after: readonly (string | number)[] | undefined; limit: number },
) {
  const from = { ...filters, date_from: filters.date_from ?? today }
  const rows = await listMeetingsAhead(store.db, municipalityId, from, aheadMax)
  const isAfter = (row: (typeof rows)[number]) =>
    row.date > date || (row.date === date && row.id > Number(id))
  return rows.filter(isAfter).slice(0, limit)
}

type MeetingRow = Awaited<ReturnType<typeof listMeetingRows>>[number]

type Absences = Awaited<ReturnType<typeof absencesOf>>

/** Meetings that somebody missed, for which reasons are read. */
const absencesMax = 2000

/** Of how many meetings the attendance names somebody, and why they were absent, by meeting. */
async function absencesOf(
  { store: { db } }: CallTools,
  { municipalityId }: Council,
  filters: AttendanceFilters,
) {
  const absent = { ...filters, present: false }
  const rows = await listAttendance(db, municipalityId, absent, { limit: absencesMax })
  return {
    recorded: await countAttendance(db, municipalityId, filters),
    reasons: new Map(rows.map((row) => [row.meeting_slug, row.reason])),
  }
}

interface Listed {
  rows: readonly MeetingRow[]
  missed: Absences | undefined
}

async function meetingsOf({ store }: CallTools, council: Council, { rows, missed }: Listed) {
  const { municipalityId, pages, slug: of } = council
  const slugs = rows.map(({ slug }) => slug)
  const sources = await findSourceUrls(store.db, 'meetings', { municipalityId, slugs })
  return rows.map(toMeetingItem).map((meeting, at) => ({
    id: `${of}/meetings/${meeting.slug}`,
    title: textOf(meeting.title),
    date: meeting.date,
    start_time: meeting.start_time,
    body: meeting.organization,
    status: meeting.status,
    ...(meeting.status_note !== null && { status_note: textOf(meeting.status_note, 200) }),
    ...(missed && { reason: missed.reasons.get(meeting.slug) ?? null }),
    location: textOf(meeting.location, 60),
    ...(meeting.summary !== null && { summary: textOf(meeting.summary, 120) }),
    has_agenda: meeting.has_agenda,
    has_minutes: meeting.has_minutes,
    has_recorded_votes: rows[at]?.has_recorded_votes === 1,
    url: pages + paths.meeting({ base: '' }, meeting.slug),
    source_url: sources.get(meeting.slug) ?? council.sourceUrl,
  }))
}
