import { createHash } from 'node:crypto'
import { naturalKey, normalizeWhitespace } from '../kit/natural-keys.ts'
import { parseJson } from '../kit/parse-json.ts'
import type { FindKey, ReferredKind } from './entry.ts'
import type { Person } from './schema.ts'

/** The fields of an entity that a pseudo-id may contain; several values are alternatives. */
export type Fields = Readonly<Record<string, readonly string[]>>

interface Indexed {
  key: string
  fields: Fields
}

type Resolved = ReturnType<FindKey>

const words: Readonly<Record<ReferredKind, string>> = {
  organization: 'organization',
  person: 'person',
  post: 'post',
  bill: 'bill',
  event: 'event',
  vote: 'vote_event',
}

// The fields that nearly every pseudo-id has one of.
const lookedUp = [
  'name',
  'family_name',
  'identifier',
  'other_identifiers__identifier',
  'bill__identifier',
  'bill__other_identifiers__identifier',
] as const

/** Resolves ids and pseudo-ids of pupa within a folder. */
export class FolderIndex {
  readonly #keys = new Map<string, string>()
  readonly #indexed = new Map<ReferredKind, Indexed[]>()
  readonly #byField = new Map<string, Indexed[]>()
  readonly #fields = new Map<ReferredKind, Set<string>>()
  readonly #resolved = new Map<string, Resolved>()

  /** Adds an entity; of a copy under another `_id`, only that. */
  add(
    kind: ReferredKind,
    entity: { id: string | null; key: string; fields: Fields; isCopy: boolean },
  ): void {
    const { id, key, fields, isCopy } = entity
    if (id !== null) this.#keys.set(`${kind} ${id}`, key)
    if (isCopy) return
    const indexed = { key, fields: normalizeFields(fields) }
    push(this.#indexed, kind, indexed)
    const names = this.#fields.get(kind) ?? new Set()
    for (const name of Object.keys(fields)) names.add(name)
    this.#fields.set(kind, names)
    for (const field of lookedUp)
      for (const value of new Set(indexed.fields[field]))
        push(this.#byField, `${kind} ${field} ${value}`, indexed)
  }

  all(kind: ReferredKind): readonly Indexed[] {
    return this.#indexed.get(kind) ?? []
  }

  readonly find: FindKey = (kind, reference) => {
    const cacheKey = `${kind} ${reference}`
    const fields = this.#resolved.get(cacheKey)
    if (fields !== undefined) return fields
    const found = reference.startsWith('~')
      ? this.#matching(kind, reference)
      : this.#withId(kind, reference)
    this.#resolved.set(cacheKey, found)
    return found
  }

  #withId(kind: ReferredKind, id: string): Resolved {
    const key = this.#keys.get(`${kind} ${id}`)
    if (key !== undefined) return { key }
    // An Open Civic Data id is global: an earlier import may have its record.
    if (id.startsWith('ocd-')) return { key: id }
    return { reason: `refers to ${words[kind]} "${id}", which is not in this folder` }
  }

  #matching(kind: ReferredKind, pseudoId: string): Resolved {
    const criteria = readPseudoId(pseudoId)
    if (criteria === undefined) {
      return { reason: `refers to ${words[kind]} ${pseudoId}, which is not "~" and a JSON object` }
    }
    const names = this.#fields.get(kind)
    const unknown = criteria.find(([name]) => names !== undefined && !names.has(name))
    if (unknown !== undefined) {
      return {
        reason: `refers to ${words[kind]} ${pseudoId}, but no ${words[kind]} is found by its "${unknown[0]}"`,
      }
    }
    const matches = this.#candidates(kind, criteria).filter(({ fields }) =>
      criteria.every(([name, value]) => fields[name]?.includes(value)),
    )
    const keys = [...new Set([...matches, ...this.#family(kind, criteria)].map(({ key }) => key))]
    const [key] = keys
    if (key !== undefined && keys.length === 1) return { key }
    const many =
      keys.length === 0
        ? 'which is not in this folder'
        : `which matches ${keys.length} in this folder`
    return { reason: `refers to ${words[kind]} ${pseudoId}, ${many}` }
  }

  /** The people of a family name, as in pupa if nothing but a name is given. */
  #family(kind: ReferredKind, [[name, value] = ['', ''], ...more]: Criteria): readonly Indexed[] {
    if (kind !== 'person' || name !== 'name' || more.length > 0) return []
    return this.#byField.get(`person family_name ${value}`) ?? []
  }

  #candidates(kind: ReferredKind, criteria: Criteria): readonly Indexed[] {
    const narrow = criteria.find(([field]) => lookedUp.some((name) => name === field))
    if (narrow === undefined) return this.all(kind)
    return this.#byField.get(`${kind} ${narrow[0]} ${narrow[1]}`) ?? []
  }
}

type Criteria = readonly [string, string][]

/** The fields in a pseudo-id; undefined if it is invalid. */
export function readPseudoId(pseudoId: string): [string, string][] | undefined {
  const parsed = parseJson(pseudoId.slice(1))
  const criteria = parsed.ok ? parsed.value : null
  if (typeof criteria !== 'object' || criteria === null || Array.isArray(criteria)) return undefined
  const entries = Object.entries(criteria).map(([name, value]): [string, string] => [
    name,
    normalizeWhitespace(String(value)),
  ])
  return entries.length === 0 ? undefined : entries
}

/** The key of an entity: its Open Civic Data id, or else the fields by which pupa distinguishes it. */
export function keyOfFile(
  { _id: id, pupa_id: pupaId }: { _id?: string | null; pupa_id?: string | null },
  ...natural: (string | null | undefined)[]
): string {
  if (id?.startsWith('ocd-')) return id
  return pupaId ? naturalKey(pupaId) : naturalKey(...natural)
}

function normalizeFields(fields: Fields): Fields {
  return Object.fromEntries(
    Object.entries(fields).map(([field, values]) => [field, values.map(normalizeWhitespace)]),
  )
}

function push<K, V>(lists: Map<K, V[]>, key: K, value: V): void {
  const list = lists.get(key)
  if (list === undefined) lists.set(key, [value])
  else list.push(value)
}

/** The same for files that differ only in their `_id`. */
export function digestOf(content: unknown): string {
  const text = JSON.stringify(content, (name, value) => (name === '_id' ? undefined : value))
  return createHash('sha256').update(text).digest('base64')
}

/** Which of these keys of people are stored. */
export type StoredPeople = (keys: readonly string[]) => Promise<ReadonlySet<string>>

export function keyOfPerson(person: Person): string {
  return keyOfFile(person, person.name, person.birth_date)
}

/** The keys that a person had without a birth date, or by another name; none if an id identifies the person. */
export function formerKeys(person: Person): string[] {
  const { name, birth_date: birth, other_names: others } = person
  const key = keyOfPerson(person)
  if (key !== naturalKey(name, birth)) return []
  const names = [name, ...(others ?? []).map((other) => other.name)]
  const keys = names.flatMap((one) => [naturalKey(one, birth), naturalKey(one, '')])
  return [...new Set(keys)].filter((former) => former !== key)
}

/** The stored key of each person who is stored only under one former key, which no one else in the folder has or had. */
export async function keysInStore(
  identities: ReadonlyMap<string, readonly string[]>,
  storedPeople: StoredPeople,
): Promise<Map<string, string>> {
  const renamed = [...identities].filter(([, former]) => former.length > 0)
  if (renamed.length === 0) return new Map()
  const stored = await storedPeople(renamed.flatMap(([key, former]) => [key, ...former]))
  const found = renamed.flatMap(([key, former]) => {
    const [candidate, ...more] = former.filter((one) => stored.has(one) && !identities.has(one))
    const isOne = candidate !== undefined && more.length === 0 && !stored.has(key)
    return isOne ? [[key, candidate] as const] : []
  })
  const claims = new Map<string, number>()
  for (const [, candidate] of found) claims.set(candidate, (claims.get(candidate) ?? 0) + 1)
  return new Map(found.filter(([, candidate]) => claims.get(candidate) === 1))
}
