import { join } from 'node:path'
import { Diagnostics } from './diagnostics.ts'
import { isTooDeep } from './json-depth.ts'
import { parseJson } from './json-positions.ts'
import type { ShapeCheck } from './shape-check.ts'
import { asUnreadable, readTextFile, UnreadableFile } from './text-file.ts'

/** A JSON file of a folder; `path` is relative to the folder. */
export class JsonFile {
  readonly path: string
  readonly value: unknown
  readonly #text: string
  #lineAt: ((pointer: string) => number) | undefined

  constructor(path: string, text: string, value: unknown) {
    this.path = path
    this.value = value
    this.#text = text
  }

  /** `file:line` of the value that a JSON pointer names. */
  where(pointer: string): string {
    // Only now: finding the lines takes ten times as long as reading the file.
    this.#lineAt ??= linesOf(this.#text)
    return `${this.path}:${this.#lineAt(pointer)}`
  }

  /** The value at a pointer where it has the shape; otherwise each fault is a problem. */
  checked<T>(
    check: ShapeCheck<T>,
    { pointer = '', value, subject }: { pointer?: string; value: unknown; subject: string },
    diagnostics: Diagnostics,
  ): T | undefined {
    const where = (path: string) => this.where(pointer + path)
    return diagnostics.checked(check, value, { where, subject })
  }
}

/** Reads one file; what keeps it from being JSON is a problem. */
export async function readJsonFile(
  folder: string,
  path: string,
  diagnostics: Diagnostics,
  subject = 'file',
): Promise<JsonFile | undefined> {
  const text = await readTextFile(join(folder, path)).catch(asUnreadable)
  if (text instanceof UnreadableFile) {
    diagnostics.problem({ where: path, subject, reason: text.message })
    return undefined
  }
  const value = parsed(text)
  if (value !== undefined && !isTooDeep(value)) return new JsonFile(path, text, value)
  const broken = parseJson(text)
  const { line, column, reason } = broken.ok ? { line: 1, column: 1, reason: '' } : broken
  diagnostics.problem({ where: `${path}:${line}:${column}`, subject, reason })
  return undefined
}

/** One file's value where it is JSON of this shape; otherwise what is wrong with it, and on which lines. */
export async function readShape<T>({
  check,
  folder,
  path,
  subject,
}: {
  check: ShapeCheck<T>
  folder: string
  path: string
  subject: string
}) {
  const diagnostics = new Diagnostics()
  const file = await readJsonFile(folder, path, diagnostics, subject)
  const value = file?.checked(check, { value: file.value, subject }, diagnostics)
  return value === undefined ? { problems: diagnostics.drain() } : { value }
}

/** `file:line` of what stands at `file#pointer`. */
export async function lineOf(folder: string, where: string): Promise<string> {
  const [path = '', pointer = ''] = where.split('#')
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
