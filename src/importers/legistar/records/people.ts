import type { EmitOnce } from '../../kit/emit-once.ts'
import type { MembershipRecord, PersonRecord } from '../../records/people.ts'
import type { SourceItem } from '../../source.ts'
import type { Member, OfficeRecord, Person } from '../model.ts'

export function personItems(person: Person, emitted: EmitOnce): SourceItem[] {
  const record: PersonRecord = {
    kind: 'person',
    key: String(person.id),
    source_url: person.url,
    name: person.name,
    given_name: person.givenName,
    family_name: person.familyName,
    contact_details: person.contacts,
  }
  return emitted.record(record, person.location)
}

/** An incomplete record of a person who is only named: voters may be missing from the list of people. */
export function personStub(
  { id, name }: Member,
  location: string,
  emitted: EmitOnce,
): SourceItem[] {
  const key = String(id)
  // The common case: a council has thousands of votes and dozens of people.
  if (id === null || name === '' || emitted.has('person', key)) return []
  return emitted.record({ kind: 'person', key, incomplete: true, name }, location)
}

export function personKey(member: Member | null): string | null {
  return member?.id == null ? null : String(member.id)
}

// Most councils use the type of a member for groups, such as PRIMARY COUNCIL MEMBERS, which are no role.
const seatWords = /\b(?:ward|district|at[ -]large|seat)\b/i

const groupWords = /\bmembers\b/i

/** A person's time in a body; `stated` is the seat that the source states elsewhere. */
export function toMembership(office: OfficeRecord, stated: string | null = null): MembershipRecord {
  const { id, personId, bodyId, title, memberType, start, end } = office
  const seat = memberType !== null && seatWords.test(memberType) ? memberType : null
  return {
    kind: 'membership',
    key: String(id),
    person_key: String(personId),
    organization_key: String(bodyId),
    role: title ?? (seat !== null || groupWords.test(memberType ?? '') ? null : memberType),
    label: seat ?? stated,
    start_date: start,
    end_date: end,
  }
}
