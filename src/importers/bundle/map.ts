import { parseJson } from '../json-positions.ts'
import { pluralOf, type RecordKind } from '../records.ts'
import type { SourceItem } from '../source.ts'
import { asUnreadable, decodeUtf8, UnreadableFile } from '../text-file.ts'
import { type FileLine, lineBytesMax } from './lines.ts'
import { bundleFileName } from './schema.ts'

/** A line as a record of its file's kind, or as a problem; undefined for a blank line. */
export function mapLine(kind: RecordKind, line: FileLine): SourceItem | undefined {
  const where = `${bundleFileName(kind)}:${line.number}`
  const problem = (reason: string, subject = kind.replace('_', ' ')): SourceItem => ({
    type: 'problem',
    where,
    subject,
    reason,
  })
  if (line.bytes === null)
    return problem(`is longer than ${lineBytesMax} bytes: a line is one record`)
  const text = decoded(line.bytes)
  if (text instanceof UnreadableFile) return problem(text.message)
  if (text.trim() === '') return undefined
  const value = parseLine(text)
  if (value instanceof Error) return problem(value.message)
  if (!isObject(value)) return problem('must be a JSON object, one record on each line')
  const named = value.kind ?? kind
  if (named === kind) return { type: 'record', record: { ...value, kind }, where }
  const subject = `${kind.replace('_', ' ')} ${String(value.key ?? '')}`.trim()
  return problem(
    `kind must be "${kind}" in the file of ${pluralOf[kind]}; found ${JSON.stringify(named)}`,
    subject,
  )
}

function decoded(bytes: Buffer): string | UnreadableFile {
  try {
    return decodeUtf8(bytes)
  } catch (error) {
    return asUnreadable(error)
  }
}

function parseLine(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    const broken = parseJson(text)
    return new Error(
      broken.ok ? 'is not valid JSON' : `${broken.reason} at column ${broken.column}`,
    )
  }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
