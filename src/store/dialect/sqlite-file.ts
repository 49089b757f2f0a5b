import { existsSync, readlinkSync, realpathSync } from 'node:fs'
import { basename, dirname, join, parse, resolve } from 'node:path'
import { backup, DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite'
import { pathToFileURL } from 'node:url'

type Row = Record<string, unknown>
type Value = SQLInputValue

/** A connection to one file. Integers beyond 2^53 are errors, so that no digit is lost. */
export class SqliteFile extends DatabaseSync {
  rows<R = Row>(text: string, ...values: Value[]): R[] {
    return this.prepare(text).all(...values) as R[]
  }

  /** The first column of all rows. */
  column<T = string>(text: string, ...values: Value[]): T[] {
    return [...this.arrays(text, ...values)].map(([first]) => first as T)
  }

  /** Rows as arrays, one at a time. */
  arrays(text: string, ...values: Value[]): Iterable<Value[]> {
    const statement = this.prepare(text)
    statement.setReturnArrays(true)
    return statement.iterate(...values) as Iterable<never>
  }

  /** Copies all pages of `main` or of an attached file to another file; `onStep` may throw to end it. */
  async copyTo(
    file: string,
    pagesPerStep: number,
    onStep: () => void,
    schema = 'main',
  ): Promise<void> {
    await backup(this, file, { source: schema, rate: pagesPerStep, progress: onStep })
  }
}

/** A statement with the members that Kysely calls. */
export class PreparedStatement {
  readonly reader: boolean
  protected readonly statement: StatementSync
  protected readonly columns: readonly string[]

  constructor(statement: StatementSync) {
    this.statement = statement
    this.columns = statement.columns().map(({ name }) => name)
    this.reader = this.columns.length > 0
  }

  all(parameters: readonly Value[]): Row[] {
    return this.statement.all(...parameters)
  }

  run(parameters: readonly Value[]) {
    return this.statement.run(...parameters)
  }
}

/**
 * Reads rows as arrays, because building objects here is faster than in Node. Only for a schema that does not change
 * while the handle is open.
 */
export class ArrayStatement extends PreparedStatement {
  readonly #empty: Row

  constructor(statement: StatementSync) {
    super(statement)
    statement.setReturnArrays(true)
    this.#empty = Object.fromEntries(this.columns.map((column) => [column, null]))
  }

  override all(parameters: readonly Value[]): Row[] {
    const rows = this.statement.all(...parameters) as unknown as unknown[][]
    return rows.map((row) => {
      // A copy has its shape at once, which would change with each column.
      const named = { ...this.#empty }
      for (const [i, column] of this.columns.entries()) named[column] = row[i]
      return named
    })
  }
}

/** `reeve-accounts.db` beside `reeve.db`: accounts, keys, sessions, usage and secrets. */
export function accountsPathOf(path: string): string {
  return pathBeside(realPathOf(path), 'accounts')
}

/** `reeve-<suffix>.db` beside `reeve.db`. */
export function pathBeside(path: string, suffix: string): string {
  const { dir, name, ext } = parse(path)
  return join(dir, `${name}-${suffix}${ext}`)
}

/** Whether a file is a database of Reeve with this municipality; undefined if it cannot be read. */
export function hasMunicipality(path: string, slug: string): boolean | undefined {
  const url = pathToFileURL(path)
  // Opening a file otherwise can create a write-ahead log beside it.
  if (!existsSync(`${path}-wal`)) url.searchParams.set('immutable', '1')
  try {
    const file = new SqliteFile(url, { readOnly: true })
    try {
      return file.column('select 1 from municipalities where slug = ?', slug).length > 0
    } finally {
      file.close()
    }
  } catch (error) {
    const { errcode, message } = error as Error & { errcode?: number }
    const isOther = errcode === notADatabase || message.startsWith('no such table')
    return isOther ? false : undefined
  }
}

/** SQLITE_NOTADB. */
const notADatabase = 26

/**
 * The real path of a database, the same through every link, even if the file does not exist yet. Other path errors are
 * reported on opening.
 */
export function realPathOf(path: string): string {
  try {
    return realpathSync(path)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') return path
    const folder = realPathOf(dirname(path))
    const target = linkTarget(path)
    return target === undefined ? join(folder, basename(path)) : realPathOf(resolve(folder, target))
  }
}

function linkTarget(path: string): string | undefined {
  try {
    return readlinkSync(path)
  } catch {
    return undefined
  }
}
