import { shortened } from '../kit/clean-text.ts'
import { parseJson } from '../kit/parse-json.ts'
import { asUnreadable, decodeUtf8, UnreadableFile } from '../kit/text-file.ts'
import { pluralOf, type RecordKind } from '../records.ts'
import type { SourceItem } from '../source.ts'
import { type FileLine, lineBytesMax } from './lines.ts'
import { bundleFileName } from './schema.ts'

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
