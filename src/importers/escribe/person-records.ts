import { cleanLine } from '../kit/clean-text.ts'
import type { Diagnostics } from '../kit/diagnostics.ts'
import { isVacantSeat } from '../kit/vocabulary.ts'
import type { MembershipRecord, PersonRecord } from '../records/people.ts'
import type { NamedPerson, People } from './people.ts'
import type { RosterMember } from './roster.ts'

type ContactDetail = NonNullable<PersonRecord['contact_details']>[number]

/** Everyone named, the roster first. Call it last, when every spelling is known. */
export function toPersonRecords(
  people: People,
  portalUrl: string,
): { record: PersonRecord; location: string }[] {
  return [...people.byKey.values()].map((person) => ({
    record: {
      ...toPersonRecord(person, portalUrl),
      // Without a roster there are no contact details, which an earlier import may have.
      ...(people.roster.length === 0 ? { incomplete: true } : {}),
    },
    location: person.member?.location ?? person.firstSeen?.location ?? '',
  }))
}

export function toMemberships(
  roster: RosterMember[],
  councilKey: string,
): { record: MembershipRecord; location: string }[] {
  return roster.map(({ key, row, location }) => {
    const active = row.active ?? null
    const record: MembershipRecord = {
      kind: 'membership',
      key: `${councilKey}:${key}`,
      person_key: key,
      organization_key: councilKey,
      role: cleanLine(row.title),
      label: wardLabel(row.ward_number, row.ward_name),
      start_date: null,
      end_date: null,
    }
    return { record: active === null ? record : { ...record, ended: !active }, location }
  })
}

/** Rejects two rows with the same name, because their records would have the same key. */
export function checkRoster(roster: RosterMember[], diagnostics: Diagnostics): void {
  const seen = new Map<string, RosterMember>()
  for (const member of roster) {
    if (isVacantSeat(member.name)) continue
    const earlier = seen.get(member.key)
    if (earlier !== undefined) {
      const reason = `is also in ${earlier.location}: list each member once`
      diagnostics.addError({ location: member.location, subject: `member ${member.name}`, reason })
    }
    seen.set(member.key, member)
  }
}

/** Warns of two people who may be one: a name that ends in another, as after an office that is not known. */
export function warnOfEndings(people: People, diagnostics: Diagnostics): void {
  for (const { key, name, firstSeen } of people.byKey.values()) {
    const words = key.split(' ')
    const ends = words.slice(1, -1).map((_, index) => words.slice(index + 1).join(' '))
    const other = ends.flatMap((end) => people.byKey.get(end) ?? [])[0]
    if (other === undefined) continue
    const reason = `may or may not be ${other.name}, who is another person of this record`
    const location = firstSeen?.location ?? ''
    diagnostics.addWarning({ location, subject: `person ${name}`, reason })
  }
}

function toPersonRecord(person: NamedPerson, portalUrl: string): PersonRecord {
  const row = person.member?.row
  return {
    kind: 'person',
    key: person.key,
    source_url: person.firstSeen?.url ?? portalUrl,
    name: person.name,
    given_name: cleanLine(row?.first_name),
    family_name: cleanLine(row?.last_name),
    other_names: [...person.spellings].sort().map((name) => ({ name })),
    contact_details: contactDetails(person.member),
  }
}

function contactDetails(member: RosterMember | null): ContactDetail[] {
  if (member === null) return []
  const { telephone, fax, email } = member.row
  const listed: [ContactDetail['type'], string | null][] = [
    ['voice', cleanLine(telephone)],
    ['fax', cleanLine(fax)],
    ['email', cleanLine(email)],
  ]
  return listed.flatMap(([type, value]) => (value === null ? [] : { type, value }))
}

function wardLabel(number?: string | null, name?: string | null): string | null {
  const parts = [cleanLine(number), cleanLine(name)].filter((part) => part !== null)
  return parts.length === 0 ? null : `Ward ${parts.join(' ')}`
}
