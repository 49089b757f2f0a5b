import { importInto } from '../../../src/cli/import-run.ts'
import { systemClock } from '../../../src/core/clock.ts'
import type { FetchPolicy } from '../../../src/importers/kit/retries.ts'
import type { NewMunicipality } from '../../../src/importers/load/municipalities.ts'
import { reeve, reeveSource } from '../../../src/importers/reeve/index.ts'
import { hurried } from '../legistar/live.ts'
import { crawl } from './crawl.ts'
import { type ApiResponse, type Json, type Service, startService } from './service.ts'

/** A second service, whose record is a copy of that of another. */
export async function startMirror(municipality: NewMunicipality): Promise<Service> {
  const source = { name: reeve.name, url: null, licence: null, municipality: null, expected: 0 }
  return startService({ municipality, source: { ...source, items: [] } })
}

interface Sync {
  /** The URL of the municipality. */
  from: string
  /** Undefined for none. */
  key?: string | undefined
  resume?: string | undefined
  stop?: AbortSignal
  /** What differs from requests without pauses. */
  policy?: Partial<FetchPolicy>
}

/** Reads on from where the last import ended, as `reeve sync`. */
export function sync(
  mirror: Service,
  municipality: string,
  { from, key, resume, stop, policy }: Sync,
) {
  const source = reeveSource({ ...hurried, concurrency: 1, ...policy })
  return importInto(mirror.databaseUrl, {
    importer: reeve.name,
    open: (options) => source.open(from, { ...options, resume, sourceKey: key ?? null }),
    locations: [from],
    municipality,
    ...{ continues: true, prune: false, dryRun: false, quiet: true, clock: systemClock },
    ...(stop && { stop }),
  })
}

/** What differs between a service and its copy, each as `path field`, with both values. */
export async function differences(origin: Service, mirror: Service): Promise<Map<string, Json[]>> {
  const [here, there] = [await read(origin), await read(mirror)]
  const found = new Map<string, Json[]>()
  for (const path of new Set([...here.keys(), ...there.keys()]))
    compare(here.get(path), there.get(path), path, found)
  return found
}

/** Every response without what is of the service itself: when it was imported, its address, and its cursors. */
async function read(service: Service): Promise<Map<string, Json>> {
  const { v1, ocd } = await crawl(service)
  const pages = new Map<string, number>()
  return new Map(
    [...Object.entries({ v1, ocd })].flatMap(([api, responses]) =>
      [...responses].map(([path, response]) => {
        const list = `${api} ${path.replace(/\?.*/, '')}`
        const page = pages.get(list) ?? 0
        pages.set(list, page + 1)
        return [page === 0 ? list : `${list} page ${page + 1}`, withoutOwn(response, service.url)]
      }),
    ),
  )
}

const own = new Set(['created_at', 'updated_at', 'request_id', 'next_cursor'])

function withoutOwn({ body }: ApiResponse, url: string): Json {
  return JSON.parse(body.replaceAll(url, 'https://reeve.example'), (name, value) =>
    own.has(name) ? undefined : value,
  )
}

function compare(here: Json, there: Json, path: string, found: Map<string, Json[]>): void {
  if (JSON.stringify(here) === JSON.stringify(there)) return
  const isObject = (value: Json) => typeof value === 'object' && value !== null
  const isSame = isObject(here) && isObject(there) && Array.isArray(here) === Array.isArray(there)
  if (!isSame || (Array.isArray(here) && here.length !== there.length)) {
    found.set(path, [here, there])
    return
  }
  for (const name of new Set([...Object.keys(here), ...Object.keys(there)]))
    compare(here[name], there[name], `${path} ${name}`, found)
}
