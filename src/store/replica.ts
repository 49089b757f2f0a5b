import { Kysely } from 'kysely'
import { postgresDialect } from './dialect/postgres.ts'
import { checkPostgres } from './dialect/postgres-check.ts'
import { dialectOver, openPool } from './dialect/postgres-driver.ts'
import { PostgresFailure } from './dialect/postgres-failure.ts'
import { ReplicaPool } from './dialect/postgres-replica.ts'
import { openServingStore, type ReadStore, snapshotOf } from './open.ts'
import { type OnReplica, ReplicaWatch } from './replica-watch.ts'
import type { Tables } from './tables.ts'

/** What a server reads from. */
export interface ReadStores {
  /** Keys, accounts and all else that must be of this moment. */
  primary: ReadStore
  /** The record: from the replica while that has the last import, from the primary otherwise. */
  record: ReadStore
  /** Whether the record is read from the replica now; absent where there is none. */
  replicaIsRead?: () => boolean
  /** Throws `StoreError`, one line that names what is wrong, where one of them cannot be used at all. */
  check(): Promise<void>
  close(): Promise<void>
}

/** Opens what answers requests; without a replica, everything is read from the one database. */
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
    search: (query) => postgresDialect.search(primaryDb, query),
    check: checkPrimary,
    connections: () => primaryPool.connections,
    close: () => primaryDb.destroy(),
  }
  const record: ReadStore = {
    ...primary,
    db: recordDb,
    search: (query) => postgresDialect.search(recordDb, query),
    connections: () => replicaPool.connections,
    failoverCount: () => watch.failoverCount,
    // All of it again on the primary: its statements must see one state.
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

// A server that starts while its replica is away must serve all the same; the watch says that it is lost.
function passWhereLost(error: unknown): void {
  const { cause } = error as Error
  if (!(cause instanceof PostgresFailure && cause.connectionLost)) throw error
}
