import { readShape } from '../kit/json-files.ts'
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

/** The fields of a referenced body, or else those in its pseudo-id. */
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

// pupa writes a party as an organization with that classification, often without a file.
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
