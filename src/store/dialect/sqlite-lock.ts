import { existsSync, rmSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import { systemClock } from '../../core/clock.ts'
import { importRunning, StoreBusy, StoreError } from '../store-error.ts'
import type { Claim } from './engine.ts'
import { asSqliteFailure, isBusy } from './sqlite-failure.ts'
import { realPathOf, SqliteFile } from './sqlite-file.ts'

/**
 * Claims a database file for serving. Two servers that count a key's requests separately would allow twice the limit;
 * servers that share their counters share the lock.
 */
export async function lockServing(path: string, shared: boolean): Promise<Claim> {
  return lockFile(
    path,
    'serving',
    shared ? 'shared' : 'exclusive',
    (cause) => new StoreError(servingError(path, shared), { cause }),
  )
}

/** Claims a municipality for importing, which one process can do at a time. */
export async function lockImporting(path: string, municipality: string): Promise<Claim> {
  const busy = importRunning(municipality)
  return lockFile(
    path,
    `importing-${municipality}`,
    'alone',
    (cause) => new StoreBusy(busy, { cause }),
  )
}

/** Claims a temporary file or folder, which need not exist. Throws `StoreBusy` if another process is writing it. */
export async function lockWriting(path: string): Promise<FileLock> {
  const busy = `another process is writing ${path}`
  return lockFile(path, 'writing', 'alone', (cause) => new StoreBusy(busy, { cause }))
}

// Indexes of a large database take a while to build.
const migratingTimeoutMs = 60_000
const retryMs = 20
// More often, the file cannot be created at all.
const vanishedMax = 50

/** Runs `work` while no other process migrates the database. Throws `StoreBusy` if another one does for a minute. */
export async function whileMigratingAlone<T>(path: string, work: () => Promise<T>): Promise<T> {
  const lock = await lockMigrating(path)
  try {
    return await work()
  } finally {
    await lock.release()
    // A process that still waits for it finds the schema up to date.
    rmSync(lock.file, { force: true })
  }
}

async function lockMigrating(path: string): Promise<FileLock> {
  const deadline = systemClock.monotonic() + migratingTimeoutMs
  const busy = 'another process is updating the schema of the database; try again later'
  for (let vanished = 0; ; ) {
    try {
      return lockFile(path, 'migrating', 'alone', (cause) => new StoreBusy(busy, { cause }))
    } catch (error) {
      // A process that has just finished may remove the file between its opening and its locking here.
      const hasVanished = !existsSync(lockPath(path, 'migrating'))
      vanished += Number(hasVanished)
      const canRetry = hasVanished ? vanished <= vanishedMax : error instanceof StoreBusy
      if (!canRetry || systemClock.monotonic() >= deadline) throw error
    }
    await pause(retryMs)
  }
}

interface FileLock extends Claim {
  readonly file: string
}

const modes = {
  shared: 'begin; select * from sqlite_master',
  exclusive: 'begin exclusive',
  // Without shared holders: two processes that begin `exclusive` at the same moment can each deny it to the other.
  alone: 'begin immediate',
}

type Right = 'serving' | `importing-${string}` | 'migrating' | 'writing'

const lockPath = (path: string, right: Right) => `${realPathOf(path)}-${right}`

/** An operating-system lock on a file beside the database: a killed process leaves nothing to clean up. */
function lockFile(
  path: string,
  right: Right,
  mode: keyof typeof modes,
  toError: (cause: unknown) => Error,
): FileLock {
  const file = lockPath(path, right)
  const lock = openLock(file)
  try {
    lock.exec(modes[mode])
  } catch (error) {
    lock.close()
    // A full disk or an unwritable file is not a lock held by another process.
    throw isBusy(error) ? toError(error) : asSqliteFailure(error, file)
  }
  return { file, release: async () => void lock.close() }
}

function openLock(file: string): SqliteFile {
  try {
    return new SqliteFile(file)
  } catch (error) {
    throw asSqliteFailure(error, file)
  }
}

function servingError(path: string, shared: boolean): string {
  return shared
    ? `a Reeve process without REDIS_URL is already serving ${path}, and counts requests by itself: stop it first, or set the same REDIS_URL for both`
    : `another Reeve process is already serving ${path}, and two would allow twice the limit: stop it first, or set the same REDIS_URL for both`
}
