import { toMarks } from '../_shared/v1.represent.ts'
import type { PersonDetailRows, PersonItemRow } from './queries.ts'
import type { PersonDetail, PersonItem } from './schema.ts'

export function toPersonItem(row: PersonItemRow): PersonItem {
  const { votes_for, votes_against, abstentions, meetings_present, meetings_absent } = row
  return {
    id: row.id,
    slug: row.slug,
    name: row.name,
    is_current_councillor: row.council_seats.length > 0,
    party: row.party,
    image_url: row.image_url,
    ...toSeat(row),
    updated_at: row.updated_at,
    voting_summary: {
      total_votes: votes_for + votes_against + abstentions,
      votes_for,
      votes_against,
      abstentions,
    },
    attendance_summary: {
      meetings: meetings_present + meetings_absent,
      present: meetings_present,
      absent: meetings_absent,
    },
    voted_in: latestFirst(row.voted_in).map(({ classification: _, ...span }) => span),
  }
}

/** By the day of the last vote. */
export function latestFirst<S extends { last: string | null }>(spans: readonly S[]): S[] {
  return spans.toSorted((one, other) => (other.last ?? '').localeCompare(one.last ?? ''))
}

// Of several councils, none is known to be the one that is meant.
function toSeat({ council_seats: seats }: PersonItemRow) {
  if (seats[0]?.councils !== 1) return { role: null, ward: null }
  return {
    role: onlyOne(seats.map(({ role }) => role)),
    ward: onlyOne(seats.map(({ label }) => label)),
  }
}

function onlyOne(texts: (string | null)[]): string | null {
  const [first = null, ...others] = new Set(texts.filter((text) => text !== null))
  return others.length === 0 ? first : null
}

interface Contact {
  type: string
  value: string
  note?: string | null
}

export function toPersonDetail(
  { person, memberships }: PersonDetailRows,
  today: string,
): PersonDetail {
  const contacts = JSON.parse(person.contact_details) as Contact[]
  const contact = (kind: string) => contacts.find(({ type }) => type === kind)?.value ?? null
  const otherNames = JSON.parse(person.other_names) as { name: string }[]
  return {
    other_names: otherNames.map(({ name }) => name),
    given_name: person.given_name,
    family_name: person.family_name,
    death_date: person.death_date,
    memberships: memberships.map(({ ended, ...seat }) => ({
      ...seat,
      ended: ended === 1 || (seat.end_date !== null && seat.end_date < today),
    })),
    speaking_time: { seconds: person.speaking_seconds, meetings: person.speaking_meetings },
    email: contact('email'),
    phone: contact('voice'),
    website: contact('url'),
    contact_details: contacts.map(({ type, value, note = null }) => ({ type, value, note })),
    source_url: person.source_url,
    ...toMarks(person),
    ...toPersonItem(person),
  }
}
