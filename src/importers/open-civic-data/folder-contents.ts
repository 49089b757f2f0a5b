import { readShape } from '../kit/json-files.ts'
import { naturalKey } from '../kit/natural-keys.ts'
import type { ShapeCheck } from '../kit/shape-issues.ts'
import type { SourceItem } from '../source.ts'
import { idOf } from './entry.ts'
import {
  digestOf,
  type Fields,
  FolderIndex,
  formerKeys,
  keyOfFile,
  keyOfPerson,
  keysInStore,
  readPseudoId,
  type StoredPeople,
} from './folder-index.ts'
import {
  type Bill,
  type Event,
  type Membership,
  type Organization,
  type Person,
  type Post,
  type Reference,
  shapeChecks,
  type Vote,
} from './schema.ts'

/** The kinds of file: prefixes of file names. */
export const fileKinds = [
  'jurisdiction',
  'organization',
  'person',
  'post',
  'membership',
  'bill',
  'event',
  'vote_event',
] as const
export type FileKind = (typeof fileKinds)[number]

export interface Folder {
  folder: string
  paths: Readonly<Record<FileKind, readonly string[]>>
}

/** Ids and names from the first reading of a folder. */
export interface Contents {
  index: FolderIndex
  /** Keys by file; a duplicate of another file has none. */
  keys: Map<string, string>
  /** The first file of the same record, by that of a copy with other content. */
  repeated: Map<string, string>
  bodies: Set<string>
  /** Parties by the keys of people. */
  parties: Map<string, string>
  posts: Map<string, { role: string | null; label: string | null }>
}

/** The valid files of one kind. */
export async function* validFiles<T>(
  folder: Folder,
  kind: FileKind,
  check: ShapeCheck<T>,
): AsyncGenerator<{ path: string; value: T }> {
  for await (const read of readFiles(folder, kind, check)) if ('value' in read) yield read
}

/** The files of one kind, each with its value or its errors. */
export async function* readFiles<T>(
  { folder, paths }: Folder,
  kind: FileKind,
  check: ShapeCheck<T>,
): AsyncGenerator<{ path: string; value: T } | { path: string; errors: SourceItem[] }> {
  for (const path of paths[kind]) {
    yield { path, ...(await readShape(folder, path, check, kind)) }
  }
}

/** Reads the ids and names in a folder. Errors are reported by the second reading. */
export async function indexFolder(folder: Folder, storedPeople: StoredPeople): Promise<Contents> {
  const contents: Contents = {
    index: new FolderIndex(),
    keys: new Map(),
    repeated: new Map(),
    bodies: new Set(),
    parties: new Map(),
    posts: new Map(),
  }
  const bodies = new Map<string, Fields>()
  const bills = new Map<string, Fields>()
  const bodyOf = (reference: Reference) =>
    fieldsAt('organization', reference, contents.index, bodies)
  await addAll(folder, 'organization', shapeChecks.organization, contents, (value) => {
    const fields = fieldsOfOrganization(value)
    const key = keyOfFile(value, value.classification, value.name)
    bodies.set(key, fields)
    contents.bodies.add(key)
    return { key, fields }
  })
  await addPeople(folder, contents, storedPeople)
  await addAll(folder, 'post', shapeChecks.post, contents, (value) => {
    const { label = null, role = null, organization_id: body } = value
    const key = keyOfFile(value, body, role, label)
    contents.posts.set(key, { label, role })
    return { key, fields: fieldsOfPost(value, bodyOf(body)) }
  })
  await addAll(folder, 'bill', shapeChecks.bill, contents, (value) => {
    const body = idOf(value.from_organization) ?? ''
    const found = contents.index.find('organization', body)
    const fields = fieldsOfBill(value, bodyOf(value.from_organization))
    return { key: keyOfBill(value), apart: ['key' in found ? found.key : body], fields }
  })
  for (const { key, fields } of contents.index.all('bill')) bills.set(key, fields)
  await addAll(folder, 'event', shapeChecks.event, contents, (value) => ({
    key: keyOfFile(value, value.name, value.start_date),
    apart: [value.description, value.end_date],
    fields: fieldsOfEvent(value),
  }))
  await addAll(folder, 'vote_event', shapeChecks.vote, contents, (value) => ({
    key: keyOfVote(value, contents.index),
    apart: [value.dedupe_key],
    fields: {
      ...fieldsOfVote(value),
      ...withPrefix('organization', bodyOf(value.organization)),
      ...withPrefix('bill', fieldsAt('bill', value.bill, contents.index, bills)),
    },
  }))
  for await (const { value } of validFiles(folder, 'membership', shapeChecks.membership))
    rememberParty(value, contents, bodies)
  return contents
}

async function addPeople(
  folder: Folder,
  contents: Contents,
  storedPeople: StoredPeople,
): Promise<void> {
  const former = new Map<string, string[]>()
  for await (const { value } of validFiles(folder, 'person', shapeChecks.person))
    former.set(keyOfPerson(value), formerKeys(value))
  const stored = await keysInStore(former, storedPeople)
  await addAll(folder, 'person', shapeChecks.person, contents, (value) => {
    const key = keyOfPerson(value)
    return { key: stored.get(key) ?? key, fields: fieldsOfPerson(value) }
  })
}

/** What identifies the record of a file. */
interface Identified {
  key: string
  /** What also tells records with one key apart; part of the key only if there are several. */
  apart?: (string | null | undefined)[]
  fields: Fields
}

/** Adds the files of one kind to the index. */
async function addAll<T extends { _id?: string | null; pupa_id?: string | null }>(
  folder: Folder,
  kind: Exclude<FileKind, 'jurisdiction' | 'membership'>,
  check: ShapeCheck<T>,
  contents: Contents,
  identify: (value: T) => Identified,
): Promise<void> {
  const found: (Identified & { path: string; id: string | null; digest: string })[] = []
  const variants = new Map<string, Set<string>>()
  for await (const { path, value } of validFiles(folder, kind, check)) {
    const identified = identify(value)
    const apart = naturalKey(...(identified.apart ?? []))
    variants.set(identified.key, (variants.get(identified.key) ?? new Set()).add(apart))
    found.push({ ...identified, path, id: value._id ?? null, digest: digestOf(value) })
  }
  const first = new Map<string, { path: string; digest: string }>()
  const referred = kind === 'vote_event' ? 'vote' : kind
  for (const { key: base, apart = [], path, id, digest, fields } of found) {
    const isAlone = variants.get(base)?.size === 1
    const key = isAlone ? base : naturalKey(base, ...apart)
    const earlier = first.get(key)
    contents.index.add(referred, { id, key, fields, isCopy: earlier !== undefined })
    if (earlier === undefined) {
      first.set(key, { path, digest })
      contents.keys.set(path, key)
    } else if (earlier.digest !== digest) contents.repeated.set(path, earlier.path)
  }
}

function fieldsOfOrganization({ name, classification, other_names: others }: Organization): Fields {
  return { name: namesOf(name, others), classification: some(classification) }
}

function fieldsOfPerson({ name, other_names: others, identifiers, ...person }: Person): Fields {
  const { birth_date, family_name } = person
  return {
    name: namesOf(name, others),
    family_name: some(family_name),
    birth_date: some(birth_date),
    identifiers__scheme: (identifiers ?? []).flatMap(({ scheme }) => some(scheme)),
    identifiers__identifier: (identifiers ?? []).map(({ identifier }) => identifier),
  }
}

function fieldsOfPost({ label, role }: Post, body: Fields): Fields {
  return { label: some(label), role: some(role), ...withPrefix('organization', body) }
}

function fieldsOfBill(bill: Bill, body: Fields): Fields {
  return {
    identifier: some(bill.identifier),
    title: some(bill.title),
    other_identifiers__identifier: (bill.other_identifiers ?? []).map(
      ({ identifier }) => identifier,
    ),
    legislative_session__identifier: some(sessionOf(bill.legislative_session)),
    ...withPrefix('from_organization', body),
  }
}

function fieldsOfEvent({ name, description, start_date, end_date }: Event): Fields {
  return {
    name: [name],
    description: some(description),
    start_date: [start_date],
    end_date: some(end_date),
  }
}

function fieldsOfVote({ legislative_session: session, ...vote }: Vote): Fields {
  const { identifier, motion_text, start_date, result } = vote
  return {
    identifier: some(identifier),
    motion_text: some(motion_text),
    start_date: some(start_date),
    result: some(result),
    legislative_session__identifier: some(sessionOf(session)),
  }
}

function keyOfBill(bill: Bill): string {
  return keyOfFile(bill, sessionOf(bill.legislative_session), bill.identifier || bill.title)
}

// Like pupa: by identifier within a session and a bill, otherwise by text, body and date.
function keyOfVote(vote: Vote, index: FolderIndex): string {
  const session = sessionOf(vote.legislative_session)
  const reference = idOf(vote.bill) ?? vote.bill_id ?? ''
  const found = reference === '' ? { key: '' } : index.find('bill', reference)
  const bill = 'key' in found ? found.key : reference
  if (vote.identifier) return keyOfFile(vote, session, bill, vote.identifier)
  const organization = idOf(vote.organization) ?? ''
  const body = index.find('organization', organization)
  const bodyKey = 'key' in body ? body.key : organization
  return keyOfFile(vote, session, bill, vote.motion_text, vote.start_date, bodyKey)
}

function sessionOf(session: Bill['legislative_session']): string | null {
  return typeof session === 'object' ? (session?.identifier ?? null) : (session ?? null)
}

/** The fields of a referenced record, or else those in its pseudo-id. */
function fieldsAt(
  kind: 'organization' | 'bill',
  reference: Reference,
  index: FolderIndex,
  indexed: ReadonlyMap<string, Fields>,
): Fields {
  const id = idOf(reference)
  if (id === null) return {}
  const found = index.find(kind, id)
  const fields = 'key' in found ? indexed.get(found.key) : undefined
  if (fields !== undefined) return fields
  const criteria = id.startsWith('~') ? (readPseudoId(id) ?? []) : []
  return Object.fromEntries(criteria.map(([name, value]) => [name, [value]]))
}

// pupa writes a party as an organization with that classification, often without a file.
function rememberParty(
  membership: Membership,
  { index, parties }: Contents,
  bodies: ReadonlyMap<string, Fields>,
): void {
  const { person_id: personId, organization_id: organizationId } = membership
  const { classification, name } = fieldsAt('organization', organizationId, index, bodies)
  const [party] = name ?? []
  if (!classification?.includes('party') || party === undefined || !personId) return
  const person = index.find('person', personId)
  if ('key' in person) parties.set(person.key, party)
}

function namesOf(name: string, others: Organization['other_names']): string[] {
  return [name, ...(others ?? []).map((other) => other.name)]
}

function some(text: string | null | undefined): string[] {
  return text ? [text] : []
}

function withPrefix(field: string, fields: Fields): Fields {
  return Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [`${field}__${name}`, value]),
  )
}
