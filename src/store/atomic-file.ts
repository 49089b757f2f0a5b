import { closeSync, existsSync, fsyncSync, linkSync, openSync, renameSync } from 'node:fs'
import { dirname } from 'node:path'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { resultCodeOf } from './dialect/sqlite-failure.ts'
import { StoreError, WriteFailed } from './store-error.ts'
import { newTemporaryPath, type TemporaryPath } from './temporary-path.ts'

const ownerOnly = 0o600

/**
 * Writes a temporary file beside `file`, flushes it to disk, and then renames it, so that `file` is complete or absent.
 * Returns what `write` returns.
 * Throws `StoreError` if `file` exists or cannot be created, and `WriteFailed` if it cannot be written.
 */
export async function writeAtomically<T>(
  file: string,
  write: (part: string) => Promise<T>,
  signal?: AbortSignal,
): Promise<T> {
  let part: TemporaryPath | undefined
  try {
    part = await newTemporaryPath(file)
    closeSync(openSync(part.path, 'wx', ownerOnly))
    const written = await write(part.path)
    flush(part.path)
    // The copy was one synchronous step: pending signals are handled here.
    await nextTurn()
    signal?.throwIfAborted()
    giveName(part.path, file)
    flush(dirname(file))
    return written
  } catch (error) {
    throw cannotWrite(file, error)
  } finally {
    await part?.remove()
  }
}

const withoutLinks = ['EPERM', 'ENOSYS', 'ENOTSUP', 'EOPNOTSUPP']

/** Unlike a rename, a link never replaces a file that another process has created meanwhile. */
function giveName(part: string, file: string): void {
  try {
    linkSync(part, file)
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException
    if (code === 'EEXIST') throw alreadyExists(file)
    // FAT and some network file systems do not support hard links.
    if (!withoutLinks.includes(code)) throw error
    if (existsSync(file)) throw alreadyExists(file)
    renameSync(part, file)
  }
}

export const alreadyExists = (file: string) =>
  new StoreError(`${file} already exists: name a new file`)

/** Flushes a file, or the entries of a folder, to disk. */
export function flush(path: string): void {
  const handle = openSync(path, 'r')
  try {
    fsyncSync(handle)
  } finally {
    closeSync(handle)
  }
}

const wrongPath: Record<string, string> = {
  ENOENT: 'its folder does not exist',
  ENOTDIR: 'its folder is a file',
}

function cannotWrite(file: string, cause: unknown): Error {
  if (cause instanceof StoreError) return cause
  const { code = '', message, name } = cause as NodeJS.ErrnoException
  const what = `cannot write ${file}`
  const wrong = wrongPath[code]
  if (code === 'ENOENT' && existsSync(dirname(file)))
    return new WriteFailed(`${what}: another process removed its temporary file`, { cause })
  if (wrong !== undefined) return new StoreError(`${what}: ${wrong}`, { cause })
  if (name === 'AbortError')
    return new WriteFailed(`${what}: stopped by a signal; nothing is left there`, { cause })
  const isFull = code === 'ENOSPC' || resultCodeOf(cause) === 'SQLITE_FULL'
  const reason = isFull ? `the disk that holds ${dirname(file)} is full` : message
  return new WriteFailed(`${what}: ${reason}; nothing is left there`, { cause })
}
