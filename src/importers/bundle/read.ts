import { join } from 'node:path'
import { Diagnostics } from '../kit/diagnostics.ts'
import { checkFolder, namesIn, readJsonFile } from '../kit/json-files.ts'
import { pluralOf } from '../records.ts'
import { SourceError } from '../source.ts'
import { type BundleHead, bundleFormat, bundleHeadCheck, bundleVersion } from './schema.ts'

const headName = 'bundle.json'
// With the other extensions of NDJSON, compressed or not, so that no file is silently ignored.
const lineJson = /[.](?:ndjson|jsonl|jsonlines|ldjson)(?:[.][a-z0-9]+)?$/i
const stems: ReadonlySet<string> = new Set(Object.values(pluralOf))

export interface BundleFolder {
  head: BundleHead
  /** Files of records, including those of unknown kinds. */
  recordFiles: string[]
  /** Files that are named like files of records but are not read. */
  lookAlikes: string[]
}

/** Reads `bundle.json` and lists the folder. Throws `SourceError` if it is not a readable bundle. */
export async function readBundleFolder(folder: string): Promise<BundleFolder> {
  await checkFolder(folder)
  const names = await namesIn(folder)
  if (!names.includes(headName)) throw new SourceError(`${folder} does not contain ${headName}`)
  const head = await readHead(folder)
  const recordFiles = names.filter((name) => lineJson.test(name) || isJsonOfRecords(name)).sort()
  const others = names.filter((name) => !recordFiles.includes(name))
  return { head, recordFiles, lookAlikes: others.filter(isNamedLikeRecords).sort() }
}

async function readHead(folder: string): Promise<BundleHead> {
  const diagnostics = new Diagnostics()
  const file = await readJsonFile(folder, headName, diagnostics)
  if (file !== undefined) checkVersion(join(folder, headName), file.value)
  const at = { location: file?.locationOf ?? headName, subject: 'head' }
  const head = file && diagnostics.validate(bundleHeadCheck, file.value, at)
  if (head !== undefined) return head
  const [error] = diagnostics.drain().flatMap((item) => (item.type === 'error' ? item : []))
  throw new SourceError(`${join(folder, error?.location ?? headName)} ${error?.reason}`)
}

function isJsonOfRecords(name: string): boolean {
  return /[.]json$/i.test(name) && isNamedLikeRecords(name)
}

function isNamedLikeRecords(name: string): boolean {
  const stem = name.toLowerCase().split('.')[0]?.replaceAll('-', '_') ?? ''
  return stems.has(stem)
}

// Before validation: a newer version may have another schema.
function checkVersion(path: string, value: unknown): void {
  const { format, version } = (value ?? {}) as { format?: unknown; version?: unknown }
  if (format !== bundleFormat) {
    throw new SourceError(
      `${path} must say "format": "${bundleFormat}"; found ${JSON.stringify(format)}`,
    )
  }
  if (version !== bundleVersion) {
    throw new SourceError(
      `${path} is a bundle of version ${JSON.stringify(version)}; the version read is ${bundleVersion}`,
    )
  }
}
