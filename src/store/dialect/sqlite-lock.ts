import Database from 'better-sqlite3'
import { importing } from '../importing.ts'
import { StoreBusy, StoreError } from '../store-error.ts'
import type { Claim } from './engine.ts'
import { asSqliteFailure } from './sqlite-failure.ts'
import { realPathOf } from './sqlite-paths.ts'

/** The files that this process has the right to serve. */
const servedHere = new Set<string>()

/**
 * Takes the right to serve a database file, for as long as this process lives; until it is given back. Two
 * servers that count a key's requests each for themselves would let through twice the limit; those that share their
 * counts hold the lock together.
 */
export async function lockServing(path: string, shared: boolean): Promise<Claim> {
  const lock = lockFile(
    path,
    'serving',
    shared,
    (cause) => new StoreError(refusal(path, shared), { cause }),
  )
  const real = realPathOf(path)
  servedHere.add(real)
  return {
    release: async () => {
      servedHere.delete(real)
      await lock.release()
    },
  }
}

/** Throws `StoreError` with this message where another process serves the file. */
export async function refuseServedElsewhere(path: string, message: string): Promise<void> {
  if (servedHere.has(realPathOf(path))) return
  const lock = lockFile(path, 'serving', false, (cause) => new StoreError(message, { cause }))
  await lock.release()
}

/** Takes the right to import into a database file, which one process has at a time. */
export async function lockImporting(path: string): Promise<Claim> {
  return lockFile(path, 'importing', false, (cause) => new StoreBusy(importing, { cause }))
}

/** The lock is the operating system's, on a file beside the database, so one who is killed leaves nothing to clean up. */
function lockFile(
  path: string,
  right: 'serving' | 'importing',
  shared: boolean,
  refused: (cause: unknown) => Error,
): Claim {
  const file = `${realPathOf(path)}-${right}`
  const lock = openLock(file)
  try {
    lock.exec(shared ? 'begin; select * from sqlite_master' : 'begin exclusive')
  } catch (error) {
    lock.close()
    throw isBusy(error) ? refused(error) : asSqliteFailure(error, file)
  }
  return { release: async () => void lock.close() }
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

function refusal(path: string, shared: boolean): string {
  return shared
    ? `a reeve without REDIS_URL serves ${path} already, and its counts are its own; stop it first, or give it the same REDIS_URL`
    : `another reeve serves ${path} already, and two would let through twice the limit; stop it first, or give both the same REDIS_URL`
}
