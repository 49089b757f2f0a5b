import { readlinkSync, realpathSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import Database from 'better-sqlite3'
import { importing } from '../importing.ts'
import { StoreBusy, StoreError } from '../store-error.ts'
import type { Claim } from './engine.ts'
import { asSqliteFailure } from './sqlite-failure.ts'

/**
 * Takes the right to serve a database file, for as long as this process lives; until it is given back. Two
 * servers that count a key's requests each for themselves would let through twice the limit; those that share their
 * counts hold the lock together.
 */
export async function lockServing(path: string, shared: boolean): Promise<Claim> {
  return lockFile(
    path,
    'serving',
    shared,
    (cause) => new StoreError(refusal(path, shared), { cause }),
  )
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

// One database has one lock, by whatever links it is reached, and before it is there. What else is wrong with the path is
// told by whoever opens it.
function realPathOf(path: string): string {
  try {
    return realpathSync(path)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') return path
    const folder = realPathOf(dirname(path))
    const target = linkTarget(path)
    return target === undefined ? join(folder, basename(path)) : realPathOf(resolve(folder, target))
  }
}

function linkTarget(path: string): string | undefined {
  try {
    return readlinkSync(path)
  } catch {
    return undefined
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

function refusal(path: string, shared: boolean): string {
  return shared
    ? `a reeve without REDIS_URL serves ${path} already, and its counts are its own; stop it first, or give it the same REDIS_URL`
    : `another reeve serves ${path} already, and two would let through twice the limit; stop it first, or give both the same REDIS_URL`
}
