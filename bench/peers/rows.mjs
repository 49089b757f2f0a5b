// The rows that the peers show, as each of them would read them: one statement for a page, one for its total, two for a
// detail. The file is named first on the command line, the slug of the municipality second.
import { createHash } from 'node:crypto'
import Database from 'better-sqlite3'

const [, , file, slug] = process.argv
const db = new Database(file, { readonly: true })
const { id: municipality } = db.prepare('select id from municipalities where slug = ?').get(slug)

const meetings = `select meetings.id, meetings.slug, title, date, type, has_agenda, has_minutes,
    has_transcript, organizations.name as organization, summary
  from meetings left join organizations on organizations.id = organization_id
  where meetings.municipality_id = ? and meetings.removed_at is null
  order by date desc, meetings.id desc`
const page = db.prepare(`${meetings} limit ? offset ?`)
const total = db.prepare(
  'select count(*) as count from meetings where municipality_id = ? and removed_at is null',
)

const motions = `select motions.id, motions.slug, motions.text, motions.summary, result, mover_name,
    mover.slug as mover_slug, seconder_name, seconder.slug as seconder_slug,
    meetings.slug as meeting_slug, motions.date as meeting_date, motions.plain_english_summary,
    agenda_items.slug as agenda_item_slug, agenda_items.title as agenda_item_title,
    matters.slug as matter_slug, tally_for, tally_against, tally_abstain, tally_absent
  from motions
    left join people mover on mover.id = mover_id
    left join people seconder on seconder.id = seconder_id
    left join meetings on meetings.id = motions.meeting_id
    left join agenda_items on agenda_items.id = agenda_item_id
    left join matters on matters.id = motions.matter_id
  where motions.municipality_id = ? and motions.removed_at is null`
const motion = db.prepare(`${motions} and motions.slug = ?`)
const votes =
  db.prepare(`select people.slug as person_slug, person_name, value as vote_value, reason
  from votes left join people on people.id = person_id where motion_id = ? order by votes.id`)

const toMeeting = (row) => ({
  ...row,
  has_agenda: row.has_agenda === 1,
  has_minutes: row.has_minutes === 1,
  has_transcript: row.has_transcript === 1,
})

const toMotion = ({ tally_for, tally_against, tally_abstain, tally_absent, ...row }) => ({
  ...row,
  tally: {
    for: tally_for,
    against: tally_against,
    abstain: tally_abstain,
    absent: tally_absent,
  },
  votes: votes.all(row.id),
})

const active = db.prepare('select id from api_keys where hash = ? and revoked_at is null')

/** The id of a key that is there and not revoked. */
export function findKeyId(key) {
  return active.get(createHash('sha256').update(key).digest('hex'))?.id
}

/** A page of meetings, newest first. */
export function readMeetings(pageNumber, perPage) {
  return page.all(municipality, perPage, (pageNumber - 1) * perPage).map(toMeeting)
}

/** The same, with how many there are. */
export function listMeetings(pageNumber, perPage) {
  const { count } = total.get(municipality)
  return {
    data: readMeetings(pageNumber, perPage),
    pagination: { page: pageNumber, per_page: perPage, total_items: count },
  }
}

/** A motion with its votes; undefined where there is none. */
export function findMotion(wanted) {
  const row = motion.get(municipality, wanted)
  return row === undefined ? undefined : toMotion(row)
}

/** All meetings and motions, for a server that holds them in memory. */
export function everything() {
  return {
    meetings: db.prepare(meetings).all(municipality).map(toMeeting),
    // It finds by id, and the benchmark asks by slug.
    motions: db
      .prepare(motions)
      .all(municipality)
      .map((row) => ({ ...toMotion(row), id: row.slug })),
  }
}

/** Says where a server listens, which is how the benchmark knows. */
export function announce(server) {
  process.stdout.write(`${server.address().port}\n`)
}
