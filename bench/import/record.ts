import { accessTables } from '../../src/store/access-tables.ts'
import { copiedTables, linkedLater } from '../../src/store/copy/copied-tables.ts'
import { inspect } from '../../test/support/database/inspector.ts'

type Values = readonly unknown[]

/** The rows of one table after an import. */
export interface TableRows {
  table: string
  columns: readonly string[]
  rows: readonly Values[]
}

const others: readonly string[] = accessTables

/** All rows of a record, referenced rows before those that refer to them. */
export function readRecord(databaseUrl: string): Promise<TableRows[]> {
  const tables = Object.keys(copiedTables).filter((table) => !others.includes(table))
  return inspect(databaseUrl, async (db) => {
    const record: TableRows[] = []
    for (const table of tables) {
      const parent = linkedLater[table]
      // Rows that refer to their own table come last.
      const order = parent === undefined ? '1' : `case when ${parent} is null then 0 else 1 end, id`
      const rows = await db.rows(`select * from ${table} order by ${order}`)
      const columns = Object.keys(rows[0] ?? {})
      record.push({ table, columns, rows: rows.map((row) => Object.values(row)) })
    }
    return record
  })
}

export function countRows(record: readonly TableRows[]): number {
  return record.reduce((all, { rows }) => all + rows.length, 0)
}
