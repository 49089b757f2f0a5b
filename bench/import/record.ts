import { accessTables } from '../../src/store/access-tables.ts'
import { copiedTables, linkedLater } from '../../src/store/moving/copied-tables.ts'
import { inspect } from '../../test/support/database/inspector.ts'

type Values = readonly unknown[]

/** The rows of one table, as an import left them. */
export interface TableRows {
  table: string
  columns: readonly string[]
  rows: readonly Values[]
}

// Accounts and keys are no part of a record.
const others: readonly string[] = accessTables

/** All rows of a record, in an order in which each can refer to those before it. */
export function readRecord(databaseUrl: string): Promise<TableRows[]> {
  const tables = Object.keys(copiedTables).filter((table) => !others.includes(table))
  return inspect(databaseUrl, async (db) => {
    const record: TableRows[] = []
    for (const table of tables) {
      const parent = linkedLater[table]
      // Those that refer to a row of their own table come after those that do not.
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
