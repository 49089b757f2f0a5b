import { jsonColumn, municipality, prepare, prepareParts, timeZone, urlOf } from './driver.mjs'

// The date in the municipality, which decides who is a councillor.
const today = new Intl.DateTimeFormat('en-CA', { timeZone, dateStyle: 'short' }).format()

const seats = prepareParts(
  'seats',
  'people',
  (id) => `select organizations.name as organization_name,
      organizations.slug as organization_slug, role, label, start_date, end_date, ended
    from memberships join organizations on organizations.id = organization_id
    where person_id = ${id}
    order by coalesce(start_date, '') desc, memberships.id`,
)
// A column for every peer, so that a person takes two statements at most.
const councilSeats = jsonColumn(
  'council_seats',
  'people',
  (id) => `select role, label, (select count(*) from organizations councils
      where councils.municipality_id = organizations.municipality_id
        and councils.classification = 'council') as councils
    from memberships join organizations on organizations.id = organization_id
    where person_id = ${id} and ended = 0
      and classification = 'council'
      and coalesce(start_date, '') <= ? and coalesce(end_date, '9999') >= ?`,
)
const person =
  prepare(`select id, slug, name, party, image_url, votes_for, votes_against, abstentions,
    meetings_present, meetings_absent, speaking_seconds, speaking_meetings, other_names,
    contact_details, updated_at ${councilSeats.column} ${seats.column}
  from people where municipality_id = ? and slug = ?`)

// Of several councils, none is known to be the one that is meant.
function ofSeat(councils, column) {
  if (councils[0]?.councils !== 1) return null
  const texts = new Set(councils.map((seat) => seat[column]).filter((text) => text !== null))
  return texts.size === 1 ? [...texts][0] : null
}

function toPerson(row) {
  const councils = councilSeats.of(row)
  const contacts = JSON.parse(row.contact_details)
  const contact = (kind) => contacts.find(({ type }) => type === kind)?.value ?? null
  return {
    id: row.id,
    slug: row.slug,
    name: row.name,
    is_current_councillor: councils.length > 0,
    party: row.party,
    image_url: row.image_url,
    role: ofSeat(councils, 'role'),
    ward: ofSeat(councils, 'label'),
    updated_at: row.updated_at,
    other_names: JSON.parse(row.other_names).map((other) => other.name),
    memberships: seats.of(row).map((seat) => ({
      ...seat,
      ended: seat.ended === 1 || (seat.end_date !== null && seat.end_date < today),
    })),
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
    email: contact('email'),
    phone: contact('voice'),
    website: contact('url'),
    url: urlOf('people', row.slug),
  }
}

/** A person with memberships and vote counts. */
export function findPerson(slug) {
  const row = person.get(today, today, municipality, slug)
  return row === undefined ? undefined : toPerson(row)
}
