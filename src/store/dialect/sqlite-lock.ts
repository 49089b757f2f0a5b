import Database from 'better-sqlite3'
import { importRunning } from '../import-running.ts'
import { StoreBusy, StoreError } from '../store-error.ts'
import type { Claim } from './engine.ts'
import { asSqliteFailure } from './sqlite-failure.ts'
import { realPathOf } from './sqlite-paths.ts'

interface ServingLock extends FileLock {
  file: string
  shared: boolean
}

/** The serving locks of this process. */
const servingLocks = new Set<ServingLock>()

/**
 * Takes the right to serve a database file until it is released. Two servers that each count a key's requests would
 * allow twice the limit; servers that share their counts share the lock.
 */
export async function lockServing(path: string, shared: boolean): Promise<Claim> {
  const refused = (cause: unknown) => new StoreError(servingError(path, shared), { cause })
  const lock = { ...lockFile(path, 'serving', shared, refused), file: realPathOf(path), shared }
  servingLocks.add(lock)
  return {
    release: async () => {
      servingLocks.delete(lock)
      await lock.release()
    },
  }
}

/**
 * Runs `work` while no other process can serve the file; throws `StoreError` with this message where one does. A shared
 * lock of this process would be in the way of its own exclusive one, so it is given back meanwhile.
 */
export async function whileNotServedElsewhere<T>(
  path: string,
  message: string,
  work: () => Promise<T>,
): Promise<T> {
  const own = [...servingLocks].filter(({ file }) => file === realPathOf(path))
  if (own.some(({ shared }) => !shared)) return work()
  for (const lock of own) lock.pause()
  try {
    const lock = lockFile(path, 'serving', false, (cause) => new StoreError(message, { cause }))
    return await work().finally(lock.release)
  } finally {
    for (const lock of own) lock.resume()
  }
}

/** Takes the right to import into a database file, which one process has at a time. */
export async function lockImporting(path: string): Promise<Claim> {
  return lockFile(path, 'importing', false, (cause) => new StoreBusy(importRunning, { cause }))
}

interface FileLock extends Claim {
  /** Lets other processes take it. */
  pause(): void
  /** Throws where another process took it meanwhile. */
  resume(): void
}

/** The lock is the operating system's, on a file beside the database: a killed process leaves nothing to clean up. */
function lockFile(
  path: string,
  right: 'serving' | 'importing',
  shared: boolean,
  refused: (cause: unknown) => Error,
): FileLock {
  const file = `${realPathOf(path)}-${right}`
  const lock = openLock(file)
  const resume = () => {
    try {
      lock.exec(shared ? 'begin; select * from sqlite_master' : 'begin exclusive')
    } catch (error) {
      lock.close()
      throw isBusy(error) ? refused(error) : asSqliteFailure(error, file)
    }
  }
  resume()
  return {
    pause: () => void lock.exec('rollback'),
    resume,
    release: async () => void lock.close(),
  }
}

function openLock(file: string): Database.Database {
  try {
    return new Database(file, { timeout: 0 })
  } catch (error) {
    throw asSqliteFailure(error, file)
  }
}

// A disk that is full or a file that cannot be written is nobody else's lock.
function isBusy(error: unknown): boolean {
  return error instanceof Database.SqliteError && error.code.startsWith('SQLITE_BUSY')
}

function servingError(path: string, shared: boolean): string {
  return shared
    ? `a Reeve process without REDIS_URL is already serving ${path}, and counts requests by itself: stop it first, or set the same REDIS_URL for both`
    : `another Reeve process is already serving ${path}, and two would allow twice the limit: stop it first, or set the same REDIS_URL for both`
}
