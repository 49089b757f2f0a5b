import { closeSync, existsSync, fsyncSync, linkSync, openSync, renameSync, rmSync } from 'node:fs'
import { dirname } from 'node:path'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { resultCodeOf } from './dialect/sqlite-failure.ts'
import { StoreError, WriteFailed } from './store-error.ts'
import { newTemporaryPath, type TemporaryPath } from './temporary-path.ts'

const ownerOnly = 0o600

/**
 * Writes a temporary file beside each file, flushes them to disk, and then renames them in order, so that each file is
 * complete or absent, and all are there if the last one is. Returns what `write` returns.
 * Throws `StoreError` if a file exists or cannot be created, and `WriteFailed` if it cannot be written.
 */
export async function writeAtomically<T, const Files extends readonly [...string[], string]>(
  files: Files,
  write: (parts: { [Index in keyof Files]: string }) => Promise<T>,
  signal?: AbortSignal,
): Promise<T> {
  const last = files.at(-1) ?? ''
  const parts: TemporaryPath[] = []
  const named: string[] = []
  try {
    for (const file of files) {
      const part = await newTemporaryPath(file)
      parts.push(part)
      closeSync(openSync(part.path, 'wx', ownerOnly))
    }
    const paths = parts.map(({ path }) => path)
    const written = await write(paths as never)
    for (const path of paths) flush(path)
    // The copy was one synchronous step: pending signals are handled here.
    await nextTurn()
    signal?.throwIfAborted()
    for (const [index, file] of files.entries()) {
      giveName(paths[index] ?? '', file)
      named.push(file)
    }
    flush(dirname(last))
    return written
  } catch (error) {
    for (const file of named) rmSync(file, { force: true })
    throw cannotWrite(last, error)
  } finally {
    for (const part of parts) await part.remove()
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
function flush(path: string): void {
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
