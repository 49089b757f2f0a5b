import { join } from 'node:path'
import { isWebUrl, toUrl } from '../../../core/web-url.ts'
import { Diagnostics } from '../../kit/diagnostics.ts'
import { EmitOnce } from '../../kit/emit-once.ts'
import { checkFolder, lineOf, listJson, readShape } from '../../kit/json-files.ts'
import { MeetingStates } from '../../kit/meeting-state.ts'
import { foreignReason } from '../../kit/one-council.ts'
import type { ShapeCheck } from '../../kit/shape-issues.ts'
import { digestOf, readHead } from '../../kit/text-file.ts'
import { type Diagnostic, type ImportSource, SourceError, type SourceItem } from '../../source.ts'
import { clientIn, sourceOfClient } from '../council.ts'
import { toDate } from '../model.ts'
import { DoubledMeetings } from '../records/doubled-meetings.ts'
import { matterItems } from '../records/matters.ts'
import { meetingItems, type Reading, waitingMeetings } from '../records/meetings.ts'
import { bodyStub, personItems, Roster, toMembership } from '../records/people.ts'
import { lastSeatOf, readDistricts, toEvent, toMatter, toOffices, toPerson } from './map.ts'
import { type EventFile, type MatterFile, shapeChecks } from './schema.ts'

const peopleFolder = 'people'
const matterFolders = ['introduction', 'resolution', 'land_use']
const eventsFolder = 'events'
const syncFile = 'last_sync.json'
const headBytes = 64
const firstId = /^\s*\{\s*"ID"\s*:\s*(\d+)\s*,/

/** A folder of files that mirrors one council's Legistar Web API. */
export const legistarArchive: ImportSource = {
  name: 'legistar-archive',
  describe:
    'a folder that mirrors Legistar: people/, events/, introduction/, resolution/, land_use/',
  async open(folder) {
    await checkFolder(folder)
    const paths = await listPaths(folder)
    const count = paths.people.length + paths.matters.length + paths.events.length
    if (count === 0) {
      const folders = [peopleFolder, ...matterFolders, eventsFolder]
      throw new SourceError(`${folder} does not contain ${folders.join('/*.json, ')}/*.json`)
    }
    const read: Archive['read'] = { files: 0, asOf: null }
    const missing = missingIn(paths)
    const publisher = await publisherOf(folder, paths)
    return {
      // Without a publisher, the items contain an error.
      name: publisher === null ? 'legistar' : sourceOfClient(publisher),
      url: await siteOf(folder, paths.events),
      licence: null,
      municipality: null,
      expected: null,
      isThirdParty: true,
      locate: (location) => lineOf(folder, location),
      digest: () => digestOf(folder),
      gaps: () => missing,
      progress: () => read.files / count,
      asOf: () => read.asOf,
      items: ofOneCouncil(readItems({ folder, paths, read, publisher }), publisher),
    }
  },
}

// If a file is unreadable, it may be the one that names the council, so only its error is reported.
async function* ofOneCouncil(
  items: AsyncGenerator<SourceItem>,
  publisher: string | null,
): AsyncGenerator<SourceItem> {
  let errors = 0
  for await (const item of items) {
    if (item.type === 'error') errors += 1
    yield item
  }
  if (publisher === null && errors === 0) yield unnamedError(eventsFolder)
}

// A complete mirror has all folders, even if one is empty at the council.
function missingIn({ people, matters, events }: Paths): Diagnostic[] {
  const folders = { people, 'introduction, resolution, land_use': matters, events }
  return Object.entries(folders).flatMap(([location, found]) =>
    found.length > 0 ? [] : [{ location, subject: 'archive', reason: 'contains no files' }],
  )
}

interface Paths {
  people: string[]
  matters: string[]
  events: string[]
}

async function listPaths(folder: string): Promise<Paths> {
  const matters = await Promise.all(matterFolders.map((below) => listJson(folder, below, true)))
  return {
    people: await listJson(folder, peopleFolder, false),
    matters: matters.flat(),
    events: await listJson(folder, eventsFolder, true),
  }
}

interface Archive {
  folder: string
  paths: Paths
  read: { files: number; asOf: string | null }
  publisher: string | null
}

// Matters come before events, because histories have votes and the items of events only have results.
async function* readItems(archive: Archive): AsyncGenerator<SourceItem> {
  const { folder, paths, read, publisher } = archive
  read.asOf = await lastRun(folder)
  const reading: Reading = {
    emitted: new EmitOnce(),
    diagnostics: new Diagnostics(),
    states: new MeetingStates(),
    doubled: new DoubledMeetings(),
    roster: new Roster(),
    asOf: read.asOf ?? (await lastChange(folder, paths.events)),
  }
  const newest = await newestOf(folder, paths.matters)
  const { districts, warnings } = await readDistricts(folder)
  yield* warnings
  yield* itemsOf(archive, 'person', shapeChecks.person, paths.people, (file, path) =>
    itemsOfPerson(file, rootOf(path), { ...reading, district: districts.get(file.ID) }),
  )
  yield* itemsOf(archive, 'matter', shapeChecks.matter, paths.matters, function* (file, path) {
    const at = { location: path, subject: `matter ${file.ID}` }
    yield* foreignErrors(clientsOfMatter(file), publisher, at)
    if ((newest.get(file.ID) ?? path) === path)
      yield* matterItems(toMatter(file, rootOf(path)), reading)
    else yield outdatedWarning(path, file.ID, newest)
  })
  yield* itemsOf(archive, 'event', shapeChecks.event, paths.events, function* (file, path) {
    const at = { location: path, subject: `event ${file.ID}` }
    yield* foreignErrors(clientsOfEvent(file), publisher, at)
    yield* meetingItems(toEvent(file, rootOf(path)), reading)
  })
  yield* waitingMeetings(reading)
  yield* reading.states.warnings()
}

async function* itemsOf<T>(
  { folder, read }: Archive,
  subject: string,
  check: ShapeCheck<T>,
  paths: string[],
  map: (file: T, path: string) => Iterable<SourceItem>,
): AsyncGenerator<SourceItem> {
  for (const path of paths) {
    const file = await readShape(folder, path, check, subject)
    read.files += 1
    if ('value' in file) yield* map(file.value, path)
    else yield* file.errors
  }
}

// `file#pointer`, so that `locate` can find the line.
function rootOf(path: string): string {
  return `${path}#`
}

function* itemsOfPerson(
  file: Parameters<typeof toPerson>[0],
  location: string,
  { emitted, roster, district }: Reading & { district: number | undefined },
): Generator<SourceItem> {
  const person = toPerson(file, location)
  yield* personItems(person, emitted)
  roster.addPerson(person)
  const offices = toOffices(file, location)
  const seat = district === undefined ? undefined : lastSeatOf(offices)
  for (const office of offices) {
    const { bodyId: id, bodyName: name, location } = office
    const stated = office.id === seat ? `District ${district}` : null
    yield* bodyStub({ id, name, location }, emitted)
    roster.addOffice(office)
    if (id !== 0) yield { type: 'record', record: toMembership(office, stated), location }
  }
}

/**
 * The newest file of each matter with several: a mirror sorts matters into folders by type, and keeps the old copy when
 * the type changes.
 */
async function newestOf(folder: string, paths: readonly string[]): Promise<Map<number, string>> {
  const copies = new Map<number, string[]>()
  for (const path of paths) {
    const id = await idOf(folder, path)
    if (id !== null) copies.set(id, [...(copies.get(id) ?? []), path])
  }
  const newest = new Map<number, string>()
  for (const [id, duplicates] of copies)
    if (duplicates.length > 1) newest.set(id, await newestAmong(folder, duplicates))
  return newest
}

/** The file with the latest change; the last of several with the same. */
async function newestAmong(folder: string, paths: readonly string[]): Promise<string> {
  let newest = { path: paths[0] ?? '', changed: '' }
  for (const path of paths) {
    const file = await copyAt(folder, path)
    const changed = file?.LastModified ?? ''
    if (file !== null && newest.changed <= changed) newest = { path, changed }
  }
  return newest.path
}

/** The id of a matter, usually from the first bytes, so that the file is not read twice. */
async function idOf(folder: string, path: string): Promise<number | null> {
  const head = await readHead(join(folder, path), headBytes).catch(() => '')
  const [, id] = firstId.exec(head) ?? []
  return id === undefined ? ((await copyAt(folder, path))?.ID ?? null) : Number(id)
}

/** The date of the latest change of an event: the mirror is not older. */
async function lastChange(folder: string, paths: readonly string[]): Promise<string | null> {
  let newest: string | null = null
  for (const path of paths) {
    const day = toDate((await copyAt(folder, path))?.LastModified)
    if (day !== null && day > (newest ?? '')) newest = day
  }
  return newest
}

async function copyAt(folder: string, path: string) {
  const file = await readShape(folder, path, shapeChecks.copy, 'matter')
  return 'value' in file ? file.value : null
}

function outdatedWarning(path: string, id: number, newest: Map<number, string>): SourceItem {
  const reason = `is an older copy of ${newest.get(id)}; skipped`
  return { type: 'warning', location: path, subject: `matter ${id}`, reason }
}

/** The date of the mirror's last synchronization. */
async function lastRun(folder: string): Promise<string | null> {
  const file = await readShape(folder, syncFile, shapeChecks.sync, 'file')
  return 'errors' in file ? null : toDate(file.value.LastRun)
}

/** The first council that an archive names; null if it names none. */
async function publisherOf(
  folder: string,
  { events, matters }: { events: readonly string[]; matters: readonly string[] },
): Promise<string | null> {
  for (const path of events) {
    const file = await readShape(folder, path, shapeChecks.event, 'event')
    const [client] = 'value' in file ? clientsOfEvent(file.value) : []
    if (client !== undefined) return client
  }
  for (const path of matters) {
    const file = await readShape(folder, path, shapeChecks.matter, 'matter')
    const [client] = 'value' in file ? clientsOfMatter(file.value) : []
    if (client !== undefined) return client
  }
  return null
}

const siteEventsMax = 20

/** The council's Legistar site, by an event's page there; null if the first events have none. */
async function siteOf(folder: string, events: readonly string[]): Promise<string | null> {
  for (const path of events.slice(0, siteEventsMax)) {
    const file = await readShape(folder, path, shapeChecks.event, 'event')
    const page = 'value' in file ? toUrl(file.value.InSiteURL) : null
    if (page !== null && isWebUrl(page)) return `${new URL(page).origin}/`
  }
  return null
}

function clientsOfEvent({ AgendaFile, MinutesFile, InSiteURL }: EventFile): string[] {
  return clientsIn([AgendaFile, MinutesFile, InSiteURL])
}

function clientsOfMatter({ Attachments }: MatterFile): string[] {
  return clientsIn((Attachments ?? []).map(({ Link }) => Link))
}

/** An error if all links of a file belong to other councils than the archive's. */
function foreignErrors(
  clients: readonly string[],
  publisher: string | null,
  at: { location: string; subject: string },
): SourceItem[] {
  const reason = foreignReason(clients, publisher)
  return reason === null ? [] : [{ type: 'error', ...at, reason }]
}

function unnamedError(location: string): SourceItem {
  const reason =
    'no file names the council: the AgendaFile, MinutesFile or InSiteURL of an event, or the Link of an attachment, must be a URL like https://<client>.legistar1.com/<client>/…'
  return { type: 'error', location, subject: 'council', reason }
}

function clientsIn(urls: readonly (string | null | undefined)[]): string[] {
  return urls.flatMap((url) => clientIn(url) ?? [])
}
