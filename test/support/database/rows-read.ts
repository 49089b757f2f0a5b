import { expect } from 'vitest'
import type { Service, Statement } from '../service/service.ts'
import {
  assumeAMillionRows,
  explainOnPostgres,
  genericPlan,
  type Node,
  nodesOf,
} from './plan-engines.ts'
import { openBothFiles } from './sqlite-database.ts'

/** How many rows a statement reads, also those that it drops. */
export function rowsRead(service: Service, statement: Statement): Promise<number> {
  return service.writing.dialect.name === 'sqlite'
    ? Promise.resolve(readBySqlite(service.databaseUrl, statement))
    : readByPostgres(service, statement)
}

/** Counts the calls of a function that each row of a table must pass first, with which the plan stays the same. */
function readBySqlite(databaseUrl: string, { text, values }: Statement): number {
  const db = openBothFiles(databaseUrl, { readOnly: true })
  try {
    let count = 0
    db.function('pass', { deterministic: true }, (_) => {
      count += 1
      return 1
    })
    const isTable = db.prepare("select 1 from sqlite_schema where type = 'table' and name = ?")
    const counted = text.replace(
      /\b(from|join) "(\w+)"(?: as "(\w+)")?( where )?/g,
      (all, word: string, table: string, alias = table, where?: string) => {
        if (isTable.get(table) === undefined) return all
        const passes = `pass("${alias}".rowid)`
        return where === undefined
          ? `${word} (select * from "${table}" as "${alias}" where ${passes}) as "${alias}"`
          : `${word} "${table}" as "${alias}" where ${passes} and `
      },
    )
    const planOf = (sql: string) =>
      db
        .rows<{ detail: string }>(`explain query plan ${sql}`, ...(values as []))
        .map(({ detail }) => detail.replace(/ SUBQUERY \d+$/, ''))
    expect(planOf(counted), text).toEqual(planOf(text))
    db.rows(counted, ...(values as []))
    return count
  } finally {
    db.close()
  }
}

async function readByPostgres({ writing }: Service, statement: Statement): Promise<number> {
  await assumeAMillionRows(writing)
  const options = 'analyze, timing off, '
  const root = await explainOnPostgres(writing, { ...statement, settings: [genericPlan], options })
  return [...nodesOf(root)]
    .filter((node) => node['Relation Name'] !== undefined)
    .map((node) => rowsOf(node) * (node['Actual Loops'] ?? 1))
    .reduce((sum, rows) => sum + rows, 0)
}

function rowsOf(node: Node): number {
  return (node['Actual Rows'] ?? 0) + (node['Rows Removed by Filter'] ?? 0)
}
