import { execFileSync } from 'node:child_process'
import { resolve } from 'node:path'
import pg from 'pg'
import type { SqliteFile } from '../../../src/store/dialect/sqlite-file.ts'
import { openBothFiles } from './sqlite-database.ts'

export type Row = Record<string, unknown>

/** Rows that a check found, as problems. */
export const describeRows = (what: string, rows: readonly Row[]) =>
  rows.map((row) => `${what}: ${JSON.stringify(row)}`)

/** A separate connection of a test. */
export interface Inspector {
  readonly engine: 'sqlite' | 'postgres'
  /** The rows of one statement; `?` stands for each value. */
  rows<R = Row>(text: string, ...values: unknown[]): Promise<R[]>
  /** Runs statements without a result. */
  run(statements: string): Promise<void>
}

/** Runs `work` on a separate connection. */
export async function inspect<T>(
  databaseUrl: string,
  work: (db: Inspector) => Promise<T>,
): Promise<T> {
  return databaseUrl.startsWith('sqlite:')
    ? inspectSqlite(databaseUrl, work)
    : inspectPostgres(databaseUrl, work)
}

async function inspectSqlite<T>(url: string, work: (db: Inspector) => Promise<T>): Promise<T> {
  const db = openBothFiles(url)
  try {
    return await work({
      engine: 'sqlite',
      rows: async <R>(text: string, ...values: unknown[]) => exactRows(db, text, values) as R[],
      run: async (statements) => void db.exec(statements),
    })
  } finally {
    db.close()
  }
}

/** Rows with integers beyond those of a number, such as the row ids of the search index, as text. */
function exactRows(db: SqliteFile, text: string, values: readonly unknown[] = []): Row[] {
  const statement = db.prepare(text)
  statement.setReadBigInts(true)
  const exact = (value: unknown) => {
    if (typeof value !== 'bigint') return value
    return Number.isSafeInteger(Number(value)) ? Number(value) : String(value)
  }
  return statement
    .all(...(values as []))
    .map((row) => Object.fromEntries(Object.entries(row).map(([k, value]) => [k, exact(value)])))
}

async function inspectPostgres<T>(url: string, work: (db: Inspector) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return await work({
      engine: 'postgres',
      rows: async <R>(text: string, ...values: unknown[]) => {
        let count = 0
        const numbered = text.replace(/\?/g, () => `$${++count}`)
        return (await client.query(numbered, values)).rows as R[]
      },
      run: async (statements) => void (await client.query(statements)),
    })
  } finally {
    await client.end()
  }
}

/** The rows of one statement, on a separate connection. */
export function rowsOf<R = Row>(databaseUrl: string, text: string, ...values: unknown[]) {
  return inspect(databaseUrl, (db) => db.rows<R>(text, ...values))
}

/** Runs statements on a separate connection. */
export function runOn(databaseUrl: string, statements: string): Promise<void> {
  return inspect(databaseUrl, (db) => db.run(statements))
}

const program = `
  import pg from 'pg'
  const client = new pg.Client({ connectionString: process.env.URL })
  await client.connect()
  process.stdout.write(JSON.stringify((await client.query(process.env.TEXT)).rows))
  await client.end()`

/** Synchronous: nothing else in this process runs meanwhile. */
export function rowsNow(databaseUrl: string, text: string): Row[] {
  if (databaseUrl.startsWith('sqlite:')) {
    const db = openBothFiles(databaseUrl)
    try {
      return exactRows(db, text)
    } finally {
      db.close()
    }
  }
  const root = resolve(import.meta.dirname, '../../..')
  const env = { PATH: process.env.PATH, URL: databaseUrl, TEXT: text }
  const said = execFileSync(process.execPath, ['--input-type=module', '-e', program], {
    cwd: root,
    env,
  })
  return JSON.parse(said.toString())
}
