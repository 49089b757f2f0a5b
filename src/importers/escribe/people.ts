import {
  type FullName,
  foldName,
  isNamesake,
  matchesFullName,
  nameForm,
  parseWrittenName,
} from './names.ts'
import type { RosterMember } from './roster.ts'

/** A person at a meeting; `key` is null if the person could not be identified. */
export interface Attendee {
  key: string | null
  name: string
}

/** The person with a written name, or why they could not be identified. */
export type Identity = { key: string } | { key: null; reason: string }

export interface NamedPerson {
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
}

export function createPeople(roster: RosterMember[]): People {
  const byKey = new Map<string, NamedPerson>()
  for (const member of roster) {
    const { key, name } = member
    const spellings = new Set<string>()
    const initialForm = parseWrittenName(member.row.first_name_initial)?.name
    if (initialForm !== undefined) spellings.add(initialForm)
    byKey.set(key, { key, name, member, spellings, firstSeen: null })
  }
  return { byKey, roster }
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
function findMatches(people: People, name: string, attendees: Attendee[]) {
  const short = nameForm(name)
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
  const namesake = people.roster.find((each) =>
    each.names.some((full) => isNamesake(short.folded, full)),
  )
  if (namesake !== undefined) {
    return { key: null, reason: `may or may not be ${namesake.name} of the roster` }
  }
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

function namesOf(people: People, attendee: Attendee): FullName[] {
  const member = attendee.key === null ? null : people.byKey.get(attendee.key)?.member
  return [...(member?.names ?? []), { folded: foldName(attendee.name), family: null }]
}

function noteSpelling(people: People, key: string, name: string): void {
  const person = people.byKey.get(key)
  if (person !== undefined && person.name !== name) person.spellings.add(name)
}
