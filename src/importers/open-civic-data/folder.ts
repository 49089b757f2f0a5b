import type { MembershipRecord } from '../../record/people.ts'
import { checkFolder, lineOf, namesIn } from '../kit/json-files.ts'
import type { ShapeCheck } from '../kit/shape-issues.ts'
import { type OpenedSource, SourceError, type SourceItem } from '../source.ts'
import { billItems } from './bills.ts'
import { Entry, type Mapping, newMapping, type Setting } from './entry.ts'
import { eventItems } from './events.ts'
import {
  type Contents,
  type FileKind,
  type Folder,
  fileKinds,
  indexFolder,
  readFiles,
  validFiles,
} from './folder-contents.ts'
import type { StoredPeople } from './folder-index.ts'
import { readPseudoId } from './folder-index.ts'
import { organizationItems, personItems, Seats, toMembership } from './people.ts'
import { type Membership, shapeChecks } from './schema.ts'
import { voteItems } from './votes.ts'

type Opened = Pick<OpenedSource, 'divisionId' | 'expected' | 'locate' | 'items'>

/** Opens a folder of pupa's files of one jurisdiction, one object each. */
export async function openFolder(
  path: string,
  setting: Setting,
  storedPeople: StoredPeople,
): Promise<Opened> {
  await checkFolder(path)
  const folder = { folder: path, paths: await listPaths(path) }
  return {
    divisionId: await divisionOf(folder),
    expected: null,
    locate: (location) => lineOf(path, location),
    items: readItems(folder, setting, storedPeople),
  }
}

async function listPaths(folder: string): Promise<Folder['paths']> {
  const names = (await namesIn(folder)).filter((name) => name.endsWith('.json')).sort()
  const of = (kind: FileKind) => names.filter((name) => name.startsWith(`${kind}_`))
  const paths = Object.fromEntries(fileKinds.map((kind) => [kind, of(kind)])) as Record<
    FileKind,
    string[]
  >
  if (Object.values(paths).every((found) => found.length === 0)) {
    const patterns = fileKinds.map((kind) => `${kind}_*.json`).join(', ')
    throw new SourceError(
      `${folder} does not contain ${patterns}; pupa writes them to _data/<jurisdiction>, one folder for each jurisdiction`,
    )
  }
  return paths
}

async function divisionOf(folder: Folder): Promise<string | null> {
  for await (const { value } of validFiles(folder, 'jurisdiction', shapeChecks.jurisdiction)) {
    if (value.division_id) return value.division_id
  }
  return null
}

async function* readItems(
  folder: Folder,
  setting: Setting,
  storedPeople: StoredPeople,
): AsyncGenerator<SourceItem> {
  const contents = await indexFolder(folder, storedPeople)
  const mapping = newMapping(contents.index.find, { ...setting, isRaw: true, isReeve: false })
  const entries = { contents, mapping }
  const { keys, parties } = contents
  mapping.bodies = contents.bodies
  const mapped = <T>(
    kind: FileKind,
    check: ShapeCheck<T>,
    map: (value: T, entry: Entry, path: string) => Iterable<SourceItem>,
  ) =>
    itemsOf(folder, kind, check, (value, path) =>
      itemsAt(path, kind, entries, (entry) => map(value, entry, path)),
    )
  yield* itemsOf(folder, 'jurisdiction', shapeChecks.jurisdiction, () => [])
  yield* mapped('organization', shapeChecks.organization, organizationItems)
  yield* mapped('person', shapeChecks.person, (value, entry, path) =>
    personItems(value, entry, parties.get(keys.get(path) ?? '') ?? null),
  )
  yield* itemsOf(folder, 'post', shapeChecks.post, () => [])
  const seats = new Seats()
  for await (const { path, value } of validFiles(folder, 'membership', shapeChecks.membership)) {
    const { seat } = seatOf(value, path, entries)
    if (seat !== null) seats.count(seat)
  }
  yield* itemsOf(folder, 'membership', shapeChecks.membership, (value, path) =>
    membershipItems(seatOf(value, path, entries), seats),
  )
  yield* mapped('bill', shapeChecks.bill, billItems)
  yield* mapped('event', shapeChecks.event, eventItems)
  yield* mapping.states.warnings()
  yield* mapped('vote_event', shapeChecks.vote, voteItems)
}

async function* itemsOf<T>(
  folder: Folder,
  kind: FileKind,
  check: ShapeCheck<T>,
  map: (value: T, path: string) => Iterable<SourceItem>,
): AsyncGenerator<SourceItem> {
  for await (const read of readFiles(folder, kind, check)) {
    if ('value' in read) for (const item of map(read.value, read.path)) yield withPointer(item)
    else yield* read.errors
  }
}

// Diagnostics of a whole object point to its first line.
function withPointer(item: SourceItem): SourceItem {
  return item.location.includes('#') ? item : { ...item, location: `${item.location}#` }
}

function* itemsAt(
  path: string,
  subject: string,
  { contents, mapping }: { contents: Contents; mapping: Mapping },
  map: (entry: Entry) => Iterable<SourceItem>,
): Generator<SourceItem> {
  const key = contents.keys.get(path)
  const first = contents.repeated.get(path)
  if (first !== undefined) yield repeatedWarning(path, subject, first)
  // A duplicate of another file, which pupa ignores too.
  if (key === undefined) return
  const entry = new Entry(mapping, { key, location: path, subject })
  yield* map(entry)
  yield* entry.warnings()
}

// What pupa tells records of a kind apart by.
const identities: Readonly<Record<string, string>> = {
  organization: 'name and classification',
  person: 'name and birth date',
  bill: 'number, session and body',
  event: 'name, date and description',
}

function repeatedWarning(location: string, subject: string, first: string): SourceItem {
  const reason = `has the same ${identities[subject] ?? 'identity'} as ${first} but other content; skipped`
  return { type: 'warning', location, subject, reason }
}

/** The seat in a file; null for a party membership or an unresolved reference. */
function seatOf(
  membership: Membership,
  path: string,
  { contents: { index, posts }, mapping }: { contents: Contents; mapping: Mapping },
): { entry: Entry; seat: MembershipRecord | null } {
  const key = membership._id ?? path
  const entry = new Entry(mapping, { key, location: path, subject: 'membership' })
  if (isInUndescribedParty(membership, index.find)) return { entry, seat: null }
  const postKey = entry.keyOf('post', '/post_id', membership.post_id)
  const post = postKey === null ? null : (posts.get(postKey) ?? null)
  return { entry, seat: toMembership(membership, entry, { post }) }
}

function* membershipItems(
  { entry, seat }: ReturnType<typeof seatOf>,
  seats: Seats,
): Generator<SourceItem> {
  const record = seat === null ? null : seats.emit(seat)
  if (record !== null) yield entry.record(record)
  yield* entry.warnings()
}

// A party membership becomes a field of the person.
function isInUndescribedParty(
  { organization_id: id }: Membership,
  find: Contents['index']['find'],
): boolean {
  if (!id?.startsWith('~') || 'key' in find('organization', id)) return false
  return (readPseudoId(id) ?? []).some(
    ([name, value]) => name === 'classification' && value === 'party',
  )
}
