import {
  canStandFor,
  type FullName,
  foldName,
  isNamesake,
  nameForm,
  parseWrittenName,
} from './names.ts'
import type { RosterMember } from './roster.ts'

/** Somebody at a meeting; `key` is null where it cannot be told who it is. */
export interface Attendee {
  key: string | null
  name: string
}

/** Who a written name is, or why that cannot be told. */
export type Identity = { key: string } | { key: null; reason: string }

/** Somebody whom the files name. */
export interface NamedPerson {
  key: string
  name: string
  member: RosterMember | null
  /** Every other way in which the files write the name. */
  spellings: Set<string>
  /** The minutes of the earliest meeting that lists the person: their address and the place in the file. */
  firstSeen: { url: string; location: string } | null
}

/** Everybody named so far. One person is one person, however a file writes the name. */
export interface People {
  byKey: Map<string, NamedPerson>
  roster: RosterMember[]
}

/** Starts with the roster. */
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
 * Tells who attended under these names. A full name that is nobody's on the roster makes a new person; a shorter one
 * stands for exactly one of the others present, or of the roster, or for nobody.
 */
export function identifyAttendees(people: People, names: string[]): Identity[] {
  const identities = names.map((name) => identifyFullName(people, name))
  const attendees = names.flatMap((name, index) => {
    const identity = identities[index]
    return identity === undefined ? [] : { name, key: identity.key }
  })
  return names.map((name, index) => identities[index] ?? identifyWritten(people, name, attendees))
}

/** Tells who a mover, seconder or voter is: one of those at the meeting, else one of the roster, else nobody. */
export function identifyWritten(people: People, name: string, attendees: Attendee[]): Identity {
  const short = nameForm(name)
  const present = attendees.filter((each) =>
    namesOf(people, each).some((full) => canStandFor(short, full)),
  )
  const listed = people.roster.filter(
    (member) =>
      member.initialForm === short.folded || member.names.some((full) => canStandFor(short, full)),
  )
  const keys = present.length > 0 ? present.map((each) => each.key) : listed.map((each) => each.key)
  const [key, ...others] = new Set(keys)
  if (key === undefined) return { key: null, reason: 'is not at this meeting or on the roster' }
  if (others.length > 0) return { key: null, reason: `could be any of ${others.length + 1} people` }
  if (key === null) return { key: null, reason: 'matches an attendee who could not be identified' }
  noteSpelling(people, key, name)
  return { key }
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
