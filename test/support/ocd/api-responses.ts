import { openApi } from '../../../src/importers/open-civic-data/api.ts'
import type { ImportSource } from '../../../src/importers/source.ts'
import { type JsonHandler, startJsonServer } from '../http/json-server.ts'
import { collectItems } from '../imports/collect-items.ts'
import { goldenInput } from '../imports/golden-input.ts'
import { hurried } from '../legistar/live.ts'

// Responses of an Open Civic Data API, with what pupa writes for a council that publishes with Legistar.

export const cancelled = 'ocd-event/00000000-0000-4000-8000-000000000001'
export const zoning = 'ocd-event/00000000-0000-4000-8000-000000000002'
export const finance = 'ocd-event/00000000-0000-4000-8000-000000000003'
/** In the list, but without a response of its own. */
export const gone = 'ocd-event/00000000-0000-4000-8000-000000000004'

const files = goldenInput('open-civic-data-api/council')

/** An event's response. */
export const eventResponse = (id: string) => files[`${id}.json`]

const events = Object.fromEntries([cancelled, zoning, finance].map((id) => [id, eventResponse(id)]))

/** A page with all entries of a list. */
export const listResponse = (...ids: string[]) => ({
  results: ids.map((id) => ({ id })),
  meta: { page: 1, per_page: 100, max_page: 1, count: ids.length, total_count: ids.length },
})

/** The API, with three events and one that is gone; `changes` replace responses by path. */
export function ocdApi(changes: Record<string, unknown> = {}): JsonHandler {
  const responses: Record<string, unknown> = {
    events: listResponse(cancelled, gone),
    ...events,
    ...changes,
  }
  return (path) => responses[path.replace(/\?.*/, '').replace(/^\/|\/$/g, '')]
}

/** The source without pauses between requests. */
export const liveApi: ImportSource = {
  name: 'open-civic-data',
  describe: '',
  open: async (location, { timeZone = null, clock } = {}) => ({
    name: 'open-civic-data',
    licence: null,
    municipality: null,
    ...(await openApi(location, timeZone, {
      policy: { ...hurried, attempts: 2 },
      ...(clock === undefined ? {} : { clock }),
    })),
  }),
}

/** Everything that an import from an API yields. */
export async function readOcdApi(handler: JsonHandler, timeZone: string | null) {
  const server = await startJsonServer(handler)
  return { ...server, ...(await collectItems(liveApi, server.url, { timeZone })) }
}
