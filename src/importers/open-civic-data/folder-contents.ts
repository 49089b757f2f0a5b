import { readShape } from '../kit/json-file.ts'
import type { ShapeCheck } from '../kit/shape-issues.ts'
import type { SourceItem } from '../source.ts'
import { idOf, type ReferredKind } from './entry.ts'
import { type Fields, FolderIndex, keyOfFile, readPseudoId } from './folder-index.ts'
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

/** The kinds of file, by the first part of their names. */
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

/** A folder of files, each with one object. */
export interface Folder {
  folder: string
  paths: Readonly<Record<FileKind, readonly string[]>>
}

/** What a first reading of a folder remembers of it: ids and names. */
export interface Contents {
  index: FolderIndex
  /** The key of what a file holds; none where it holds what another file held already. */
  keys: Map<string, string>
  /** The keys of organizations. */
  bodies: Set<string>
  /** The parties of people, by their keys. */
  parties: Map<string, string>
  /** Role and label of posts, by their keys. */
  posts: Map<string, { role: string | null; label: string | null }>
}

/** Each file of one kind that is as it should be. */
export async function* validFiles<T>(
  folder: Folder,
  kind: FileKind,
  check: ShapeCheck<T>,
): AsyncGenerator<{ path: string; value: T }> {
  for await (const read of readFiles(folder, kind, check)) if ('value' in read) yield read
}

/** Each file of one kind: what it holds, or what is wrong with it. */
export async function* readFiles<T>(
  { folder, paths }: Folder,
  kind: FileKind,
  check: ShapeCheck<T>,
): AsyncGenerator<{ path: string; value: T } | { path: string; errors: SourceItem[] }> {
  for (const path of paths[kind]) {
    yield { path, ...(await readShape(folder, path, check, kind)) }
  }
}

/** Reads a folder for the ids and names in it. Files that are not as they should be are left to the second reading. */
export async function indexFolder(folder: Folder): Promise<Contents> {
  const contents: Contents = {
    index: new FolderIndex(),
    keys: new Map(),
    bodies: new Set(),
    parties: new Map(),
    posts: new Map(),
  }
  const bodies = new Map<string, Fields>()
  const add = (kind: ReferredKind, path: string, key: string, fields: Fields, content: object) => {
    const id = (content as { _id?: string | null })._id ?? null
    if (contents.index.add(kind, { id, key, fields, content })) contents.keys.set(path, key)
  }
  for await (const { path, value } of validFiles(
    folder,
    'organization',
    shapeChecks.organization,
  )) {
    const fields = fieldsOfOrganization(value)
    const key = keyOfFile(value, value.classification, value.name)
    bodies.set(key, fields)
    contents.bodies.add(key)
    add('organization', path, key, fields, value)
  }
  for await (const { path, value } of validFiles(folder, 'person', shapeChecks.person))
    add(
      'person',
      path,
      keyOfFile(value, value.name, value.birth_date),
      fieldsOfPerson(value),
      value,
    )
  const bodyOf = (reference: Reference) => bodyFields(reference, contents.index, bodies)
  for await (const { path, value } of validFiles(folder, 'post', shapeChecks.post)) {
    const { label = null, role = null, organization_id: body } = value
    const key = keyOfFile(value, body, role, label)
    contents.posts.set(key, { label, role })
    add('post', path, key, fieldsOfPost(value, bodyOf(body)), value)
  }
  for await (const { path, value } of validFiles(folder, 'bill', shapeChecks.bill))
    add('bill', path, keyOfBill(value), fieldsOfBill(value, bodyOf(value.from_organization)), value)
  for await (const { path, value } of validFiles(folder, 'event', shapeChecks.event))
    add('event', path, keyOfFile(value, value.name, value.start_date), fieldsOfEvent(value), value)
  for await (const { path, value } of validFiles(folder, 'vote_event', shapeChecks.vote))
    add('vote', path, keyOfVote(value, contents.index), fieldsOfVote(value), value)
  for await (const { value } of validFiles(folder, 'membership', shapeChecks.membership))
    rememberParty(value, contents, bodies)
  return contents
}

function fieldsOfOrganization({ name, classification, other_names: others }: Organization): Fields {
  return { name: namesOf(name, others), classification: some(classification) }
}

function fieldsOfPerson({ name, other_names: others, birth_date, identifiers }: Person): Fields {
  return {
    name: namesOf(name, others),
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
    legislative_session__identifier: some(sessionOf(bill.legislative_session)),
    ...withPrefix('from_organization', body),
  }
}

function fieldsOfEvent({ name, start_date }: Event): Fields {
  return { name: [name], start_date: [start_date] }
}

function fieldsOfVote({ identifier, legislative_session: session }: Vote): Fields {
  return { identifier: some(identifier), legislative_session__identifier: some(sessionOf(session)) }
}

function keyOfBill(bill: Bill): string {
  return keyOfFile(bill, sessionOf(bill.legislative_session), bill.identifier || bill.title)
}

// As pupa: an identifier is enough within a session and a bill; without one, what was moved, where and when.
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

/** What is known of a body that something refers to: of itself, and from the words of its pseudo-id. */
function bodyFields(
  reference: Reference,
  index: FolderIndex,
  bodies: ReadonlyMap<string, Fields>,
): Fields {
  const id = idOf(reference)
  if (id === null) return {}
  const found = index.find('organization', id)
  const fields = 'key' in found ? bodies.get(found.key) : undefined
  if (fields !== undefined) return fields
  const criteria = id.startsWith('~') ? (readPseudoId(id) ?? []) : []
  return Object.fromEntries(criteria.map(([name, value]) => [name, [value]]))
}

// pupa writes a party as a body of that classification, which it need not describe.
function rememberParty(
  membership: Membership,
  { index, parties }: Contents,
  bodies: ReadonlyMap<string, Fields>,
): void {
  const { person_id: personId, organization_id: organizationId } = membership
  const { classification, name } = bodyFields(organizationId, index, bodies)
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
