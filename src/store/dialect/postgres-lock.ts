import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { importRunning } from '../import-running.ts'
import { StoreBusy, StoreError } from '../store-error.ts'
import type { Claim, ClaimOptions } from './engine.ts'
import { PostgresFailure } from './postgres-failure.ts'

/** The first half of the number of every advisory lock of ours ("reev"): others may share the server. */
export const lockSpace = 0x72656576
const servingLock = 1
/** The second half, of what waits for its turn to write. */
export const writeLocks = { record: 2, access: 3 } as const
const importingLock = 4

const retryMs = 1000

/**
 * Takes the right to serve a database. Who shares the counters of the limit shares the right; who does not has it alone.
 * The lock is the session's, so a killed server leaves nothing behind; a session that is lost takes it again as soon as
 * the database is back. `onLost` hears where another server was faster.
 */
export async function claimPostgres(
  databaseUrl: string,
  { shared, onLost }: ClaimOptions,
): Promise<Claim> {
  const lock = new ServingLock(databaseUrl, shared, onLost)
  await lock.take()
  return { release: () => lock.release() }
}

/**
 * Takes the right to import into a database, which one session has at a time; a killed import leaves nothing behind. One
 * whose session is lost goes on: the turn that it takes to write still keeps it apart from another.
 */
export async function claimPostgresImporting(databaseUrl: string): Promise<Claim> {
  const client = await openLockSession(databaseUrl, importingLock, 'alone')
  if (client === undefined) throw new StoreBusy(importRunning)
  return { release: () => client.end().catch(() => undefined) }
}

/** A session that holds an advisory lock; undefined where another has it. */
async function openLockSession(
  databaseUrl: string,
  number: number,
  mode: 'alone' | 'shared',
): Promise<pg.Client | undefined> {
  const client = new pg.Client({
    connectionString: databaseUrl,
    application_name: 'reeve claim',
    connectionTimeoutMillis: 5000,
    query_timeout: 5000,
    keepAlive: true,
  })
  client.on('error', () => undefined)
  const lock = mode === 'shared' ? 'pg_try_advisory_lock_shared' : 'pg_try_advisory_lock'
  try {
    await client.connect()
    const { rows } = await client.query(`select ${lock}($1, $2) as taken`, [lockSpace, number])
    if (rows[0]?.taken === true) return client
  } catch (error) {
    void client.end().catch(() => undefined)
    throw new PostgresFailure(error)
  }
  void client.end().catch(() => undefined)
  return undefined
}

class ServingLock {
  readonly #databaseUrl: string
  readonly #shared: boolean
  readonly #onLost: (reason: StoreError) => void
  #client: pg.Client | undefined
  #released = false

  constructor(databaseUrl: string, shared: boolean, onLost: (reason: StoreError) => void) {
    this.#databaseUrl = databaseUrl
    this.#shared = shared
    this.#onLost = onLost
  }

  async take(): Promise<void> {
    const mode = this.#shared ? 'shared' : 'alone'
    const client = await openLockSession(this.#databaseUrl, servingLock, mode)
    if (client === undefined) throw new StoreError(servingError(this.#shared))
    // Released while the session was being opened: left open, it would keep the process from ending.
    if (this.#released) return void (await client.end().catch(() => undefined))
    this.#client = client
    client.once('end', () => void this.#retake())
  }

  async release(): Promise<void> {
    this.#released = true
    await this.#client?.end().catch(() => undefined)
  }

  async #retake(): Promise<void> {
    while (!this.#released) {
      await pause(retryMs, undefined, { ref: false })
      try {
        if (!this.#released) await this.take()
        return
      } catch (error) {
        if (error instanceof StoreError) return this.#onLost(error)
      }
    }
  }
}

function servingError(shared: boolean): string {
  return shared
    ? 'a Reeve process without REDIS_URL is already serving this database, and counts requests by itself: stop it first, or set the same REDIS_URL for both'
    : 'another Reeve process is already serving this database, and two would allow twice the limit: stop it first, or set the same REDIS_URL for both'
}
