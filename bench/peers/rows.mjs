// The rows of the peers, as each of them would read them: one statement for a page, one for its total, and two for a
// detail or one (`prepareParts`). The arguments are the file and the slug of the municipality. No code of Reeve is
// used, because it would be compared with itself; a test compares the content.
import { createHash } from 'node:crypto'
import Database from 'better-sqlite3'

const [, , file, slug, reading] = process.argv
const db = new Database(file, { readonly: true })
// Accounts and keys are in another file.
db.prepare('attach ? as access').run(file.replace(/(\.[^.]*)?$/, '-accounts$1'))

/** Returns a function that creates an object from a row as an array. */
function namer(names) {
  const fields = names.map((name, index) => `${name}: row[${index}]`)
  return new Function('row', `return { ${fields} }`)
}

const namesOf = (statement) => statement.columns().map(({ name }) => name)

/** A statement of the driver; with the argument "arrays", its rows are arrays, as Reeve reads them. */
function prepare(text) {
  const statement = db.prepare(text)
  if (reading !== 'arrays') return statement
  const named = namer(namesOf(statement))
  statement.raw()
  return {
    all: (...values) => statement.all(...values).map(named),
    get: (...values) => {
      const row = statement.get(...values)
      return row && named(row)
    },
  }
}

/** Child rows, by another statement or, with the argument "arrays", from a JSON column, as Reeve reads them. */
function prepareParts(name, owner, select) {
  const statement = db.prepare(select('?'))
  if (reading !== 'arrays') return { column: '', of: (row) => statement.all(row.id) }
  const names = namesOf(statement)
  const named = namer(names)
  const text = `select json_group_array(json_array(${names})) from (${select(`${owner}.id`)})`
  return { column: `, (${text}) as ${name}`, of: (row) => JSON.parse(row[name]).map(named) }
}

const {
  id: municipality,
  jurisdiction_id: jurisdiction,
  time_zone: timeZone,
} = db.prepare('select id, jurisdiction_id, time_zone from municipalities where slug = ?').get(slug)

// The date in the municipality, which decides who is a councillor.
const today = new Intl.DateTimeFormat('en-CA', { timeZone, dateStyle: 'short' }).format()

const meetings = `select meetings.id, meetings.slug, title, date, type, has_agenda, has_minutes,
    has_transcript, organizations.name as organization, summary
  from meetings left join organizations
    on organizations.id = organization_id and organizations.removed_at is null
  where meetings.municipality_id = ? and meetings.removed_at is null
  order by date desc, meetings.id desc`
const page = prepare(`${meetings} limit ? offset ?`)
const total = prepare(
  'select count(*) as count from meetings where municipality_id = ? and removed_at is null',
)

const votes = prepareParts(
  'votes',
  'motions',
  (id) => `select people.slug as person_slug, coalesce(people.name, person_name) as person_name,
      value as vote_value, reason
    from votes left join people on people.id = person_id and people.removed_at is null
    where motion_id = ${id} order by votes.id`,
)
const motions = `select motions.id, motions.slug, motions.text, motions.summary, result,
    coalesce(mover.name, mover_name) as mover_name, mover.slug as mover_slug,
    coalesce(seconder.name, seconder_name) as seconder_name, seconder.slug as seconder_slug,
    meetings.slug as meeting_slug, nullif(motions.date, '') as meeting_date, motions.plain_english_summary,
    agenda_items.slug as agenda_item_slug, agenda_items.title as agenda_item_title,
    matters.slug as matter_slug, tally_for, tally_against, tally_abstain, tally_absent
    ${votes.column}
  from motions
    left join people mover on mover.id = mover_id and mover.removed_at is null
    left join people seconder on seconder.id = seconder_id and seconder.removed_at is null
    left join meetings on meetings.id = motions.meeting_id and meetings.removed_at is null
    left join agenda_items on agenda_items.id = agenda_item_id and agenda_items.removed_at is null
    left join matters on matters.id = motions.matter_id and matters.removed_at is null
  where motions.municipality_id = ? and motions.removed_at is null`
const motion = prepare(`${motions} and motions.slug = ?`)

const seats = prepareParts(
  'seats',
  'people',
  (id) => `select organizations.name as organization_name,
      organizations.slug as organization_slug, role, start_date, end_date
    from memberships join organizations on organizations.id = organization_id
    where person_id = ${id} and memberships.removed_at is null and organizations.removed_at is null
    order by coalesce(start_date, '') desc, memberships.id`,
)
const person =
  prepare(`select id, slug, name, party, image_url, votes_for, votes_against, abstentions,
    meetings_present, meetings_absent, speaking_seconds, speaking_meetings,
    exists (select 1 from memberships
      join organizations on organizations.id = organization_id
      where person_id = people.id and memberships.removed_at is null and ended = 0
        and classification = 'council' and organizations.removed_at is null
        and coalesce(start_date, '') <= ? and coalesce(end_date, '9999') >= ?
    ) as is_current_councillor ${seats.column}
  from people where municipality_id = ? and slug = ? and removed_at is null`)

const events = prepare(`select ocd_id, title, summary, type, starts_at, date, ends_at, status,
    location, created_at, updated_at
  from meetings where municipality_id = ? and removed_at is null
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
})

function excerpt(text) {
  const characters = [...(text ?? '')]
  return characters.length <= 200 ? text : `${characters.slice(0, 199).join('')}…`
}

const toMotion = (row) => ({
  id: row.id,
  slug: row.slug,
  text: row.summary ?? excerpt(row.text),
  result: row.result,
  mover_name: row.mover_name,
  mover_slug: row.mover_slug,
  seconder_name: row.seconder_name,
  seconder_slug: row.seconder_slug,
  meeting_slug: row.meeting_slug,
  meeting_date: row.meeting_date,
  text_content: row.text,
  plain_english_summary: row.plain_english_summary,
  agenda_item_slug: row.agenda_item_slug,
  agenda_item_title: row.agenda_item_title,
  matter_slug: row.matter_slug,
  tally: {
    for: row.tally_for,
    against: row.tally_against,
    abstain: row.tally_abstain,
    absent: row.tally_absent,
  },
  votes: votes.of(row),
})

const toPerson = (row) => ({
  id: row.id,
  slug: row.slug,
  name: row.name,
  is_current_councillor: row.is_current_councillor === 1,
  party: row.party,
  image_url: row.image_url,
  memberships: seats.of(row),
  voting_summary: {
    total_votes: row.votes_for + row.votes_against + row.abstentions,
    votes_for: row.votes_for,
    votes_against: row.votes_against,
    abstentions: row.abstentions,
  },
  attendance_summary: {
    meetings: row.meetings_present + row.meetings_absent,
    present: row.meetings_present,
    absent: row.meetings_absent,
  },
  speaking_time: { seconds: row.speaking_seconds, meetings: row.speaking_meetings },
})

const statuses = { cancelled: 'cancelled', completed: 'passed' }

const toEvent = (row) => ({
  id: row.ocd_id,
  name: row.title,
  description: row.summary ?? '',
  classification: row.type ?? '',
  start_date: row.starts_at ?? row.date,
  end_date: row.ends_at ?? '',
  all_day: row.starts_at === null,
  status: statuses[row.status] ?? 'confirmed',
  jurisdiction_id: jurisdiction,
  location: row.location === null ? null : { name: row.location, url: '', note: '' },
  created_at: row.created_at,
  updated_at: row.updated_at,
})

const active = prepare('select id from api_keys where hash = ? and revoked_at is null')

/** The id of an active key. */
export function findKeyId(key) {
  return active.get(createHash('sha256').update(key).digest('hex'))?.id
}

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

/** A motion with its votes. */
export function findMotion(slug) {
  const row = motion.get(municipality, slug)
  return row === undefined ? undefined : toMotion(row)
}

/** A person with memberships and vote counts. */
export function findPerson(slug) {
  const row = person.get(today, today, municipality, slug)
  return row === undefined ? undefined : toPerson(row)
}

/** The first page of events, newest first, without a total. */
export function readEvents(perPage) {
  return events.all(municipality, perPage).map(toEvent)
}

/** All meetings and motions, for a server that holds them in memory. */
export function readAll() {
  return {
    meetings: prepare(meetings).all(municipality).map(toMeeting),
    // json-server finds by id, the benchmark requests by slug.
    motions: prepare(motions)
      .all(municipality)
      .map((row) => ({ ...toMotion(row), id: row.slug })),
  }
}

/** Prints the port for the benchmark. */
export function printPort(server) {
  process.stdout.write(`${server.address().port}\n`)
}
