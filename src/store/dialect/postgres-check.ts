import { type Kysely, sql } from 'kysely'
import { accessTables } from '../access-tables.ts'
import { StoreError } from '../store-error.ts'
import type { Tables } from '../tables.ts'
import { type DatabaseSize, type HandleUse, type IndexCheck, indexDamage } from './engine.ts'
import { PostgresFailure } from './postgres-failure.ts'

const oldestVersion = 15

interface Server {
  version: number
  encoding: string
  schema: string | null
  role: string
}

/**
 * Throws `StoreError`, with a one-line reason, if the server is unreachable, rejects the login, is too old, does not
 * use UTF-8, or lacks a privilege that `use` requires.
 */
export async function checkPostgres(
  db: Kysely<Tables>,
  databaseUrl: string,
  use: HandleUse,
): Promise<void> {
  const shown = shownAddress(databaseUrl)
  try {
    const issue = issueOf(await findServer(db)) ?? (await findMissingRight(db, use))
    if (issue !== undefined) throw new StoreError(`cannot use the database ${shown}: ${issue}`)
  } catch (error) {
    if (!(error instanceof PostgresFailure)) throw error
    throw new StoreError(`cannot use the database ${shown}: ${error.message}`, { cause: error })
  }
}

/** Whether the schema has Reeve's tables. Throws `StoreError` if the database cannot be read. */
export async function holdsTablesOn(db: Kysely<Tables>, databaseUrl: string): Promise<boolean> {
  await checkPostgres(db, databaseUrl, 'report')
  const { rows } = await sql<{ name: string | null }>`select
    to_regclass(format('%I.municipalities', current_schema())) as name`.execute(db)
  return rows[0]?.name != null
}

/** Invalid indexes, pages with wrong checksums, and differences between the search index and its documents. */
export async function findPostgresDamage(
  db: Kysely<Tables>,
  checks: readonly IndexCheck[],
): Promise<string[]> {
  const { rows: invalid } = await sql<{ name: string }>`select indexrelid::regclass::text as name
    from pg_index join pg_class on pg_class.oid = indexrelid
    where not indisvalid and relnamespace = current_schema()::regnamespace order by name`.execute(
    db,
  )
  const { rows: checksums } = await sql<{ failures: number | null }>`select
    checksum_failures as failures from pg_stat_database where datname = current_database()`.execute(
    db,
  )
  const failures = checksums[0]?.failures ?? 0
  return [
    ...invalid.map(
      ({ name }) => `the index ${name} is invalid; repair it with: reindex index ${name}`,
    ),
    ...(failures > 0
      ? [
          `PostgreSQL has found ${failures} pages with a wrong checksum; restore a dump, and then forget them with: select pg_stat_reset()`,
        ]
      : []),
    ...(await Promise.all(checks.map((check) => checkIndex(db, check)))).flat(),
  ]
}

/** See `Engine.size`. */
export async function sizeOnServer(db: Kysely<Tables>): Promise<DatabaseSize> {
  const { rows } = await sql<{ bytes: string }>`select
    pg_database_size(current_database())::text as bytes`.execute(db)
  return { bytes: Number(rows[0]?.bytes), freeBytes: null }
}

async function checkIndex(db: Kysely<Tables>, check: IndexCheck): Promise<string[]> {
  const { rows } = await sql<{ missing: number; extra: number }>`select
    count(*) filter (where indexed.id is null) as missing, count(*) filter (where expected.id is null) as extra
    from (${sql.raw(check.expected)}) as expected full join (${sql.raw(check.indexed)}) as indexed using (id)`.execute(
    db,
  )
  return indexDamage(check, rows[0]?.missing ?? 0, rows[0]?.extra ?? 0)
}

/** The URL without its password. */
export function shownAddress(databaseUrl: string): string {
  const { username, host, pathname } = new URL(databaseUrl)
  return `postgres://${username === '' ? '' : `${username}@`}${host}${pathname}`
}

async function findServer(db: Kysely<Tables>): Promise<Server> {
  const { rows } = await sql<Server>`select
    current_setting('server_version_num')::integer / 10000 as version,
    current_setting('server_encoding') as encoding,
    current_schema() as schema,
    current_user as role`.execute(db)
  return rows[0] as Server
}

function issueOf({ version, encoding, schema, role }: Server): string | undefined {
  if (version < oldestVersion)
    return `PostgreSQL ${oldestVersion} or newer is required, and the server is ${version}`
  if (encoding !== 'UTF8') return `its encoding must be UTF8, not ${encoding}`
  if (schema === null) return `the role ${role} cannot use any schema of its search_path`
  return undefined
}

const rightsOf: Record<HandleUse, readonly string[]> = {
  record: ['select'],
  reading: ['select'],
  report: ['select'],
  download: ['select'],
  serving: ['select', 'insert', 'update', 'delete'],
  command: ['select', 'insert', 'update', 'delete'],
}

const ledgers = ['kysely_migration', 'kysely_migration_lock']
// Only imports read these tables, and they connect with another role.
const ofImports = ['removed_records']

async function findMissingRight(db: Kysely<Tables>, use: HandleUse): Promise<string | undefined> {
  const notNeeded = use === 'record' ? [...accessTables, ...ledgers, ...ofImports] : ['']
  for (const right of rightsOf[use]) {
    const { rows } = await sql<{ name: string; role: string }>`
      select tablename as name, current_user as role from pg_tables
      where schemaname = current_schema()
        and tablename not in (${sql.join(notNeeded)})
        and not has_table_privilege(format('%I.%I', schemaname, tablename), ${right})
      order by tablename limit 1`.execute(db)
    const [missing] = rows
    if (missing !== undefined)
      return `the role ${missing.role} lacks a privilege: grant ${right} on ${missing.name} to ${missing.role}`
  }
  return undefined
}
