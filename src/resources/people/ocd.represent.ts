import { toOcdMembership, toOcdNames, toSources } from '../_shared/ocd.represent.ts'
import type { OcdMunicipality } from '../_shared/ocd.routes.ts'
import type { OcdPersonRow, OcdPersonRows } from './queries.ts'
import type { OcdPerson, OcdPersonDetail } from './schema.ts'

export function toOcdPerson(row: OcdPersonRow): OcdPerson {
  return {
    id: row.ocd_id,
    name: row.name,
    sort_name: sortName(row),
    image: row.image_url,
    gender: row.gender,
    birth_date: row.birth_date ?? '',
    death_date: row.death_date ?? '',
    created_at: row.created_at,
    updated_at: row.updated_at,
  }
}

export function toOcdPersonDetail(
  { person, memberships }: OcdPersonRows,
  municipality: OcdMunicipality,
): OcdPersonDetail {
  const contacts = JSON.parse(person.contact_details) as {
    type: string
    value: string
    note?: string | null
  }[]
  return {
    given_name: person.given_name ?? '',
    family_name: person.family_name ?? '',
    other_names: toOcdNames(person.other_names),
    contact_details: contacts.map(({ type, value, note }) => ({
      type,
      value,
      note: note ?? '',
      label: '',
    })),
    memberships: memberships.map((seat) => toOcdMembership(seat, municipality)),
    links: [],
    sources: toSources(person.source_url, municipality.url, person.import_url, municipality.page),
    ...toOcdPerson(person),
  }
}

// "Family, Given" if the source separates them; otherwise the name unchanged, rather than a guess.
function sortName({ name, given_name: given, family_name: family }: OcdPersonRow): string {
  return given !== null && family !== null ? `${family}, ${given}` : name
}
