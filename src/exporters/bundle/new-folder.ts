import { mkdir, readdir, realpath, rename, stat } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import { newTemporaryPath } from '../../store/temporary-path.ts'
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
  await mkdir(dirname(target), { recursive: true })
  const unfinished = await newTemporaryPath(target)
  try {
    await mkdir(unfinished.path)
    const filled = await fill(unfinished.path)
    await rename(unfinished.path, target).catch((error: NodeJS.ErrnoException) => {
      throw error.code === 'ENOTEMPTY' || error.code === 'EEXIST' ? notEmpty(folder) : error
    })
    return filled
  } finally {
    await unfinished.remove()
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
