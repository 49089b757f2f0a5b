import pg from 'pg'
import { SqliteFile } from '../../src/store/dialect/sqlite-file.ts'
import { migrate, openWriteStore } from '../../src/store/open.ts'
import type { TableRows } from './record.ts'

/**
 * Inserts the rows of a record into the same tables of a new database in one transaction, without validation or a
 * search index. Returns seconds, commit included.
 */
export async function insertRows(
  databaseUrl: string,
  record: readonly TableRows[],
): Promise<number> {
  const store = openWriteStore(databaseUrl)
  await migrate(store)
  await store.close()
  const filled = record.filter(({ rows }) => rows.length > 0)
  return databaseUrl.startsWith('sqlite:')
    ? insertIntoSqlite(databaseUrl.replace(/^sqlite:/, ''), filled)
    : insertIntoPostgres(databaseUrl, filled)
}

function insertIntoSqlite(path: string, record: readonly TableRows[]): number {
  const db = new SqliteFile(path)
  try {
    const started = performance.now()
    db.exec('begin')
    for (const { table, columns, rows } of record) {
      const placeholders = columns.map(() => '?').join(', ')
      const insert = db.prepare(`insert into ${table} (${columns}) values (${placeholders})`)
      for (const row of rows) insert.run(...(row as []))
    }
    db.exec('commit')
    return (performance.now() - started) / 1000
  } finally {
    db.close()
  }
}

// One row at a time would measure round trips.
const rowsAtOnce = 1000

async function insertIntoPostgres(url: string, record: readonly TableRows[]): Promise<number> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    const started = performance.now()
    await client.query('begin')
    for (const { table, columns, rows } of record) {
      const text = `insert into ${table} (${columns})
        select ${columns} from json_populate_recordset(null::${table}, $1)`
      for (let start = 0; start < rows.length; start += rowsAtOnce) {
        const objects = rows
          .slice(start, start + rowsAtOnce)
          .map((row) => Object.fromEntries(row.map((value, index) => [columns[index], value])))
        await client.query({ name: table, text, values: [JSON.stringify(objects)] })
      }
    }
    await client.query('commit')
    return (performance.now() - started) / 1000
  } finally {
    await client.end()
  }
}
