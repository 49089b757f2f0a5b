import { randomBytes } from 'node:crypto'
import { closeSync, fsyncSync, openSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { StoreError, WriteFailed } from './store-error.ts'

const ownerOnly = 0o600

/**
 * Has `write` fill a temporary file beside `file`, flushes that to disk and then renames it, so that `file` is whole or
 * absent. Throws `StoreError` where `file` cannot be created there, and `WriteFailed` where it cannot be written.
 */
export async function writeWhole(
  file: string,
  write: (part: string) => Promise<void>,
  signal?: AbortSignal,
): Promise<void> {
  const part = `${file}.${randomBytes(4).toString('hex')}.part`
  try {
    removeParts(file)
    closeSync(openSync(part, 'wx', ownerOnly))
    await write(part)
    flush(part)
    // All since the copy was one step, in which the process hears of no signal.
    await nextTurn()
    signal?.throwIfAborted()
    renameSync(part, file)
    flush(dirname(file))
  } catch (error) {
    throw cannotWrite(file, error)
  } finally {
    for (const suffix of ['', '-journal', '-wal', '-shm']) rmSync(part + suffix, { force: true })
  }
}

/** Removes what writers of `file` left that were killed. */
function removeParts(file: string): void {
  const pattern = /^\.[0-9a-f]{8}\.part(-journal|-wal|-shm)?$/
  for (const name of readdirSync(dirname(file))) {
    const own = name.startsWith(basename(file)) && pattern.test(name.slice(basename(file).length))
    if (own) rmSync(join(dirname(file), name), { force: true })
  }
}

/** Returns once a file, or the names in a folder, are on the disk. */
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
  ENOTDIR: 'its folder is not a folder',
}

function cannotWrite(file: string, cause: unknown): Error {
  if (cause instanceof StoreError) return cause
  const { code = '', message, name } = cause as NodeJS.ErrnoException
  const what = `cannot write ${file}`
  const wrong = wrongPath[code]
  if (wrong !== undefined) return new StoreError(`${what}: ${wrong}`, { cause })
  if (name === 'AbortError')
    return new WriteFailed(`${what}: stopped by a signal; nothing is left there`, { cause })
  const isFull = code === 'ENOSPC' || code === 'SQLITE_FULL'
  const reason = isFull ? `the disk that holds ${dirname(file)} is full` : message
  return new WriteFailed(`${what}: ${reason}; nothing is left there`, { cause })
}
