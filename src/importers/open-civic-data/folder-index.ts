import { createHash } from 'node:crypto'
import { parseJson } from '../kit/parse-json.ts'
import type { FindKey, ReferredKind } from './entry.ts'
import { naturalKey, normalizeWhitespace } from './natural-keys.ts'

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

/** Resolves ids and pseudo-ids of pupa within a folder. */
export class FolderIndex {
  readonly #keys = new Map<string, string>()
  readonly #indexed = new Map<ReferredKind, Indexed[]>()
  readonly #byName = new Map<string, Indexed[]>()
  readonly #contents = new Map<string, string>()
  readonly #resolved = new Map<string, Resolved>()

  /** Adds an entity; false if it is a duplicate under another `_id`. */
  add(
    kind: ReferredKind,
    entity: { id: string | null; key: string; fields: Fields; content: unknown },
  ): boolean {
    const { id, key, fields, content } = entity
    if (id !== null) this.#keys.set(`${kind} ${id}`, key)
    const digest = digestOf(content)
    if (this.#contents.get(`${kind} ${key}`) === digest) return false
    this.#contents.set(`${kind} ${key}`, digest)
    const indexed = { key, fields: normalizeFields(fields) }
    push(this.#indexed, kind, indexed)
    for (const name of namesIn(indexed.fields)) push(this.#byName, `${kind} ${name}`, indexed)
    return true
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
    const matches = this.#candidates(kind, criteria).filter(({ fields }) =>
      criteria.every(
        ([name, value]) => Object.hasOwn(fields, name) && fields[name]?.includes(value),
      ),
    )
    const keys = [...new Set(matches.map(({ key }) => key))]
    const [key] = keys
    if (key !== undefined && keys.length === 1) return { key }
    const many =
      keys.length === 0
        ? 'which is not in this folder'
        : `which matches ${keys.length} in this folder`
    return { reason: `refers to ${words[kind]} ${pseudoId}, ${many}` }
  }

  #candidates(kind: ReferredKind, criteria: readonly [string, string][]): readonly Indexed[] {
    const name = criteria.find(([field]) => field === 'name' || field === 'identifier')?.[1]
    const found = name === undefined ? this.#indexed.get(kind) : this.#byName.get(`${kind} ${name}`)
    return found ?? []
  }
}

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

function namesIn({ name, identifier }: Fields): Set<string> {
  return new Set([...(name ?? []), ...(identifier ?? [])])
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

function digestOf(content: unknown): string {
  const text = JSON.stringify(content, (name, value) => (name === '_id' ? undefined : value))
  return createHash('sha256').update(text).digest('base64')
}
