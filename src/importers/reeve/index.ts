import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { divisionIdOf } from '../../core/ocd-id.ts'
import { defaultFetchPolicy, type FetchPolicy } from '../kit/retries.ts'
import {
  type ImportSource,
  type OpenedSource,
  type OpenOptions,
  SourceError,
  type SyncPosition,
} from '../source.ts'
import { addressOf } from './address.ts'
import { openPublished, publishedFolder } from './published.ts'
import { type Listed, readItems } from './read.ts'
import type { Town } from './schema.ts'
import { findTown, openChanges } from './server.ts'

const name = 'reeve'

/** A municipality on another Reeve. */
export const reeve = reeveSource({ ...defaultFetchPolicy, concurrency: 1 })

export function reeveSource(policy: FetchPolicy): ImportSource {
  return {
    name,
    describe:
      'a municipality on another Reeve: https://<host>/<municipality>, or its published datapackage.json',
    takes: ['resume'],
    open: (location, options = {}) => openTown(location, options, policy),
  }
}

async function openTown(
  location: string,
  options: OpenOptions,
  policy: FetchPolicy,
): Promise<OpenedSource> {
  const folder = publishedFolder(location)
  const found = folder === undefined ? await townAt(location, options, policy) : undefined
  const kept = await keptFolder(options.resume)
  const position = (await options.position?.(name)) ?? null
  const read = { kept: kept.folder, position, options, policy }
  try {
    const { feed, ...described } =
      found === undefined
        ? await openFiles(folder ?? '', read)
        : await openFeed({ origin: found.origin, town: found.town }, read)
    const listed: Listed = { removed: new Map(), withheld: new Map() }
    return {
      ...{ name, expected: null, isThirdParty: true, ...described },
      since: feed.isWhole ? null : (position?.day ?? null),
      changes: {
        ...{ isWhole: feed.isWhole, token: feed.token },
        removed: () => listed.removed,
        withheld: () => listed.withheld,
      },
      items: withCleanup(readItems(feed, options.stored?.(name), listed), kept.remove),
      finish: feed.clear,
    }
  } catch (error) {
    await kept.remove()
    throw error
  }
}

interface Read {
  kept: string
  position: SyncPosition | null
  options: OpenOptions
  policy: FetchPolicy
}

/** Published files on any server, which say less of the municipality than a Reeve. */
async function openFiles(folder: string, { options, policy, ...read }: Read) {
  const published = await openPublished({ folder, ...read }, options, policy)
  if (published === undefined)
    throw new SourceError(`${folder}/datapackage.json responded with 404; nothing was imported`)
  const { id, licenses: [licence] = [] } = published.described
  return {
    feed: published.feed,
    url: folder,
    licence: licence?.title ?? licence?.path ?? null,
    municipality: null,
    divisionId: divisionIdOf(id),
  }
}

/** The list of changes with a key, else the published files. */
async function openFeed(
  { origin, town }: { origin: string; town: Town },
  { kept, position, options, policy }: Read,
) {
  const { slug } = town
  const described = {
    url: `${origin}/${slug}`,
    licence: town.source?.licence ?? null,
    municipality: municipalityOf(town),
  }
  const { sourceKey: key = null } = options
  if (key !== null) {
    const own = { ...options, resume: kept }
    const token = position?.token ?? null
    const feed = await openChanges({ origin, slug, key }, token, own, policy)
    return { ...described, feed, asOf: () => town.as_of }
  }
  const at = { folder: `${origin}/bulk/${slug}`, kept, position }
  const published = await openPublished(at, options, policy)
  if (published === undefined)
    throw new SourceError(
      `${origin} publishes no files of ${slug}, which are read without a key: set SOURCE_KEY to a key of ${origin}`,
    )
  // It may speak of a later day since an import after the files.
  const isCurrent = (town.last_import_at ?? '') <= published.described.created
  return { ...described, feed: published.feed, asOf: () => (isCurrent ? town.as_of : null) }
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
