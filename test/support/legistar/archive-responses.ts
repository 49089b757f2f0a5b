import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { PersonFile } from '../../../src/importers/legistar/archive/schema.ts'
import {
  type ArchivedEvent,
  type ArchivedMatter,
  matterPart,
  toEventRow,
  toItemRow,
  toMatterRow,
  toOfficeRows,
  toPersonRow,
  toRollCallRows,
  toVoteRows,
} from './archive-rows.ts'
import type { LegistarResponses } from './server.ts'

/** Responses of Legistar's Web API from the files of an archive, which are read again for each request. */
export function archiveResponses(folder: string): LegistarResponses {
  const people = filesOf(folder, ['people'], false).map((path) => read<PersonFile>(path))
  const matters = newestMatters(folder)
  const steps = locationsOf([...matters.values()], (path) => read<ArchivedMatter>(path).History)
  const eventFiles = filesOf(folder, ['events'], true)
  const items = locationsOf(eventFiles, (path) => read<ArchivedEvent>(path).Items)
  const events = new Map(eventFiles.map((path) => [read<ArchivedEvent>(path).ID, path]))
  const lists = {
    Bodies: [],
    Persons: people.map(toPersonRow),
    OfficeRecords: people.flatMap(toOfficeRows),
    Matters: [...matters.values()].map((path) => toMatterRow(read(path))),
    Events: [...events.values()].map((path) => toEventRow(read(path))),
  }
  const parts: Record<string, (id: number, below: string) => unknown> = {
    Matters: (id, below) => whenFound(matters.get(id), (path) => matterPart(read(path), below)),
    Events: (id) =>
      whenFound(events.get(id), (path) => (read<ArchivedEvent>(path).Items ?? []).map(toItemRow)),
    EventItems: (id, below) =>
      below === 'Votes'
        ? whenFound(steps.get(id), ({ path, index }) =>
            toVoteRows(read<ArchivedMatter>(path).History?.[index]),
          )
        : whenFound(items.get(id), ({ path, index }) =>
            toRollCallRows(read<ArchivedEvent>(path).Items?.[index]),
          ),
  }
  return {
    list: (name) => lists[name as 'Bodies'],
    part: (path) => {
      const [list = '', id, below = ''] = path.split('/')
      return parts[list]?.(Number(id), below)
    },
  }
}

/** The files of the matters by id: the newest, if there are copies. */
function newestMatters(folder: string): Map<number, string> {
  const newest = new Map<number, { path: string; changed: string }>()
  for (const path of filesOf(folder, ['introduction', 'resolution', 'land_use'], true)) {
    const { ID, LastModified: changed = '' } = read<ArchivedMatter>(path)
    if ((newest.get(ID)?.changed ?? '') <= changed) newest.set(ID, { path, changed })
  }
  return new Map([...newest].map(([id, { path }]) => [id, path]))
}

interface Location {
  path: string
  index: number
}

/** The file and position of every part that has an id. */
function locationsOf(
  paths: readonly string[],
  partsOf: (path: string) => { ID: number }[] | null | undefined,
): Map<number, Location> {
  const locations = new Map<number, Location>()
  for (const path of paths)
    for (const [index, { ID }] of (partsOf(path) ?? []).entries())
      locations.set(ID, { path, index })
  return locations
}

function filesOf(folder: string, folders: string[], byYear: boolean): string[] {
  const pattern = byYear ? /^\d{4}\/[^/]+[.]json$/ : /^[^/]+[.]json$/
  return folders.flatMap((below) => {
    if (!existsSync(join(folder, below))) return []
    const paths = readdirSync(join(folder, below), { recursive: byYear }).map(String)
    const names = paths.filter((name) => pattern.test(name)).sort()
    return names.map((name) => join(folder, below, name))
  })
}

function whenFound<T>(value: T | undefined, response: (value: T) => unknown): unknown {
  return value === undefined ? undefined : response(value)
}

function read<T>(path: string): T {
  return JSON.parse(readFileSync(path, 'utf8')) as T
}
