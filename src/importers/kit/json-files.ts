import type { Dirent } from 'node:fs'
import { lstat, readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { SourceError } from '../source.ts'
import { symlinkReason } from './text-file.ts'

/** Throws `SourceError` where `folder` is none. */
export async function checkFolder(folder: string): Promise<void> {
  const found = await stat(folder).catch(() => undefined)
  if (found === undefined) throw new SourceError(`${folder} does not exist or cannot be read`)
  if (!found.isDirectory()) throw new SourceError(`${folder} is not a folder`)
}

/** What a folder holds; nothing where there is none. Throws `SourceError` where that cannot be told. */
export async function namesIn(folder: string): Promise<string[]> {
  return readdir(folder).catch(async (error: NodeJS.ErrnoException) => {
    // A link that leads nowhere is there: what it should lead to may only be away.
    const isThere = await lstat(folder).catch(() => undefined)
    if (error.code === 'ENOENT' && isThere === undefined) return []
    throw unreadable(folder, error)
  })
}

/** What a folder below the source's own holds; none where there is no such folder. Throws `SourceError` for a link. */
export async function namesBelow(folder: string, below: string): Promise<string[]> {
  return (await entriesOf(folder, below)).map(({ name }) => name)
}

/**
 * The JSON files in a folder, or in its folders of years, by their paths; none where there is no such folder. Throws
 * `SourceError` where it cannot be told what there is: what is overlooked would be taken for gone.
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

// No links: one may lead nowhere, round in a circle, or out of the folder.
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
