import type { Kysely } from 'kysely'
import { sql } from 'kysely'
import { jsonArrayFrom } from 'kysely/helpers/postgres'
import { StoreBusy } from '../store-error.ts'
import type { Tables } from '../tables.ts'
import type { SqlDialect, WriteScope } from './dialect.ts'
import { copyInto } from './postgres-driver.ts'
import { PostgresFailure } from './postgres-failure.ts'
import { lockSpace, writeLocks } from './postgres-lock.ts'
import { sharedWrites } from './row-writes.ts'

const rowsParam: SqlDialect['rowsParam'] = (table, rows) =>
  // The row type of the table gives each column its type.
  sql`json_populate_recordset(null::${sql.table(table)}, ${JSON.stringify(rows)})`

const analyze: SqlDialect['analyze'] = async (db, table) => {
  await sql`analyze (skip_locked) ${sql.table(table)}`.execute(db)
}

export const postgresDialect: SqlDialect = {
  name: 'postgres',
  rowsParam,
  analyze,
  ...sharedWrites({ rowsParam, analyze }, 'pg_temp'),

  arrayParam: (values) => values,

  inArray: (column, list) => sql`${column} = any(${list})`.$castTo<boolean>() as never,

  jsonRows: (subquery) => sql<string>`${jsonArrayFrom(subquery as never)}::text`,

  acquireWriteLock: (db, scope: WriteScope) =>
    orStoreBusy(
      sql`select pg_advisory_xact_lock(${sql.lit(lockSpace)}, ${sql.lit(writeLocks[scope])})`.execute(
        db,
      ),
    ),

  // Must come before the first query of the transaction, which fixes its snapshot.
  lockTablesForRead: (db, tables) =>
    orStoreBusy(
      sql`lock table ${sql.join(tables.map((name) => sql.table(name)))} in share mode`.execute(
        db as Kysely<unknown>,
      ),
    ),

  async listColumns(db) {
    const tables = await db.introspection.getTables({ withInternalKyselyTables: true })
    return tables.flatMap(({ name: table, columns }) =>
      columns.map(({ name, dataType }) => ({ table, name, type: dataType.toLowerCase() })),
    )
  },

  async lastIdOf(db, table) {
    const sequence = await sequenceOf(db, table)
    const { rows } = await sql<{ last: number }>`
      select last_value - case when is_called then 0 else 1 end as last from ${sql.raw(sequence)}`.execute(
      db as Kysely<unknown>,
    )
    return rows[0]?.last ?? 0
  },

  async setLastId(db, table, id) {
    const sequence = await sequenceOf(db, table)
    await sql`select setval(${sequence}::regclass, ${sql.lit(Math.max(id, 1))}, ${sql.lit(id > 0)})`.execute(
      db,
    )
  },

  async insertAll(db, table, rows) {
    const [first] = rows
    if (first !== undefined) await copyInto(db, table, Object.keys(first), rows)
  },

  // PostgreSQL recycles its log.
  async truncateLog() {},

  async afterBulkLoad(db) {
    await sql`select gin_clean_pending_list(oid) from pg_class
      where relname = 'search_vectors_words' and relnamespace = current_schema()::regnamespace
        and pg_has_role(relowner, 'usage')`.execute(db)
    const own = await sql<{ name: string }>`select tablename as name from pg_tables
      where schemaname = current_schema() and tableowner = current_user`.execute(db)
    const tables = own.rows.map(({ name }) => sql.table(name))
    if (tables.length > 0) await sql`analyze (skip_locked) ${sql.join(tables)}`.execute(db)
  },

  isQueryError: (error) => error instanceof PostgresFailure || error instanceof StoreBusy,

  isUnavailable: (error) =>
    error instanceof StoreBusy ||
    (error instanceof PostgresFailure &&
      (error.connectionLost || unavailableCodes.test(error.code ?? ''))),
}

// SQLSTATE classes: transaction rollback, insufficient resources, object in use, operator intervention, system error.
const unavailableCodes = /^(40|53|55|57|58)/

// Timeout of a lock, or of a statement that waits for a lock.
const lockTimeouts: ReadonlySet<string> = new Set(['55P03', '57014'])

async function orStoreBusy(work: Promise<unknown>): Promise<void> {
  try {
    await work
  } catch (error) {
    if (!(error instanceof PostgresFailure) || !lockTimeouts.has(error.code ?? '')) throw error
    throw new StoreBusy('another process is writing to the database; try again later', {
      cause: error,
    })
  }
}

/** The sequence of a table's ids, as a quoted identifier. */
async function sequenceOf(db: Pick<Kysely<Tables>, 'getExecutor'>, table: string): Promise<string> {
  const { rows } = await sql<{ name: string }>`
    select pg_get_serial_sequence(${table}, 'id') as name`.execute(db as Kysely<unknown>)
  return rows[0]?.name ?? ''
}
