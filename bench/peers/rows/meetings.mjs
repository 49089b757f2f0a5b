import { jurisdiction, municipality, prepare, urlOf } from './driver.mjs'

const meetings = `select meetings.id, meetings.slug, title, date, type, has_agenda, has_minutes,
    has_transcript, organizations.name as organization, summary, meetings.updated_at
  from meetings left join organizations
    on organizations.id = organization_id
  where meetings.municipality_id = ?
  order by date desc, meetings.id desc`
const page = prepare(`${meetings} limit ? offset ?`)
const total = prepare('select count(*) as count from meetings where municipality_id = ?')

const events = prepare(`select ocd_id, title, summary, type, starts_at, date, ends_at, status,
    location, created_at, updated_at
  from meetings where municipality_id = ?
  order by date desc, id desc limit ?`)

const toMeeting = (row) => ({
  id: row.id,
  slug: row.slug,
  title: row.title,
  date: row.date,
  type: row.type,
  has_agenda: row.has_agenda === 1,
  has_minutes: row.has_minutes === 1,
  has_transcript: row.has_transcript === 1,
  organization: row.organization,
  summary: row.summary,
  updated_at: row.updated_at,
  url: urlOf('meetings', row.slug),
})

const statuses = { cancelled: 'cancelled', completed: 'passed' }

const toEvent = (row) => ({
  id: row.ocd_id,
  name: row.title,
  description: row.summary ?? '',
  classification: row.type ?? 'event',
  start_date: row.starts_at ?? row.date,
  end_date: row.ends_at ?? '',
  all_day: row.starts_at === null,
  status: statuses[row.status] ?? 'confirmed',
  jurisdiction_id: jurisdiction,
  location: row.location === null ? null : { name: row.location, url: '', note: '' },
  created_at: row.created_at,
  updated_at: row.updated_at,
})

/** A page of meetings, newest first. */
export function readMeetings(pageNumber, perPage) {
  return page.all(municipality, perPage, (pageNumber - 1) * perPage).map(toMeeting)
}

/** A page of meetings, with the total. */
export function listMeetings(pageNumber, perPage) {
  const { count } = total.get(municipality)
  return {
    data: readMeetings(pageNumber, perPage),
    pagination: { page: pageNumber, per_page: perPage, total_items: count },
  }
}

/** The first page of events, newest first, without a total. */
export function readEvents(perPage) {
  return events.all(municipality, perPage).map(toEvent)
}

/** All meetings, for a server that holds them in memory. */
export function readAllMeetings() {
  return prepare(meetings).all(municipality).map(toMeeting)
}
