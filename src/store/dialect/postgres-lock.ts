import { createHash } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { importRunning, StoreBusy, StoreError } from '../store-error.ts'
import type { Claim, ClaimOptions } from './engine.ts'
import { PostgresFailure } from './postgres-failure.ts'

/** First key of Reeve's advisory locks ("reev"): other applications may share the server. */
export const lockSpace = 0x72656576
export const servingLock = 1
/** Second key of each write lock. */
export const writeLocks = { record: 2, access: 3 } as const
/** First key of the locks of imports; the second one is that of the municipality. */
const importSpace = lockSpace + 1

const retryMs = 1000

/**
 * Servers that share their rate-limit counters share the claim; any other server needs it alone. The lock belongs to a
 * session, so a killed server leaves nothing behind; after a lost connection it is taken again as soon as the database
 * is back. `onLost` is called if another server was faster.
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
 * A killed import leaves nothing behind. An import whose session is lost goes on: its write lock still excludes others.
 */
export async function claimPostgresImporting(
  databaseUrl: string,
  municipality: string,
): Promise<Claim> {
  const number = createHash('sha256').update(municipality).digest().readInt32BE()
  const client = await openLockSession(databaseUrl, [importSpace, number], 'alone')
  if (client === undefined) throw new StoreBusy(importRunning(municipality))
  return { release: () => client.end().catch(() => undefined) }
}

/** A session that holds an advisory lock; undefined if another session holds it. */
async function openLockSession(
  databaseUrl: string,
  keys: [space: number, number: number],
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
    const { rows } = await client.query(`select ${lock}($1, $2) as taken`, keys)
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
    const client = await openLockSession(this.#databaseUrl, [lockSpace, servingLock], mode)
    if (client === undefined) throw new StoreError(servingError(this.#shared))
    // Released while connecting: an open session would keep the process running.
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
