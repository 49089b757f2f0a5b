import { join } from 'node:path'
import { pluralOf, type RecordKind } from '../../record/kinds.ts'
import { shortened } from '../kit/clean-text.ts'
import { Diagnostics } from '../kit/diagnostics.ts'
import { checkFolder, namesIn, readJsonFile } from '../kit/json-files.ts'
import { parseJson } from '../kit/parse-json.ts'
import { type FileLine, lineBytesMax } from '../kit/read-lines.ts'
import { asUnreadable, decodeUtf8, UnreadableFile } from '../kit/text-file.ts'
import { SourceError, type SourceItem } from '../source.ts'
import {
  type BundleHead,
  bundleFileName,
  bundleFormat,
  bundleHeadCheck,
  bundleVersion,
} from './schema.ts'

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

const shownMax = 60

export const oneRecordALine =
  'must have one whole record on each line, not JSON over several lines; `jq -c` writes it so'

/** Whether a line is the beginning of JSON that is formatted over several lines. */
export function isPartOfRecord({ bytes }: FileLine): boolean {
  return bytes !== null && bytes.length < shownMax && /^\s*[[{][\s{]*$/.test(bytes.toString())
}

/** A line as a record or an error; undefined for a blank line. */
export function mapLine(kind: RecordKind, line: FileLine): SourceItem | undefined {
  const location = `${bundleFileName(kind)}:${line.number}`
  const toError = (reason: string, subject = kind.replace('_', ' ')): SourceItem => ({
    type: 'error',
    location,
    subject,
    reason,
  })
  if (line.bytes === null)
    return toError(`is longer than ${lineBytesMax} bytes: a line is one record`)
  const text = decoded(line.bytes)
  if (text instanceof UnreadableFile) return toError(text.message)
  if (text.trim() === '') return undefined
  const parsed = parseJson(text)
  if (!parsed.ok) return toError(`${parsed.reason} at column ${parsed.column}`)
  const { value } = parsed
  if (!isObject(value)) return toError('must be a JSON object, one record on each line')
  const named = value.kind ?? kind
  if (named === kind) return { type: 'record', record: { ...value, kind }, location }
  const key = typeof value.key === 'string' ? shortened(value.key, shownMax) : ''
  const found = shortened(JSON.stringify(named), shownMax)
  return toError(
    `kind must be "${kind}" in the file of ${pluralOf[kind]}; found ${found}`,
    `${kind.replace('_', ' ')} ${key}`.trim(),
  )
}

function decoded(bytes: Buffer): string | UnreadableFile {
  try {
    return decodeUtf8(bytes)
  } catch (error) {
    return asUnreadable(error)
  }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
