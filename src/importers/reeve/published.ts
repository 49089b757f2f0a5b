import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { appendFile, mkdir, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createGunzip } from 'node:zlib'
import { JsonApi } from '../kit/json-api.ts'
import { parseJson } from '../kit/parse-json.ts'
import { readLines } from '../kit/read-lines.ts'
import type { FetchPolicy } from '../kit/retries.ts'
import { type OpenOptions, SourceError, type SyncPosition } from '../source.ts'
import { type Package, packageCheck } from './schema.ts'
import { checked, type Feed, type ReadChange } from './server.ts'

const packageFile = 'datapackage.json'
const changesFile = 'changes.ndjson.gz'

/** The folder of published files in the URL of its `datapackage.json`; undefined for another URL. */
export const publishedFolder = (location: string): string | undefined =>
  /^(https?:\/\/[^\s?#@]+)\/datapackage\.json$/i.exec(location)?.[1]

/** Published files, and the list of changes in them. */
interface Published {
  described: Package
  feed: Feed
}

interface Location {
  /** The URL of the published files. */
  folder: string
  /** The folder that keeps the file, so that an interrupted import continues. */
  kept: string
  position: SyncPosition | null
}

/**
 * All records of a municipality by the files that it publishes, or no change if the stored state is not
 * older. Undefined if there are no files. Throws `SourceError`.
 */
export async function openPublished(
  { folder, kept, position }: Location,
  options: OpenOptions,
  policy: FetchPolicy,
): Promise<Published | undefined> {
  // Never of an earlier read.
  const { resume: _, ...own } = options
  const api = await JsonApi.open(folder, own, { policy })
  const at = api.urlOf(packageFile)
  const found = await api.find(at)
  if (found === undefined) return undefined
  const described = checked(packageCheck, found, at)
  const token = described.sync_token
  if (position !== null && isKnown(described, position))
    return { described, feed: { ...unchanged, token: () => position.token } }
  const url = api.urlOf(changesFile)
  const file = described.resources.find(({ path }) => path === changesFile)
  if (file === undefined) throw new SourceError(`${at} does not list ${changesFile}`)
  const path = await download(file, { api, url, kept })
  const clear = () => rm(path, { force: true })
  return {
    described,
    feed: { isWhole: true, changes: () => changesIn(path, url), token: () => token, clear },
  }
}

const unchanged = { isWhole: false, async *changes() {}, async clear() {} } satisfies Omit<
  Feed,
  'token'
>

/** Whether the files are those that were read, or older ones: the list of changes may have been read since. */
function isKnown({ sync_token, version, created }: Package, { token, day }: SyncPosition): boolean {
  if (sync_token === token) return true
  return Number(version) < versionIn(token) && created.slice(0, 10) <= day
}

/** The version of the data in a token; 0 if it has none. */
function versionIn(token: string): number {
  const parsed = parseJson(Buffer.from(token.split('.')[0] ?? '', 'base64url').toString())
  const [, version] = parsed.ok && Array.isArray(parsed.value) ? parsed.value : []
  return typeof version === 'number' ? version : 0
}

const partBytes = 256 * 1024
const fileBytesMax = 1024 ** 3
// A record is at most as large as a page of the list of changes.
const lineBytesMax = 64 * 1024 * 1024
const unpackedBytesMax = 16 * 1024 ** 3

/** Reads a file in parts, after those that the folder has. */
async function download(
  { bytes, hash }: Package['resources'][number],
  { api, url, kept }: { api: JsonApi; url: string; kept: string },
): Promise<string> {
  if (bytes > fileBytesMax)
    throw new SourceError(`${url} is larger than ${fileBytesMax} bytes; nothing was imported`)
  await mkdir(kept, { recursive: true })
  // Named by its content: files that are published meanwhile are others.
  const path = join(kept, createHash('sha256').update(hash).digest('hex'))
  for (let from = await sizeOf(path); from < bytes; from = await sizeOf(path)) {
    const to = Math.min(from + partBytes, bytes) - 1
    const part = await api.getPart(url, [from, to])
    if (part.bytes.length === 0) break
    await (part.isWhole ? writeFile : appendFile)(path, part.bytes)
    if (part.isWhole) break
  }
  if ((await hashOf(path)) === hash) return path
  await rm(path, { force: true })
  throw new SourceError(
    `${url} is not the file that ${packageFile} describes: it was published again meanwhile, or is damaged; nothing was imported: import again`,
  )
}

const sizeOf = (path: string): Promise<number> =>
  stat(path).then(
    ({ size }) => size,
    () => 0,
  )

async function hashOf(path: string): Promise<string> {
  const hash = createHash('sha256')
  if ((await sizeOf(path)) > 0)
    for await (const chunk of createReadStream(path)) hash.update(chunk as Buffer)
  return `sha256:${hash.digest('hex')}`
}

async function* changesIn(path: string, location: string): AsyncGenerator<ReadChange> {
  for await (const { number, bytes } of readLines(unpacked(path, location), lineBytesMax)) {
    const parsed = parseJson(bytes?.toString() ?? '')
    if (!parsed.ok)
      throw new SourceError(`${location}:${number} ${parsed.reason}; nothing was imported`)
    yield { value: parsed.value, location: `${location}:${number}` }
  }
}

async function* unpacked(path: string, location: string): AsyncGenerator<Buffer> {
  let length = 0
  const file = createReadStream(path)
  const chunks = file.pipe(createGunzip())
  file.on('error', (error) => chunks.destroy(error))
  try {
    for await (const chunk of chunks as AsyncIterable<Buffer>) {
      length += chunk.length
      if (length > unpackedBytesMax)
        throw new SourceError(`has more than ${unpackedBytesMax} bytes`)
      yield chunk
    }
  } catch (error) {
    const { message } = error as Error
    throw new SourceError(`${location} cannot be unpacked: ${message}; nothing was imported`)
  } finally {
    file.destroy()
  }
}
