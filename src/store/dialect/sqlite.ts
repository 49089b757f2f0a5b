import { setTimeout as pause } from 'node:timers/promises'
import { CompiledQuery, type Kysely, sql } from 'kysely'
import { jsonArrayFrom } from 'kysely/helpers/sqlite'
import { StoreBusy } from '../store-error.ts'
import type { Tables } from '../tables.ts'
import type { SqlDialect, TableColumn, WriteScope } from './dialect.ts'
import { sharedWrites } from './row-writes.ts'
import { accessSchema, hasAccountsFile } from './sqlite-driver.ts'
import { resultCodeOf } from './sqlite-failure.ts'

// With the columns of any table, far below SQLite's limit of 32,766 parameters.
const insertedRows = 64

// Only the file of the record, so that no writer of accounts waits.
const truncation = sql<{ busy: number }>`pragma main.wal_checkpoint(truncate)`
const truncationsMax = 20
const truncationPauseMs = 100

const rowsParam: SqlDialect['rowsParam'] = (_, rows) => {
  const columns = Object.keys(rows[0] ?? {}).map(
    (name) => sql`value ->> ${sql.lit(name)} as ${sql.id(name)}`,
  )
  return sql`(select ${sql.join(columns)} from json_each(${JSON.stringify(rows)}))`
}

// SQLite plans without statistics; the query-plan tests assert its plans.
const analyze = async () => {}

export const sqliteDialect: SqlDialect = {
  name: 'sqlite',
  rowsParam,
  analyze,
  ...sharedWrites({ rowsParam, analyze }, 'temp'),

  arrayParam: (values) => JSON.stringify(values),

  inArray: (column, list) =>
    sql`${column} in (select value from json_each(${list}))`.$castTo<boolean>() as never,

  jsonRows: (subquery) => sql<string>`${jsonArrayFrom(subquery as never)}`,

  async acquireWriteLock(db, scope) {
    if (await hasAccountsFile(db)) await lockFileFor(db, scope)
  },

  async lockTablesForRead(db) {
    if (!(await hasAccountsFile(db))) return
    for (const scope of ['record', 'access'] as const) await lockFileFor(db, scope)
  },

  async listColumns(db) {
    const { rows } = await sql<TableColumn>`select t.name as "table", c.name, lower(c.type) as type
      from pragma_table_list as t join pragma_table_info(t.name, t.schema) as c
      where t.type = 'table' and t.name not like 'sqlite_%' order by t.name, c.cid`.execute(db)
    return rows
  },

  async lastIdOf(db, table) {
    const { rows } = await sql<{ seq: number }>`select seq from sqlite_sequence
      where name = ${table}`.execute(db)
    return rows[0]?.seq ?? 0
  },

  async setLastId(db, table, id) {
    await sql`delete from sqlite_sequence where name = ${table}`.execute(db)
    if (id > 0)
      await sql`insert into sqlite_sequence (name, seq) values (${table}, ${id})`.execute(db)
  },

  // Bound values cost a sixth of the CPU of rows in JSON. Powers of two, so that a table needs few prepared statements.
  async insertAll(db, table, rows) {
    const columns = Object.keys(rows[0] ?? {})
    const into = `insert into "${table}" (${columns.map((name) => `"${name}"`).join()}) values `
    const row = `(${columns.map(() => '?').join()})`
    for (let [at, count] = [0, insertedRows]; at < rows.length; at += count) {
      while (count > rows.length - at) count /= 2
      const values = rows
        .slice(at, at + count)
        .flatMap((one) => columns.map((name) => one[name] ?? null))
      const lines = Array.from({ length: count }, () => row).join()
      await db.executeQuery(CompiledQuery.raw(into + lines, values))
    }
  },

  async afterBulkLoad() {},

  // A reader that began before the last commit needs the log; later readers do not wait or fail.
  async truncateLog(db) {
    for (let attempt = 1; attempt <= truncationsMax; attempt += 1) {
      const { rows } = await truncation.execute(db as Kysely<unknown>)
      if (rows[0]?.busy === 0) return
      await pause(truncationPauseMs)
    }
  },

  isQueryError: (error) => error instanceof StoreBusy || resultCodeOf(error) !== undefined,

  isUnavailable: (error) =>
    error instanceof StoreBusy || unavailable.test(resultCodeOf(error) ?? ''),
}

const unavailable = /^SQLITE_(BUSY|LOCKED|FULL|IOERR|CANTOPEN|READONLY)/

/** Locks one of the two files until the transaction ends, by a statement that deletes nothing. */
async function lockFileFor(
  db: Pick<Kysely<Tables>, 'getExecutor'>,
  scope: WriteScope,
): Promise<void> {
  const ledger = sql.id(scope === 'access' ? accessSchema : 'main', 'kysely_migration')
  await sql`delete from ${ledger} where false`.execute(db)
}
