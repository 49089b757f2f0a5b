import DataLoader from 'dataloader'
import { hashKey } from '../core/key-format.ts'
import type { ReadStore } from '../store/open.ts'
import { type ActiveKey, findKeysAndMunicipalities } from './queries.ts'

type FoundMunicipality = Awaited<
  ReturnType<typeof findKeysAndMunicipalities>
>['municipalities'][number]

interface LookupRequest {
  key?: string | undefined
  slug?: string | undefined
}

/** A revoked key is undefined. */
interface Found {
  key: ActiveKey | undefined
  municipality: FoundMunicipality | undefined
}

export type RequestLookup = (request: LookupRequest) => Promise<Found>

/** Maximum requests per statement. */
const batchMax = 100

/** Looks up current keys and municipalities. Requests of one event loop iteration share a statement. */
export function requestLookup(store: ReadStore): RequestLookup {
  const loader = new DataLoader<{ hash: string; slug: string }, Found>(
    async (requests) => {
      const { keys, municipalities } = await findKeysAndMunicipalities(
        store,
        unique(requests.map(({ hash }) => hash)),
        unique(requests.map(({ slug }) => slug)),
      )
      return requests.map(({ hash, slug }) => ({
        key: keys.find((key) => key.hash === hash),
        municipality: municipalities.find((municipality) => municipality.slug === slug),
      }))
    },
    {
      batchScheduleFn: (run) => setImmediate(run),
      // Clearing a cache after each batch kept requests alive: V8 links a cleared Map to its next table.
      cache: false,
      maxBatchSize: batchMax,
    },
  )
  return ({ key, slug = '' }) => loader.load({ hash: key === undefined ? '' : hashKey(key), slug })
}

/** With a replica: keys from the primary, the municipality from the database that council records are read from. */
export function splitLookup(primary: ReadStore, record: ReadStore): RequestLookup {
  const findKey = requestLookup(primary)
  const findMunicipality = requestLookup(record)
  return async ({ key, slug }) => {
    const [keyLookup, { municipality }] = await Promise.all([
      key === undefined ? undefined : findKey({ key }),
      findMunicipality({ slug }),
    ])
    return { key: keyLookup?.key, municipality }
  }
}

function unique(values: readonly string[]): string[] {
  return [...new Set(values)].filter((value) => value !== '')
}
