import type { Dirent } from 'node:fs'
import { lstat, readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { SourceError } from '../source.ts'
import { Diagnostics } from './diagnostics.ts'
import { lineAt, parseJson } from './parse-json.ts'
import type { ShapeCheck } from './shape-issues.ts'
import { asUnreadable, readTextFile, symlinkReason, UnreadableFile } from './text-file.ts'

/** Throws `SourceError` if `folder` is not a folder. */
export async function checkFolder(folder: string): Promise<void> {
  const found = await stat(folder).catch(() => undefined)
  if (found === undefined) throw new SourceError(`${folder} does not exist or cannot be read`)
  if (!found.isDirectory()) throw new SourceError(`${folder} is not a folder`)
}

/** The names in a folder; empty if it does not exist. Throws `SourceError` if it cannot be read. */
export async function namesIn(folder: string): Promise<string[]> {
  return readdir(folder).catch(async (error: NodeJS.ErrnoException) => {
    // A broken symbolic link is an error, because its target may be missing only temporarily.
    const exists = await lstat(folder).catch(() => undefined)
    if (error.code === 'ENOENT' && exists === undefined) return []
    throw unreadable(folder, error)
  })
}

/** The names in a subfolder of the source; empty if it does not exist. Throws `SourceError` for a symbolic link. */
export async function namesBelow(folder: string, below: string): Promise<string[]> {
  return (await entriesOf(folder, below)).map(({ name }) => name)
}

/**
 * The paths of the JSON files in a folder, or in its folders of years; empty if it does not exist. Throws `SourceError`
 * for anything unreadable, because an overlooked file would be pruned.
 */
export async function listJson(folder: string, below: string, byYear: boolean): Promise<string[]> {
  if (!byYear) return jsonIn(folder, below)
  const years = (await entriesOf(folder, below)).filter(({ name }) => /^\d{4}$/.test(name))
  const found = await Promise.all(years.map(({ name }) => jsonIn(folder, `${below}/${name}`)))
  return found.flat().sort()
}

async function jsonIn(folder: string, below: string): Promise<string[]> {
  const entries = await entriesOf(folder, below)
  return entries
    .filter(({ name }) => name.endsWith('.json'))
    .map(({ name }) => `${below}/${name}`)
    .sort()
}

// Symbolic links are rejected: one may be broken, cyclic, or lead out of the folder.
async function entriesOf(folder: string, below: string): Promise<Dirent[]> {
  const path = join(folder, below)
  const itself = await lstat(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined
    throw unreadable(path, error)
  })
  if (itself === undefined) return []
  if (itself.isSymbolicLink()) throw new SourceError(`${path} ${symlinkReason}`)
  const entries = await readdir(path, { withFileTypes: true }).catch(
    (error: NodeJS.ErrnoException) => {
      throw unreadable(path, error)
    },
  )
  const link = entries.find((entry) => entry.isSymbolicLink())
  if (link !== undefined) throw new SourceError(`${join(path, link.name)} ${symlinkReason}`)
  return entries
}

function unreadable(path: string, { code }: NodeJS.ErrnoException): SourceError {
  return new SourceError(`${path} cannot be read: ${code}`)
}

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
  const parsed = parseJson(text)
  if (parsed.ok) {
    const locationOf = (pointer: string) => `${path}:${lineAt(text, pointer)}`
    return { path, value: parsed.value, locationOf }
  }
  const { line, column, reason } = parsed
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
  const parsed = parseJson(text)
  return `${path}:${parsed.ok ? lineAt(text, pointer) : parsed.line}`
}
