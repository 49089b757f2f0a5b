import { randomBytes } from 'node:crypto'
import { mkdir, readdir, realpath, rename, rm, stat } from 'node:fs/promises'
import { basename, dirname, join, resolve } from 'node:path'
import { ExportError } from './export-error.ts'

/**
 * Fills a new or empty folder atomically: `fill` writes to a temporary folder beside it. Throws `ExportError`, before
 * `fill` is called, if the folder is not empty.
 */
export async function fillNewFolder<T>(
  folder: string,
  fill: (folder: string) => Promise<T>,
): Promise<T> {
  const target = await resolveEmptyFolder(folder)
  const unfinished = join(dirname(target), `.${basename(target)}-${randomBytes(6).toString('hex')}`)
  await mkdir(dirname(target), { recursive: true })
  await mkdir(unfinished)
  try {
    const filled = await fill(unfinished)
    await rename(unfinished, target).catch((error: NodeJS.ErrnoException) => {
      throw error.code === 'ENOTEMPTY' || error.code === 'EEXIST' ? notEmpty(folder) : error
    })
    return filled
  } catch (error) {
    await rm(unfinished, { recursive: true, force: true })
    throw error
  }
}

/** Resolves links. */
async function resolveEmptyFolder(folder: string): Promise<string> {
  const found = await stat(folder).catch(() => undefined)
  if (found === undefined) return resolve(folder)
  if (!found.isDirectory()) throw new ExportError(`${folder} exists and is not a folder`)
  if ((await readdir(folder)).length > 0) throw notEmpty(folder)
  return realpath(folder)
}

function notEmpty(folder: string): ExportError {
  return new ExportError(`${folder} is not empty: choose an empty folder or a new one`)
}
