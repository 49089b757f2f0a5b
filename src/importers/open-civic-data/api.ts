import { systemClock } from '../../core/clock.ts'
import { Diagnostics } from '../kit/diagnostics.ts'
import { inOrder } from '../kit/in-order.ts'
import { foreignReason } from '../kit/one-council.ts'
import { defaultFetchPolicy, type FetchPolicy, RequestError } from '../kit/retries.ts'
import type { ShapeCheck } from '../kit/shape-issues.ts'
import {
  type Diagnostic,
  type OpenedSource,
  type OpenOptions,
  SourceError,
  type SourceItem,
} from '../source.ts'
import { type ApiFlavour, type ListPage, OcdServer } from './api-lists.ts'
import { billItems } from './bills.ts'
import { Entry, idOf, type Mapping, newMapping, type Setting } from './entry.ts'
import { eventItems } from './events.ts'
import { organizationItems, personItems } from './people.ts'
import { type Event, type Jurisdiction, shapeChecks } from './schema.ts'
import { voteItems } from './votes.ts'

interface OpenedServer {
  server: OcdServer
  /** The number of concurrent requests for entities. */
  ahead: number
  flavour: ApiFlavour
  jurisdiction: (Jurisdiction & { id: string }) | null
  missing: Diagnostic[]
}

type Opened = Pick<OpenedSource, 'url' | 'divisionId' | 'expected' | 'gaps' | 'items'>

/** Opens a live Open Civic Data API by the base URL of its lists. */
export async function openApi(
  location: string,
  timeZone: string | null,
  {
    policy = defaultFetchPolicy,
    watch,
    stop,
    pauseMs,
    clock = systemClock,
  }: { policy?: FetchPolicy } & Partial<
    Pick<OpenOptions, 'watch' | 'stop' | 'clock' | 'pauseMs'>
  > = {},
): Promise<Opened> {
  const server = new OcdServer(location, policy, { watch, stop, clock, pauseMs })
  const page = (await pageOrNone(server, 'jurisdictions')) ?? (await pageOrNone(server, 'events'))
  if (page === null)
    throw new SourceError(
      `${server.url} has neither /jurisdictions nor /events: is it an Open Civic Data API?`,
    )
  const jurisdiction = jurisdictionIn(page, server)
  const missing: Diagnostic[] = []
  const opened = { server, ahead: policy.concurrency, flavour: page.flavour, jurisdiction, missing }
  return {
    url: server.url,
    divisionId: jurisdiction === null ? null : divisionOf(jurisdiction),
    expected: null,
    gaps: () => missing,
    items: readItems(opened, { timeZone, clock }),
  }
}

async function pageOrNone(server: OcdServer, list: string): Promise<ListPage | null> {
  return server.listPage(list, 1).catch((error: unknown) => {
    if (error instanceof RequestError && error.status === 404) return null
    throw error
  })
}

// A server may ignore a filter in the URL, and the records of all jurisdictions must not end up in one municipality.
function jurisdictionIn(
  { results, total }: ListPage,
  server: OcdServer,
): OpenedServer['jurisdiction'] {
  const found = results.filter(({ id }) => id.startsWith('ocd-jurisdiction/'))
  const [first] = found
  if (first === undefined) return null
  const count = Math.max(found.length, total ?? 0)
  if (count === 1) return first
  throw new SourceError(
    `${server.url} lists ${count} jurisdictions, but a municipality is one; give a URL whose /jurisdictions lists only one, with ?jurisdiction_id=${first.id} if its lists support that`,
  )
}

function divisionOf({ id, division_id: division }: Jurisdiction & { id: string }): string {
  return division ?? id.replace(/^ocd-jurisdiction\//, 'ocd-division/').replace(/\/[^/:]+$/, '')
}

async function* readItems(opened: OpenedServer, setting: Setting): AsyncGenerator<SourceItem> {
  const ofOneTown = sameJurisdiction(opened.jurisdiction?.id ?? null)
  const { person, organization, bill, event, vote } = shapeChecks
  try {
    const isRaw = opened.flavour === 'imago'
    const isReeve = await opened.server.isReeve()
    const mapping = newMapping((_, id) => ({ key: id }), { ...setting, isRaw, isReeve })
    const read = { ...opened, mapping }
    mapping.bodies = new Set(await idsOrNone(opened.server, 'organizations'))
    yield* entities(read, 'people', person, (value, entry) => personItems(value, entry))
    yield* entities(read, 'organizations', organization, organizationItems)
    // These lists are newest first; records are emitted in chronological order.
    yield* entities(read, 'bills', bill, billItems, true)
    yield* entities(read, 'events', event, ofOneTown, true)
    yield* mapping.states.warnings()
    yield* entities(read, 'votes', vote, voteItems, true)
    yield* stillTheSame(opened)
  } finally {
    opened.server.stop()
  }
}

async function* entities<T extends { id?: string | null }>(
  { server, ahead, flavour, missing, mapping }: OpenedServer & { mapping: Mapping },
  list: string,
  check: ShapeCheck<T>,
  map: (value: T, entry: Entry) => Iterable<SourceItem>,
  isNewestFirst = false,
): AsyncGenerator<SourceItem> {
  const ids = await idsOrNone(server, list)
  if (ids === null) {
    const diagnostic = { location: server.listUrl(list), subject: list, reason: 'does not exist' }
    missing.push(diagnostic)
    yield { type: 'warning', ...diagnostic }
    return
  }
  if (isNewestFirst) ids.reverse()
  const diagnostics = new Diagnostics()
  const responses = inOrder(ids, ahead, async (key) => {
    const url = server.entityUrl(list, key, flavour)
    return { key, location: url.replace(/\?.*/, ''), value: await server.entity(url) }
  })
  for await (const { key, location, value } of responses) {
    const entity = diagnostics.validate(check, value, { location, subject: key })
    const entry = new Entry(mapping, { key, location, subject: list })
    if (entity !== undefined && entity.id !== key)
      diagnostics.addError({ location, subject: key, reason: `has a different id: ${entity.id}` })
    else if (entity !== undefined) yield* map(entity, entry)
    yield* diagnostics.drain()
    yield* entry.warnings()
  }
}

async function idsOrNone(server: OcdServer, list: string): Promise<string[] | null> {
  return (await pageOrNone(server, list)) === null ? null : server.ids(list)
}

/** Maps events of one jurisdiction, and rejects those of others. */
function sameJurisdiction(jurisdictionId: string | null) {
  let expected = jurisdictionId
  return function* (event: Event, entry: Entry): Generator<SourceItem> {
    const found = idOf(event.jurisdiction) ?? idOf(event.jurisdiction_id)
    expected ??= found
    const reason = foreignReason(found === null ? [] : [found], expected, 'jurisdiction')
    if (reason === null) yield* eventItems(event, entry)
    else yield entry.toError(reason)
  }
}

// The entities are read one by one, so an import by the server meanwhile would mix two states.
async function* stillTheSame({ server, jurisdiction }: OpenedServer): AsyncGenerator<SourceItem> {
  const before = updatedAt(jurisdiction)
  if (jurisdiction === null || before === null) return
  const { results } = await server.listPage('jurisdictions', 1)
  const after = updatedAt(results.find(({ id }) => id === jurisdiction.id) ?? null)
  if (after === before) return
  const reason = `changed while it was read (updated_at ${before}, then ${after}); import again`
  yield { type: 'error', location: server.url, subject: 'record', reason }
}

function updatedAt(jurisdiction: object | null): string | null {
  return shapeChecks.jurisdiction.Check(jurisdiction) ? (jurisdiction.updated_at ?? null) : null
}
