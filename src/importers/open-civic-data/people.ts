import { toUrl } from '../../core/web-url.ts'
import { naturalKey } from '../kit/natural-keys.ts'
import type { MembershipRecord, PersonRecord } from '../records/people.ts'
import type { SourceItem } from '../source.ts'
import { firstUrl } from './documents.ts'
import { type Entry, idOf } from './entry.ts'
import type { Membership, Person } from './schema.ts'
import { Seats } from './seats.ts'

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
    other_names: (person.other_names ?? []).flatMap(({ name, note }) => {
      const text = entry.line(name)
      return text === null ? [] : [{ name: text, note: entry.line(note) }]
    }),
    contact_details: toContacts(person, entry),
  })
  yield* seatItems(person, entry)
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
