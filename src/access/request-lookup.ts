import DataLoader from 'dataloader'
import { hashKey } from '../core/key-format.ts'
import type { ReadStore } from '../store/open.ts'
import { type ActiveKey, findKeysAndMunicipalities } from './queries.ts'

type FoundMunicipality = Awaited<
  ReturnType<typeof findKeysAndMunicipalities>
>['municipalities'][number]

/** What a request names: a key, where one is needed, and the slug of a municipality. */
interface Named {
  key?: string | undefined
  slug?: string | undefined
}

/** Either is undefined where it does not exist; a revoked key does not. */
interface Found {
  key: ActiveKey | undefined
  municipality: FoundMunicipality | undefined
}

export type RequestLookup = (named: Named) => Promise<Found>

/** How many requests share a statement at most. */
const batchMax = 100

/**
 * Reads the key and the municipality of a request, as they are now. Requests of one turn of the event loop share a
 * statement, which starts after the last of them has arrived.
 */
export function requestLookup(store: ReadStore): RequestLookup {
  const loader = new DataLoader<{ hash: string; slug: string }, Found, string>(
    async (requests) => {
      // Requests of a later turn read again.
      loader.clearAll()
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
      cacheKeyFn: ({ hash, slug }) => `${hash} ${slug}`,
      maxBatchSize: batchMax,
    },
  )
  return ({ key, slug = '' }) => loader.load({ hash: key === undefined ? '' : hashKey(key), slug })
}

/** With a replica: keys as the primary has them, the municipality as the database that the record is read from. */
export function splitLookup(primary: ReadStore, record: ReadStore): RequestLookup {
  const findKey = requestLookup(primary)
  const findMunicipality = requestLookup(record)
  return async ({ key, slug }) => {
    const [found, { municipality }] = await Promise.all([
      key === undefined ? undefined : findKey({ key }),
      findMunicipality({ slug }),
    ])
    return { key: found?.key, municipality }
  }
}

function unique(values: readonly string[]): string[] {
  return [...new Set(values)].filter((value) => value !== '')
}
