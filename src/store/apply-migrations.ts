import { type Kysely, Migrator } from 'kysely'
import type { MigrationLists, Migrations } from './migrations/migrations.ts'
import { StoreError } from './store-error.ts'
import type { Tables } from './tables.ts'

/** The migrations of both lists in one. */
export const allMigrations = ({ record, access }: MigrationLists): Migrations => ({
  ...access,
  ...record,
})

/** Runs the pending migrations and returns their names. */
export async function applyMigrations(
  db: Kysely<Tables>,
  available: Migrations,
): Promise<string[]> {
  const applied = await appliedMigrations(db)
  assertKnownMigrations(applied, available)
  // The migrator always takes the write lock, and would wait for a running import.
  if (Object.keys(available).every((name) => applied.includes(name))) return []
  const provider = { getMigrations: async () => available }
  const { error, results } = await new Migrator({ db, provider }).migrateToLatest()
  if (error !== undefined)
    throw new StoreError(`migration failed: ${describe(error)}`, { cause: error })
  return (results ?? []).map((result) => result.migrationName)
}

// Of the record and of the accounts file, before the first release.
const unreleased = [
  '0001-initial',
  '0012-accounts-file',
  '0001-record',
  '0002-record',
  '0003-record',
  '0004-record',
  '0005-record',
  '0006-record',
  '0007-record',
  '0008-record',
  '0009-record',
  '0010-record',
  '0011-record',
  '0012-record',
  '0013-record',
  '0014-record',
  '0015-record',
  '0016-record',
  '0017-record',
]

/** Throws `StoreError` if a newer version of Reeve has migrated the database, or one from before the first release. */
export function assertKnownMigrations(applied: readonly string[], available: Migrations): void {
  if (applied.some((name) => unreleased.includes(name)))
    throw new StoreError(
      'the database was made by Reeve before its first release, and this version cannot read it: name a new database in DATABASE_URL and import every council again; docs/how-to/manage-accounts.md, under "Keep accounts from before the first release", says how to keep the accounts and keys of SQLite, and those of PostgreSQL must be created again',
    )
  const unknown = applied.find((name) => !Object.hasOwn(available, name))
  if (unknown === undefined) return
  throw new StoreError(
    `the database has migration ${unknown}, which this version of Reeve does not know: use a newer version`,
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
