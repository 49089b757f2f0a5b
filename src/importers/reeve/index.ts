import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { RecordKind } from '../../record/kinds.ts'
import { defaultFetchPolicy, type FetchPolicy } from '../kit/json-client.ts'
import { type ImportSource, type OpenedSource, type OpenOptions, SourceError } from '../source.ts'
import { addressOf } from './address.ts'
import { readItems } from './read.ts'
import type { Town } from './schema.ts'
import { type Feed, findTown, openChanges } from './server.ts'

const name = 'reeve'

/** A municipality on another Reeve. */
export const reeve = reeveSource({ ...defaultFetchPolicy, concurrency: 1 })

export function reeveSource(policy: FetchPolicy): ImportSource {
  return {
    name,
    describe: 'a municipality on another Reeve: https://<host>/<municipality>',
    takes: ['resume'],
    open: (location, options = {}) => openTown(location, options, policy),
  }
}

async function openTown(
  location: string,
  options: OpenOptions,
  policy: FetchPolicy,
): Promise<OpenedSource> {
  const { origin, town } = await townAt(location, options, policy)
  const kept = await keptFolder(options.resume)
  const position = (await options.position?.(name)) ?? null
  const own = { ...options, resume: kept.folder }
  const address = { origin, slug: town.slug }
  const feed = await openFeed(address, position?.token ?? null, own, policy).catch(
    async (error: unknown) => {
      await kept.remove()
      throw error
    },
  )
  const removed = new Map<RecordKind, string[]>()
  return {
    name,
    url: `${origin}/${town.slug}`,
    licence: town.source?.licence ?? null,
    municipality: municipalityOf(town),
    expected: null,
    isThirdParty: true,
    since: feed.isWhole ? null : (position?.day ?? null),
    changes: { isWhole: feed.isWhole, removed: () => removed, token: feed.token },
    items: withCleanup(readItems(feed, options.stored?.(name), removed), kept.remove),
    asOf: () => town.as_of,
    finish: feed.clear,
  }
}

/** The municipality on a Reeve at a location. Throws `SourceError`. */
export async function townAt(
  location: string,
  options: OpenOptions,
  policy: FetchPolicy = defaultFetchPolicy,
) {
  const address = addressOf(location)
  if (address === undefined)
    throw new SourceError(
      'the location must be the URL of a municipality on a Reeve, such as https://records.example.ca/lowmere, without a key; put that in SOURCE_KEY',
    )
  return { origin: address.origin, town: await findTown(address, options, policy) }
}

export const municipalityOf = ({ name, division_id, timezone, url }: Town) => ({
  ...{ name, division_id, time_zone: timezone, url },
})

async function openFeed(
  { origin, slug }: { origin: string; slug: string },
  since: string | null,
  options: OpenOptions,
  policy: FetchPolicy,
): Promise<Feed> {
  const key = options.sourceKey ?? null
  if (key === null) throw new SourceError(`set SOURCE_KEY to a key of ${origin}`)
  return openChanges({ origin, slug, key }, since, options, policy)
}

/** A folder for the responses, which are read twice: that of `--resume`, or one that is removed after the import. */
async function keptFolder(resume: string | undefined) {
  if (resume !== undefined) return { folder: resume, remove: async () => undefined }
  const folder = await mkdtemp(join(tmpdir(), 'reeve-import-'))
  return { folder, remove: () => rm(folder, { recursive: true, force: true }) }
}

async function* withCleanup<T>(items: AsyncIterable<T>, clean: () => Promise<unknown>) {
  try {
    yield* items
  } finally {
    await clean()
  }
}
