import { type Kysely, type Migration, Migrator } from 'kysely'
import { StoreError } from './store-error.ts'
import type { Tables } from './tables.ts'

/** Migrations by their names, in order. */
export type Migrations = Record<string, Migration>

/** Runs what was not run yet on the database that `db` speaks to; the names of what ran. */
export async function applyMigrations(db: Kysely<Tables>, known: Migrations): Promise<string[]> {
  const applied = await appliedMigrations(db)
  assertKnownMigrations(applied, known)
  // The migrator takes the write lock first thing; a key must be revocable while an import holds it.
  if (Object.keys(known).every((name) => applied.includes(name))) return []
  const provider = { getMigrations: async () => known }
  const { error, results } = await new Migrator({ db, provider }).migrateToLatest()
  if (error !== undefined)
    throw new StoreError(`migration failed: ${describe(error)}`, { cause: error })
  return (results ?? []).map((result) => result.migrationName)
}

/** Throws `StoreError` where a newer version has migrated this database. */
export function assertKnownMigrations(applied: readonly string[], known: Migrations): void {
  const unknown = applied.find((name) => !Object.hasOwn(known, name))
  if (unknown === undefined) return
  throw new StoreError(
    `the database has migration ${unknown}, which this version of reeve does not know: use a newer one`,
  )
}

async function appliedMigrations(db: Kysely<Tables>): Promise<string[]> {
  const tables = await db.introspection.getTables({ withInternalKyselyTables: true })
  if (!tables.some((table) => table.name === 'kysely_migration')) return []
  const ledger = db.withTables<{ kysely_migration: { name: string } }>()
  const rows = await ledger.selectFrom('kysely_migration').select('name').execute()
  return rows.map((row) => row.name)
}

function describe(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
