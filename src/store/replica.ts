import { Kysely } from 'kysely'
import { postgresDialect } from './dialect/postgres.ts'
import { checkPostgres } from './dialect/postgres-check.ts'
import { dialectOver, openPool } from './dialect/postgres-driver.ts'
import { PostgresFailure } from './dialect/postgres-failure.ts'
import { ReplicaPool } from './dialect/postgres-replica.ts'
import { openServingStore, type ReadStore, snapshotOf } from './open.ts'
import { type OnReplica, ReplicaWatch } from './replica-watch.ts'
import { postgresSearch } from './search/postgres.ts'
import { searchesOn } from './search/search.ts'
import type { Tables } from './tables.ts'

export interface ReadStores {
  /** Accounts, keys and everything that must be current. */
  primary: ReadStore
  /** Reads the replica while it has the last import, otherwise the primary. */
  record: ReadStore
  /** Absent without a replica. */
  replicaIsRead?: () => boolean
  /** Throws `StoreError`, with a one-line reason, if one of them cannot be used. */
  check(): Promise<void>
  close(): Promise<void>
}

/** Opens the stores of a server. Without a replica, both are the same. */
export function openReadStores(
  { databaseUrl, replicaUrl }: { databaseUrl: string; replicaUrl: string | null },
  onReplica: OnReplica,
  searchEntry: URL,
): ReadStores {
  if (replicaUrl !== null) return openWithReplica(databaseUrl, replicaUrl, onReplica)
  const store = openServingStore(databaseUrl, searchEntry)
  return { primary: store, record: store, check: store.check, close: store.close }
}

function openWithReplica(
  databaseUrl: string,
  replicaUrl: string,
  onReplica: OnReplica,
): ReadStores {
  const primaryPool = openPool(databaseUrl, 'reading')
  const watchedDb = new Kysely<Tables>({ dialect: dialectOver(openPool(databaseUrl, 'watching')) })
  const replicaPool = openPool(replicaUrl, 'record')
  const primaryDb = new Kysely<Tables>({ dialect: dialectOver(primaryPool) })
  const replicaDb = new Kysely<Tables>({ dialect: dialectOver(replicaPool) })
  const watch = new ReplicaWatch(watchedDb, replicaDb, onReplica)
  const pool = new ReplicaPool(primaryPool, replicaPool, watch)
  const recordDb = new Kysely<Tables>({ dialect: dialectOver(pool) })
  const checkPrimary = () => checkPostgres(primaryDb, databaseUrl, 'reading')
  const checkReplica = () => checkPostgres(replicaDb, replicaUrl, 'record')
  const read = snapshotOf(primaryDb)
  const primary: ReadStore = {
    dialect: postgresDialect,
    db: primaryDb,
    read,
    ...searchesOn({ db: primaryDb, dialect: postgresDialect, engine: postgresSearch }),
    check: checkPrimary,
    connections: () => primaryPool.connections,
    close: () => primaryDb.destroy(),
  }
  const record: ReadStore = {
    ...primary,
    db: recordDb,
    ...searchesOn({ db: recordDb, dialect: postgresDialect, engine: postgresSearch }),
    connections: () => replicaPool.connections,
    failoverCount: () => watch.failoverCount,
    // Reruns all of it on the primary, because its statements must share one snapshot.
    read: (work) =>
      snapshotOf(recordDb)(work).catch((error: unknown) => {
        if (error instanceof PostgresFailure) return read(work)
        throw error
      }),
  }
  return {
    primary,
    record,
    replicaIsRead: () => watch.isCurrent,
    async check() {
      await checkPrimary()
      await checkReplica().catch(passWhereLost)
      await watch.start()
    },
    async close() {
      watch.stop()
      await recordDb.destroy()
      await watchedDb.destroy()
      await primaryDb.destroy()
    },
  }
}

// A server must start even if its replica is unreachable; the watch reports it.
function passWhereLost(error: unknown): void {
  const { cause } = error as Error
  if (!(cause instanceof PostgresFailure && cause.connectionLost)) throw error
}
