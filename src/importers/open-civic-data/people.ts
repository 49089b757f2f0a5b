import { toUrl } from '../../core/web-url.ts'
import type { MembershipRecord, PersonRecord } from '../../record/people.ts'
import { naturalKey } from '../kit/natural-keys.ts'
import { type BodyKind, findBodyKind } from '../kit/vocabulary.ts'
import type { SourceItem } from '../source.ts'
import { type Entry, firstUrl, idOf } from './entry.ts'
import type { Membership, Organization, Person } from './schema.ts'

type Contact = NonNullable<PersonRecord['contact_details']>[number]

const contactTypes: ReadonlyMap<string, Contact['type']> = new Map([
  ['address', 'address'],
  ['email', 'email'],
  ['url', 'url'],
  ['fax', 'fax'],
  ['text', 'text'],
  ['voice', 'voice'],
  ['cell', 'voice'],
  ['textphone', 'text'],
  ['pager', 'text'],
  ['video', 'url'],
])

/** A person with their seats. */
export function* personItems(
  person: Person,
  entry: Entry,
  party: string | null = null,
): Generator<SourceItem> {
  yield entry.record({
    kind: 'person',
    key: entry.key,
    source_url: firstUrl(person.sources) ?? firstUrl(person.links),
    name: entry.line(person.name) ?? person.name,
    given_name: entry.line(person.given_name),
    family_name: entry.line(person.family_name),
    party,
    image_url: toUrl(person.image),
    gender: entry.line(person.gender),
    birth_date: entry.day('birth_date', person.birth_date),
    death_date: entry.day('death_date', person.death_date),
    other_names: toOtherNames(person, entry),
    contact_details: toContacts(person, entry),
  })
  yield* seatItems(person, entry)
}

function toOtherNames({ other_names: others }: Pick<Person, 'other_names'>, entry: Entry) {
  return (others ?? []).flatMap(({ name, note }) => {
    const text = entry.line(name)
    return text === null ? [] : [{ name: text, note: entry.line(note) }]
  })
}

function* seatItems({ memberships }: Person, entry: Entry): Generator<SourceItem> {
  const found = (memberships ?? []).flatMap((membership, index) => {
    const at = `/memberships/${index}`
    const seat = toMembership(membership, entry, { personKey: entry.key, at })
    return seat === null ? [] : [{ seat, at }]
  })
  const seats = new Seats()
  for (const { seat } of found) seats.count(seat)
  for (const { seat, at } of found) {
    const record = seats.emit(seat)
    if (record !== null) yield entry.record(record, at)
  }
}

function toContacts({ contact_details: details }: Person, entry: Entry): Contact[] {
  return (details ?? []).flatMap(({ type, value, note, label }) => {
    const word = entry.line(type) ?? 'text'
    const text = entry.line(value)
    if (text === null) return []
    const contactType = contactTypes.get(word.toLowerCase())
    const remark = entry.line(note, label, contactType === word ? null : word)
    return [{ type: contactType ?? 'text', value: text, note: remark }]
  })
}

/** The location of a membership, and data from outside it. */
interface Seat {
  personKey?: string
  at?: string
  post?: { role: string | null; label: string | null } | null
}

/** A seat; null, with a warning, if the person or the body is unknown. */
export function toMembership(
  membership: Membership,
  entry: Entry,
  { personKey, at = '', post = null }: Seat,
): MembershipRecord | null {
  const { person_id: personId, person, organization_id: organizationId } = membership
  const person_key = personKey ?? entry.keyOf('person', `${at}/person_id`, personId, person)
  const organization_key = entry.keyOf(
    'organization',
    `${at}/organization_id`,
    organizationId,
    membership.organization,
  )
  if (person_key === null || organization_key === null) {
    if (personId == null && idOf(person) === null && personKey === undefined)
      entry.warn(
        at,
        `is a seat of ${entry.line(membership.person_name) ?? 'an unnamed person'}, who has no id`,
      )
    return null
  }
  if (!entry.mapping.bodies.has(organization_key)) {
    entry.warn(at, `is a seat in ${organization_key}, which this source does not list`)
    return null
  }
  const stated = typeof membership.post === 'object' ? membership.post : null
  const role = entry.line(membership.role, post?.role, stated?.role)
  const label = entry.line(membership.label, post?.label, stated?.label)
  const start_date = entry.day(`${at}/start_date`.slice(1), membership.start_date)
  return {
    kind: 'membership',
    key: naturalKey(person_key, organization_key, role, label, membership.start_date),
    person_key,
    organization_key,
    role,
    label,
    start_date,
    ...endOf(membership, entry, `${at}/end_date`.slice(1)),
  }
}

// A seat that ended "in 2018" is over on an unknown date.
function endOf({ end_date: end }: Membership, entry: Entry, field: string) {
  const end_date = entry.day(field, end)
  const isPast = end_date === null && Boolean(end?.trim()) && hasPassed(end ?? '', entry)
  return isPast ? { end_date, ended: true } : { end_date }
}

function hasPassed(fuzzy: string, { mapping }: Entry): boolean {
  return /^\d{4}(?:-\d{2})?$/.test(fuzzy) && fuzzy < mapping.today.slice(0, fuzzy.length)
}

/**
 * Keys for seats, which have no ids: seats that differ only in their end have it in their key. Count all seats before
 * emitting them, so that keys do not depend on the reading order.
 */
export class Seats {
  readonly #contents = new Map<string, Set<string>>()
  readonly #emitted = new Set<string>()

  count(seat: MembershipRecord): void {
    const contents = this.#contents.get(seat.key)
    if (contents === undefined) this.#contents.set(seat.key, new Set([contentOf(seat)]))
    else contents.add(contentOf(seat))
  }

  /** The seat with its final key; null if it was emitted before. */
  emit(seat: MembershipRecord): MembershipRecord | null {
    const content = contentOf(seat)
    const identity = `${seat.key} ${content}`
    if (this.#emitted.has(identity)) return null
    this.#emitted.add(identity)
    const contents = this.#contents.get(seat.key)
    if (contents === undefined || contents.size === 1) return seat
    const end = endDateIn(content)
    const alike = [...contents].filter((other) => endDateIn(other) === end).sort()
    const rank = alike.indexOf(content)
    return { ...seat, key: naturalKey(seat.key, end, ...(rank === 0 ? [] : [String(rank + 1)])) }
  }
}

function contentOf({ key: _, kind: __, ...content }: MembershipRecord): string {
  return JSON.stringify([content.end_date ?? '', content])
}

function endDateIn(content: string): string {
  const [end]: [string] = JSON.parse(content)
  return end
}

export function* organizationItems(
  organization: Organization,
  entry: Entry,
): Generator<SourceItem> {
  const { name, classification, links, sources } = organization
  yield entry.record({
    kind: 'organization',
    key: entry.key,
    source_url: firstUrl(sources),
    name: entry.line(name) ?? name,
    other_names: toOtherNames(organization, entry),
    classification: classify(entry.line(classification)),
    parent_key: entry.keyOf(
      'organization',
      '/parent_id',
      organization.parent_id,
      organization.parent,
    ),
    founding_date: entry.day('founding_date', organization.founding_date),
    dissolution_date: entry.day('dissolution_date', organization.dissolution_date),
    url: firstUrl(links),
  })
}

function classify(word: string | null): BodyKind | null {
  return word === null ? null : (findBodyKind(word) ?? 'other')
}
