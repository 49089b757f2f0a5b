import type { Kysely } from 'kysely'
import { sql } from 'kysely'
import { jsonArrayFrom } from 'kysely/helpers/postgres'
import { findDocuments, findsDocuments, inSearchQueue } from '../search/postgres.ts'
import { vectorRow } from '../search/postgres-vector.ts'
import { StoreBusy } from '../store-error.ts'
import type { Tables } from '../tables.ts'
import { assignments } from './assignments.ts'
import type { SqlDialect, WriteScope } from './dialect.ts'
import { copyInto } from './postgres-driver.ts'
import { PostgresFailure } from './postgres-failure.ts'
import { lockSpace, writeLocks } from './postgres-lock.ts'

export const postgresDialect: SqlDialect = {
  name: 'postgres',

  arrayParam: (values) => values,

  inArray: (column, list) => sql`${column} = any(${list})`.$castTo<boolean>() as never,

  rowsParam: (table, rows) =>
    sql`json_populate_recordset(null::${sql.table(table)}, ${JSON.stringify(rows)})`,

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

  async createStaging(db) {
    await sql`create temp table staging (
      id integer primary key, kind text collate "C" not null, key text collate "C" not null,
      location text not null, size integer not null, hash text not null, parent_key text collate "C",
      served_id integer, served_slug text, source_updated_at text collate "C",
      is_incomplete integer not null, is_resumed integer not null, body text not null
    )`.execute(db)
    await sql`create temp table staging_references (
      record_id integer not null, position integer not null, field text not null, target_kind text collate "C" not null,
      target_key text collate "C" not null, is_required integer not null
    )`.execute(db)
  },

  async indexStaging(db) {
    await sql`create index on staging (kind, key)`.execute(db)
    await sql`create index on staging (kind, id)`.execute(db)
    await sql`create index on staging (kind) where parent_key is not null`.execute(db)
    await sql`create index on staging_references (record_id)`.execute(db)
    await sql`analyze staging`.execute(db)
    await sql`analyze staging_references`.execute(db)
  },

  async dropStaging(db) {
    await sql`drop table if exists pg_temp.staging`.execute(db)
    await sql`drop table if exists pg_temp.staging_references`.execute(db)
  },

  async insertAll(db, table, rows) {
    const [first] = rows
    if (first !== undefined) await copyInto(db, table, Object.keys(first), rows)
  },

  async updateAll(db, table, rows) {
    const [first] = rows
    if (first === undefined) return
    // The row type of the table gives each column its type.
    await sql`update ${sql.table(table)} as old set ${assignments(first, (name) => sql`new.${sql.id(name)}`)}
      from json_populate_recordset(null::${sql.table(table)}, ${JSON.stringify(rows)}) as new
      where old.id = new.id`.execute(db)
  },

  async analyze(db, table) {
    await sql`analyze (skip_locked) ${sql.table(table)}`.execute(db)
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

  async resetSearchIndex(db) {
    await sql`delete from search_vectors`.execute(db)
  },

  async addToSearchIndex(db, documents) {
    if (documents.length === 0) return
    const columns = ['id', 'municipality_id', 'bucket', 'recency', 'group_key', 'rank', 'words']
    await copyInto(db, 'search_vectors', columns, vectorRows())

    // Lazily, so that the server indexes rows while the next ones are computed.
    function* vectorRows() {
      for (const document of documents) yield vectorRow(document)
    }
  },

  async removeFromSearchIndex(db, documents) {
    if (documents.length === 0) return
    const ids = documents.map(({ id }) => id)
    await sql`delete from search_vectors where id in (${sql.join(ids)})`.execute(db)
  },

  inSearchQueue,
  findDocuments,
  findsDocuments,

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
