import { onTestFinished } from 'vitest'
import { legistarSource } from '../../../src/importers/legistar/web-api/web-api.ts'
import { writeFolder } from '../imports/collect-items.ts'
import { archiveResponses } from './archive-responses.ts'
import type { Row } from './odata.ts'
import { type LegistarResponses, type LegistarServer, startLegistar } from './server.ts'

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
