import type { MembershipRecord, PersonRecord } from '../../records.ts'
import type { SourceItem } from '../../source.ts'
import type { Member, OfficeRecord, Person } from '../model.ts'

/** The records of people, and those whom other things name before or without their own. */
export class People {
  readonly #seen = new Set<number>()

  has(id: number): boolean {
    return this.#seen.has(id)
  }

  *person({
    id,
    name,
    givenName,
    familyName,
    url,
    contacts,
    where,
  }: Person): Generator<SourceItem> {
    if (this.#seen.has(id)) return
    this.#seen.add(id)
    const record: PersonRecord = {
      kind: 'person',
      key: String(id),
      source_url: url,
      name,
      given_name: givenName,
      family_name: familyName,
      contact_details: contacts,
    }
    yield { type: 'record', record, where }
  }

  /** Legistar names who voted, sponsored or moved also where its list of people has them no longer. */
  *mention({ id, name }: Member, where: string): Generator<SourceItem> {
    if (id === null || name === '' || this.#seen.has(id)) return
    this.#seen.add(id)
    const record: PersonRecord = { kind: 'person', key: String(id), incomplete: true, name }
    yield { type: 'record', record, where }
  }
}

/** The key of a person as other records refer to them. */
export function personKey(member: Member | null): string | null {
  return member?.id == null ? null : String(member.id)
}

export function toMembership(office: OfficeRecord): MembershipRecord {
  const { id, personId, bodyId, title, memberType, start, end } = office
  return {
    kind: 'membership',
    key: String(id),
    person_key: String(personId),
    organization_key: String(bodyId),
    role: title,
    label: memberType,
    start_date: start,
    end_date: end,
  }
}
