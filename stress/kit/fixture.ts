import { systemClock } from '../../src/core/clock.ts'
import { load } from '../../src/importers/load/load.ts'
import { addMunicipality } from '../../src/importers/load/municipalities.ts'
import { openapi } from '../../test/support/openapi/check-response.ts'
import { type Service, startService } from '../../test/support/service/service.ts'
import { sourceOf, town, townRecords } from '../../test/support/towns/town.ts'
import { Ledger, parse } from './ledger.ts'
import type { Expectation } from './stress-test.ts'
import { type Sent, Wire } from './wire.ts'

/** A query parameter as openapi.json describes it. */
export interface Parameter {
  name: string
  schema: {
    type?: string
    enum?: string[]
    format?: string
    minLength?: number
    maxLength?: number
    minimum?: number
    maximum?: number
  }
  description?: string
}

/** An operation of openapi.json. */
export interface Endpoint {
  template: string
  keyed: boolean
  query: Parameter[]
  /** The last path parameter, if it names an entity. */
  names: 'slug' | 'id' | undefined
  /** The error code if no entity has this name. */
  missing: string
  /** The list with these entities. */
  list: string
  /** What follows the name in the path. */
  ofEntity: string
}

const entities: Record<string, string> = {
  meetings: 'MEETING',
  people: 'PERSON',
  matters: 'MATTER',
  motions: 'MOTION',
  bylaws: 'BYLAW',
  documents: 'DOCUMENT',
  jurisdictions: 'JURISDICTION',
  organizations: 'ORGANIZATION',
  events: 'EVENT',
  bills: 'BILL',
  votes: 'VOTE',
}

interface Documented {
  get: { security?: unknown[]; parameters?: (Parameter & { in: string })[] }
}

/** Every endpoint of the contract. */
export const endpoints: readonly Endpoint[] = Object.entries(
  openapi.paths as unknown as Record<string, Documented>,
).map(([template, { get }]) => {
  const [list = '', name, ofEntity = ''] = template.split(/\/\{(slug|id)\}/)
  return {
    template,
    keyed: (get.security ?? []).length > 0,
    query: (get.parameters ?? []).filter((parameter) => parameter.in === 'query'),
    names: name as 'slug' | 'id' | undefined,
    missing: `${entities[list.split('/').at(-1) ?? ''] ?? ''}_NOT_FOUND`,
    list,
    ofEntity,
  }
})

export const fine: Expectation = { status: [200] }

const secondTown = 'longbourn'
/** Only in the titles of the second town. */
export const foreign = 'Wanderstone'

const waitMaxMs = 20_000

/** A service with two towns, and the slugs and ids of their records. */
export interface Fixture {
  service: Service
  wire: Wire
  ledger: Ledger
  /** The path of an endpoint with existing names; `index` selects the entity. */
  pathOf(endpoint: Endpoint, index?: number): string
  /** The required query: `q` for search, otherwise nothing. */
  queryOf(endpoint: Endpoint): string
  /** A GET of an endpoint, with a key if it needs one. */
  get(endpoint: Endpoint, query?: string): Sent
  keyHeader(endpoint: Endpoint): Record<string, string>
  /** What no response may have: keys, and the address of another account. */
  secrets: readonly string[]
  /** Slug of a second town with the same record. */
  otherTown: string
  close(): Promise<void>
}

export async function openFixture(): Promise<Fixture> {
  const service = await startService()
  const wire = new Wire(service.port, 64, waitMaxMs)
  const close = async () => {
    wire.close()
    await service.stop()
  }
  try {
    await addSecondTown(service)
    return await fixtureOf(service, wire, close)
  } catch (error) {
    // The process of a stress test ends only when its service does.
    await close()
    throw error
  }
}

async function fixtureOf(service: Service, wire: Wire, close: Fixture['close']): Promise<Fixture> {
  const names = await readNames(service, wire)
  const stranger = 'stranger@longbourn.example'
  const secrets = [service.key, await service.newKey(stranger), stranger]
  const pathOf = (endpoint: Endpoint, index = 0) => {
    const existing = names.get(endpoint.list) ?? ['']
    const name = existing[index % existing.length] ?? ''
    return endpoint.template.replace('{municipality}', town.slug).replace(/\{(slug|id)\}/, name)
  }
  const queryOf = ({ template }: Endpoint) => (template.endsWith('/search') ? 'q=ditch' : '')
  const keyHeader = (endpoint: Endpoint): Record<string, string> =>
    endpoint.keyed ? { 'x-api-key': service.key } : {}
  return {
    service,
    wire,
    ledger: new Ledger(wire),
    pathOf,
    queryOf,
    keyHeader,
    secrets,
    get: (endpoint, query = queryOf(endpoint)) => ({
      method: 'GET',
      target: query === '' ? pathOf(endpoint) : `${pathOf(endpoint)}?${query}`,
      headers: keyHeader(endpoint),
    }),
    otherTown: secondTown,
    close,
  }
}

async function addSecondTown({ writing }: Service): Promise<void> {
  const other = {
    ...town,
    slug: secondTown,
    divisionId: 'ocd-division/country:ca/csd:9900002',
  }
  const target = await addMunicipality(writing, other, systemClock)
  const records = townRecords().map((record) =>
    'title' in record ? { ...record, title: `${record.title} ${foreign}` } : record,
  )
  const source = sourceOf(records)
  await load(writing, { target, source, prune: false, dryRun: false, clock: systemClock })
}

/** Slugs and ids by list. */
async function readNames(service: Service, wire: Wire): Promise<Map<string, string[]>> {
  const names = new Map<string, string[]>()
  for (const { list, names: name } of endpoints) {
    if (name === undefined) continue
    const path = list.replace('{municipality}', town.slug)
    // Texts have no list; the search finds them.
    const isText = path.endsWith('/documents')
    const target = isText ? path.replace(/documents$/, 'search?q=heron') : `${path}?per_page=50`
    const sent = { method: 'GET', target, headers: { 'x-api-key': service.key } }
    const { body } = await wire.send(sent).catch((error: Error) => {
      throw new Error(`${target}: ${error.message}`)
    })
    const { data, results } = parse(body) as Record<string, Record<string, string>[] | undefined>
    const existing = (data ?? results ?? []).flatMap((item) => {
      const value = item[isText ? 'document_slug' : name] ?? null
      return value === null ? [] : [String(value)]
    })
    if (existing.length === 0) throw new Error(`nothing is in ${target}: ${body.slice(0, 200)}`)
    names.set(list, existing)
  }
  return names
}
