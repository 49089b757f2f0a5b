import { PostgresFailure } from './dialect/postgres-failure.ts'
import { openRecordStore, openServingStore, type ReadStore } from './open.ts'

export interface ReadStores {
  /** Accounts, keys and everything that must be current. */
  primary: ReadStore
  /** Council records: the replica if there is one, otherwise the primary. */
  record: ReadStore
  /** Throws `StoreError`, with a one-line reason, if one of them cannot be used. */
  check(): Promise<void>
  close(): Promise<void>
}

/** Opens the stores of a server. Without a replica, both are the same. */
export function openReadStores(
  { databaseUrl, replicaUrl }: { databaseUrl: string; replicaUrl: string | null },
  searchEntry: URL,
): ReadStores {
  const primary = openServingStore(databaseUrl, searchEntry)
  if (replicaUrl === null)
    return { primary, record: primary, check: primary.check, close: primary.close }
  const record = openRecordStore(replicaUrl)
  return {
    primary,
    record,
    async check() {
      await primary.check()
      await record.check().catch(passWhereLost)
    },
    async close() {
      await record.close()
      await primary.close()
    },
  }
}

// A server starts while its replica is unreachable; /readyz keeps requests away until it responds.
function passWhereLost(error: unknown): void {
  const { cause } = error as Error
  if (!(cause instanceof PostgresFailure && cause.connectionLost)) throw error
}
