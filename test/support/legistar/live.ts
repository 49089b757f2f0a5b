import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { legistarSource } from '../../../src/importers/legistar/web-api/web-api.ts'
import { writeFolder } from '../imports/collect-items.ts'
import { archiveResponses } from './archive-responses.ts'
import type { Row } from './odata.ts'
import { type LegistarResponses, type LegistarServer, startLegistar } from './server.ts'

const recorded = join(import.meta.dirname, '../../fixtures/legistar-webapi/seattle-2019-07-29')

/** The source without pauses between requests. */
export const hurried = {
  concurrency: 4,
  pauseMs: 0,
  attempts: 4,
  timeoutMs: 30_000,
  bytesMax: 64 * 1024 * 1024,
  backOffMs: 1,
  backOffMaxMs: 4,
  retryAfterMaxMs: 5000,
}

export const live = legistarSource(hurried)

/** A server that is closed after the test. */
export async function serveLegistar(
  responses: LegistarResponses,
  given: Parameters<typeof startLegistar>[1] = {},
): Promise<LegistarServer> {
  const server = await startLegistar(responses, given)
  onTestFinished(() => server.close())
  return server
}

/** The responses of a generated council, from the files of an archive. */
export async function responsesOf(files: Record<string, unknown>): Promise<LegistarResponses> {
  return archiveResponses(await writeFolder(files))
}

/** The same responses with some lists and parts replaced; an undefined part returns 404. */
export function replaced(
  responses: LegistarResponses,
  lists: Record<string, readonly Row[]>,
  parts: Record<string, unknown> = {},
): LegistarResponses {
  return {
    list: (name) => lists[name] ?? responses.list(name),
    part: (path) => (Object.hasOwn(parts, path) ? parts[path] : responses.part(path)),
  }
}

/** The recorded responses of webapi.legistar.com for the City of Seattle. */
export function seattleResponses(): LegistarResponses {
  const names = readdirSync(recorded).sort()
  const read = (pattern: RegExp) =>
    names
      .filter((name) => pattern.test(name))
      .flatMap((name) => JSON.parse(readFileSync(join(recorded, name), 'utf8')) as Row[])
  const items = read(/_items[.]json$/)
  const votes = read(/_votes[.]json$/)
  const lists: Record<string, Row[]> = {
    Bodies: [],
    Persons: read(/_person[.]json$/),
    OfficeRecords: [],
    Matters: [],
    Events: read(/_events[.]json$/),
  }
  return {
    list: (name) => lists[name],
    part: (path) => {
      const [list, id, below] = path.split('/')
      const of = (rows: Row[], field: string) => rows.filter((row) => row[field] === Number(id))
      if (list === 'Events') return of(items, 'EventItemEventId')
      return below === 'Votes' ? of(votes, 'VoteEventItemId') : undefined
    },
  }
}
