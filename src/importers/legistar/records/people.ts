import { foldText } from '../../../core/fold.ts'
import type { MembershipRecord, OrganizationRecord, PersonRecord } from '../../../record/people.ts'
import type { EmitOnce } from '../../kit/emit-once.ts'
import { findBodyKind } from '../../kit/vocabulary.ts'
import type { SourceItem } from '../../source.ts'
import type { Body, Member, OfficeRecord, Person } from '../model.ts'

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

export function bodyItems(
  { id, name, type, url, location }: Body,
  emitted: EmitOnce,
): SourceItem[] {
  const classification = findBodyKind(type, name)
  return itemsOf({ key: String(id), source_url: url, name, classification }, location, emitted)
}

/** An incomplete record of a body that is only named; Legistar writes 0 for no body. */
export function bodyStub(
  { id, name, location }: Pick<Body, 'id' | 'name' | 'location'>,
  emitted: EmitOnce,
): SourceItem[] {
  const key = String(id)
  if (emitted.has('organization', key)) return []
  return itemsOf(
    { key, incomplete: true, name, classification: findBodyKind(name) },
    location,
    emitted,
  )
}

export function bodyKey(id: number | null): string | null {
  return id === null || id === 0 ? null : String(id)
}

function itemsOf(
  body: Omit<OrganizationRecord, 'kind'>,
  location: string,
  emitted: EmitOnce,
): SourceItem[] {
  if (body.key === '0' || body.name === '') return []
  return emitted.record({ kind: 'organization', ...body }, location)
}

/** Without a key, it is one of several people, or no known person. */
type Found = { key: string } | { key: null; reason: string; isKnown: boolean }

interface RosterEntry {
  id: number
  name: string
  family: string
}

const suffix = /,? (?:jr|sr|ii|iii|iv)\.?$/

/** Who held an office when, to identify somebody of whom a note gives only the family name. */
export class Roster {
  readonly #people: RosterEntry[] = []
  readonly #offices = new Map<number, OfficeRecord[]>()

  addPerson({ id, name, familyName }: Person): void {
    const [full, family] = [name, familyName ?? ''].map((each) =>
      foldText(each).replace(suffix, ''),
    )
    this.#people.push({ id, name: full ?? '', family: family ?? '' })
  }

  addOffice(office: OfficeRecord): void {
    const { personId } = office
    this.#offices.set(personId, [...(this.#offices.get(personId) ?? []), office])
  }

  /** The one person with this name who held an office on that day, in that body if one of them did. */
  find(written: string, { date, bodyId }: { date: string | null; bodyId: number | null }): Found {
    const name = foldText(written)
    const inOffice = this.#people
      .filter(({ family, name: full }) => family === name || ` ${full}`.endsWith(` ${name}`))
      .map(({ id }) => ({ id, offices: this.#officesOn(date, id) }))
      .filter(({ offices }) => offices.length > 0)
    const inBody = inOffice.filter(({ offices }) =>
      offices.some((office) => office.bodyId === bodyId),
    )
    const [person, ...others] = inBody.length > 0 ? inBody : inOffice
    if (person === undefined)
      return { key: null, reason: 'held no known office on that day', isKnown: false }
    if (others.length === 0) return { key: String(person.id) }
    return { key: null, reason: `could be any of ${others.length + 1} people`, isKnown: true }
  }

  /** ISO dates compare as text. */
  #officesOn(date: string | null, id: number): OfficeRecord[] {
    const offices = this.#offices.get(id) ?? []
    return date === null
      ? []
      : offices.filter(({ start, end }) => (start ?? '') <= date && (end === null || date <= end))
  }
}
