import type { Placeholder } from '../../../src/importers/sample/template.ts'
import type { Person, StoryMotion, Town } from './schema.ts'
import type { Sitting } from './sittings.ts'

/** The first name on the list of a body that sits in a cycle is its chair; a joint meeting has the members of both. */
export function membersOf(town: Town, { name, body, cycle }: Sitting): string[] {
  const joined = town.special[name]?.with
  const members = [body, joined].flatMap((key) => town.bodies[key ?? '']?.members ?? [])
  return [...new Set(members)].filter((key) => hasSeat(personOf(town, key), cycle))
}

const hasSeat = ({ from = 0, until = Infinity }: Person, cycle: number) =>
  from <= cycle && cycle <= until

export function personOf(town: Town, key: string): Person {
  const person = town.people[key]
  if (person === undefined) throw new Error(`town.yaml has no one with the key ${key}`)
  return person
}

/** `Mayor`, `Councillor`, or `Member` for a citizen. */
export const roleOf = ({ role, ward }: Person) =>
  role ?? (ward === undefined ? 'Member' : 'Councillor')

export interface Vote {
  who: string
  value: 'For' | 'Against' | 'Absent' | 'Recused'
  reason: string | undefined
}

/** How each member voted; undefined if the vote was not recorded. */
export function rollCallOf(town: Town, sitting: Sitting, motion: StoryMotion): Vote[] | undefined {
  if (!isRecorded(sitting, motion)) return undefined
  return membersOf(town, sitting).map((who) => ({ who, ...voteOf(town, sitting, motion, who) }))
}

function isRecorded({ body }: Sitting, { vote, kind = 'motion', result }: StoryMotion): boolean {
  if (vote !== undefined) return vote === 'recorded' || vote === 'weighted'
  const isVoted = !['notice', 'inquiry', 'election'].includes(kind) && result !== 'withdrawn'
  return body === 'council' && isVoted
}

function voteOf(
  town: Town,
  { name }: Sitting,
  motion: StoryMotion,
  who: string,
): Omit<Vote, 'who'> {
  const { recused = {}, absent = {}, against = [] } = motion
  const reason = town.absent[name]?.[who] ?? absent[who]
  if (reason !== undefined) return { value: 'Absent', reason }
  if (recused[who] !== undefined) return { value: 'Recused', reason: recused[who] }
  return { value: against.includes(who) ? 'Against' : 'For', reason: undefined }
}

/** The key of a meeting. */
export const keyOf = ({ name }: Sitting) => name.replace(' ', '-')

/** A record with placeholders, whose undefined fields are not yet dropped. */
export type Draft<T> = T extends readonly (infer Part)[]
  ? Draft<Part>[]
  : T extends object
    ? { [K in keyof T]: Draft<T[K]> | undefined }
    : T extends number
      ? T | Placeholder
      : T
