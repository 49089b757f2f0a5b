import { join } from 'node:path'
import { Diagnostics } from './diagnostics.ts'
import { isTooDeep, parseJson } from './parse-json.ts'
import type { ShapeCheck } from './shape-issues.ts'
import { asUnreadable, readTextFile, UnreadableFile } from './text-file.ts'

/** A JSON file of a folder; `path` is relative to the folder. */
export interface JsonFile {
  path: string
  value: unknown
  /** `file:line` of the value at a JSON pointer. */
  locationOf(pointer: string): string
}

/** Reads one file; undefined, with an error, if it is not JSON. */
export async function readJsonFile(
  folder: string,
  path: string,
  diagnostics: Diagnostics,
  subject = 'file',
): Promise<JsonFile | undefined> {
  const text = await readTextFile(join(folder, path)).catch(asUnreadable)
  if (text instanceof UnreadableFile) {
    diagnostics.addError({ location: path, subject, reason: text.message })
    return undefined
  }
  const value = parsed(text)
  let lineAt: ((pointer: string) => number) | undefined
  const locationOf = (pointer: string) => {
    // Lazily: finding the lines takes ten times as long as parsing.
    lineAt ??= linesOf(text)
    return `${path}:${lineAt(pointer)}`
  }
  if (value !== undefined && !isTooDeep(value)) return { path, value, locationOf }
  const broken = parseJson(text)
  const { line, column, reason } = broken.ok ? { line: 1, column: 1, reason: '' } : broken
  diagnostics.addError({ location: `${path}:${line}:${column}`, subject, reason })
  return undefined
}

/** The valid value of one file, or its errors. */
export async function readShape<T>(
  folder: string,
  path: string,
  check: ShapeCheck<T>,
  subject: string,
) {
  const diagnostics = new Diagnostics()
  const file = await readJsonFile(folder, path, diagnostics, subject)
  const value =
    file && diagnostics.validate(check, file.value, { location: file.locationOf, subject })
  return value === undefined ? { errors: diagnostics.drain() } : { value }
}

/** Turns `file#pointer` into `file:line`. */
export async function lineOf(folder: string, location: string): Promise<string> {
  const [path = '', pointer = ''] = location.split('#')
  const text = await readTextFile(join(folder, path)).catch(() => '')
  return `${path}:${linesOf(text)(pointer)}`
}

function linesOf(text: string): (pointer: string) => number {
  const parsed = parseJson(text)
  return parsed.ok ? parsed.lineAt : () => parsed.line
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
