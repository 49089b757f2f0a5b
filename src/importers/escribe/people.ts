import type { MembershipRecord, PersonRecord } from '../../record/people.ts'
import { cleanLine } from '../kit/clean-text.ts'
import type { Diagnostics } from '../kit/diagnostics.ts'
import { generation, looksLikeName } from '../kit/name-shape.ts'
import {
  type FullName,
  foldName,
  isNamesake,
  matchesFullName,
  nameForm,
  parseWrittenName,
  shorterNames,
} from '../kit/person-names.ts'
import { isVacantSeat } from '../kit/vocabulary.ts'
import type { RosterEntry } from './read.ts'
import type { RosterRow } from './schema.ts'

/** A person at a meeting; `key` is null if the person could not be identified. */
export interface Attendee {
  key: string | null
  name: string
}

/** The person with a written name, or why they could not be identified. */
export type Identity = { key: string } | { key: null; reason: string }

interface NamedPerson {
  key: string
  name: string
  member: RosterMember | null
  /** Other spellings of the name in the files. */
  spellings: Set<string>
  /** The minutes of the earliest meeting that lists the person. */
  firstSeen: { url: string; location: string } | null
}

/** Everyone named so far, each once whatever the spelling. */
export interface People {
  byKey: Map<string, NamedPerson>
  roster: RosterMember[]
  /** The names in the attendance of all meetings, folded. */
  listed: ReadonlySet<string>
}

export function createPeople(roster: RosterMember[], listed: readonly string[] = []): People {
  const byKey = new Map<string, NamedPerson>()
  for (const member of roster) {
    const { key, name } = member
    const spellings = new Set<string>()
    const initialForm = parseWrittenName(member.row.first_name_initial)?.name
    if (initialForm !== undefined) spellings.add(initialForm)
    byKey.set(key, { key, name, member, spellings, firstSeen: null })
  }
  return { byKey, roster, listed: new Set(listed.map(foldName)) }
}

/**
 * Identifies attendees by their names. A full name that is not on the roster becomes a new person; a shorter name must
 * match exactly one other attendee, or else exactly one member of the roster.
 */
export function identifyAttendees(people: People, names: string[]): Identity[] {
  const identities = names.map((name) => identifyFullName(people, name))
  const attendees = names.flatMap((name, index) => {
    const identity = identities[index]
    return identity === undefined ? [] : { name, key: identity.key }
  })
  return names.map((name, index) => identities[index] ?? identifyShortName(people, name, attendees))
}

// "Roy" beside "Stéphane Roy" is probably the other member of that name.
function identifyShortName(people: People, name: string, attendees: Attendee[]): Identity {
  const { present, listed } = findMatches(people, name, attendees)
  const keys = new Set([...present, ...listed])
  if (keys.size === 0) return { key: null, reason: 'is not a full name, and no roster has it' }
  if (present.length > 0 && keys.size > 1)
    return { key: null, reason: `could be any of ${keys.size} people` }
  return identifyWritten(people, name, attendees)
}

/** Identifies a mover, seconder or voter among the attendees, or else on the roster. */
export function identifyWritten(people: People, name: string, attendees: Attendee[]): Identity {
  const { present, listed } = findMatches(people, name, attendees)
  const [key, ...others] = new Set(present.length > 0 ? present : listed)
  if (key === undefined) return { key: null, reason: 'is not at this meeting or on the roster' }
  if (others.length > 0) return { key: null, reason: `could be any of ${others.length + 1} people` }
  if (key === null) return { key: null, reason: 'matches an attendee who could not be identified' }
  noteSpelling(people, key, name)
  return { key }
}

/** The keys of the attendees and of the members of the roster whom a name can refer to. */
function findMatches(people: People, written: string, attendees: Attendee[]) {
  const whole = nameForm(written)
  const plain = isOnRoster(people, whole.folded) ? undefined : plainNameOf(people, written)
  const short = plain === undefined ? whole : nameForm(plain)
  const present = attendees.filter((each) =>
    namesOf(people, each).some((full) => matchesFullName(short, full)),
  )
  const listed = people.roster.filter(
    (member) =>
      member.initialForm === short.folded ||
      member.names.some((full) => matchesFullName(short, full)),
  )
  return { present: present.map(({ key }) => key), listed: listed.map(({ key }) => key) }
}

function identifyFullName(people: People, name: string): Identity | undefined {
  const short = nameForm(name)
  if (short.form !== 'full') return undefined
  const listed = people.roster.filter((member) =>
    member.names.some(({ folded }) => folded === short.folded),
  )
  const [member, ...others] = listed
  if (others.length > 0) return { key: null, reason: `could be any of ${listed.length} people` }
  if (member !== undefined) {
    noteSpelling(people, member.key, name)
    return { key: member.key }
  }
  const shorter = plainNameOf(people, name)
  if (shorter !== undefined) return identifyFullName(people, shorter)
  const namesake = people.roster.find((each) =>
    each.names.some((full) => isNamesake(short.folded, full)),
  )
  if (namesake !== undefined) {
    return { key: null, reason: `may or may not be ${namesake.name} of the roster` }
  }
  if (!looksLikeName(name) || isLonger(name))
    return { key: null, reason: 'is not a name alone, and no list has the name without the rest' }
  if (!people.byKey.has(short.folded)) {
    const person = {
      key: short.folded,
      name,
      member: null,
      spellings: new Set<string>(),
      firstSeen: null,
    }
    people.byKey.set(short.folded, person)
  }
  noteSpelling(people, short.folded, name)
  return { key: short.folded }
}

/** The name without what follows it, if the roster or another list has that name alone. */
function plainNameOf(people: People, name: string): string | undefined {
  const { folded: whole } = nameForm(name)
  // Without a roster, father and son are two.
  const isSon = generation.test(name.split(' ').at(-1) ?? '')
  return shorterNames(name).find((each) => {
    const { form, folded } = nameForm(each)
    if (form !== 'full' || folded === whole) return false
    return isOnRoster(people, folded) || (!isSon && people.listed.has(folded))
  })
}

const isOnRoster = ({ roster }: People, folded: string) =>
  roster.some(({ names }) => names.some((full) => full.folded === folded))

/** Whether a comma is followed by more than a generation. */
const isLonger = (name: string) =>
  name
    .split(/,\s*/)
    .slice(1)
    .some((part) => !generation.test(part))

function namesOf(people: People, attendee: Attendee): FullName[] {
  const member = attendee.key === null ? null : people.byKey.get(attendee.key)?.member
  return [...(member?.names ?? []), { folded: foldName(attendee.name), family: null }]
}

function noteSpelling(people: People, key: string, name: string): void {
  const person = people.byKey.get(key)
  if (person !== undefined && person.name !== name) person.spellings.add(name)
}

/** A council member with every full name that the roster implies. */
export interface RosterMember {
  key: string
  name: string
  row: RosterRow
  location: string
  /** The roster's form with initials, folded: `m. luloff`. */
  initialForm: string | null
  names: FullName[]
}

export function toRosterMembers(roster: RosterEntry[]): RosterMember[] {
  return roster.flatMap(({ row, location }) => {
    const name = cleanLine(row.full_name)
    if (name === null) return []
    const key = foldName(name)
    const last = cleanLine(row.last_name)
    const family = last === null ? null : foldName(last)
    const initialForm = cleanLine(row.first_name_initial)
    const alias = emailName(row.email, family)
    const plain = foldName(parseWrittenName(name)?.name ?? name)
    const full = [key, plain.includes(' ') ? plain : key, alias ?? key]
    const names = [...new Set(full)].map((folded) => ({ folded, family }))
    const folded = initialForm === null ? null : foldName(initialForm)
    return { key, name, row, location, initialForm: folded, names }
  })
}

// An e-mail address such as matt.luloff@ shows that Matthew Luloff is also called Matt; bayward@ shows nothing.
function emailName(email: string | null | undefined, family: string | null): string | null {
  const local = foldName(email?.split('@')[0] ?? '')
  const [given, ...rest] = local.split('.')
  if (family === null || !given || rest.join(' ') !== family) return null
  return `${given} ${family}`
}

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
