import { asSqliteFailure } from './dialect/sqlite-failure.ts'
import { SqliteFile } from './dialect/sqlite-file.ts'
import { StoreFailure, WriteFailed } from './store-error.ts'

export interface TableColumn {
  name: string
  type: 'TEXT' | 'INTEGER' | 'REAL'
  /** The table whose key it holds. */
  references?: string | undefined
}

interface TableOptions {
  columns: readonly TableColumn[]
  /** The column that identifies a row. */
  key?: string | undefined
  /** Columns that a full-text search of the table covers. */
  searched: readonly string[]
}

type Value = string | number | null

interface NewTable {
  insert(rows: readonly (readonly Value[])[]): void
  /** Adds what needs all rows. */
  finish(): void
}

/** A new SQLite file of plain tables, which other programs read. Throws `WriteFailed` if the disk is full. */
export class TableFile {
  readonly #path: string
  readonly #file: SqliteFile

  constructor(path: string) {
    this.#path = path
    this.#file = new SqliteFile(path)
    // The file is of no use before it is complete.
    this.#run('pragma journal_mode = off; pragma synchronous = off')
    this.#run('pragma foreign_keys = off; begin')
  }

  addTable(name: string, { columns, key, searched }: TableOptions): NewTable {
    const table = quoted(name)
    const declared = columns.map(({ name: column, type, references }) =>
      [
        quoted(column),
        type,
        ...(column === key ? ['primary key'] : []),
        ...(references === undefined ? [] : [`references ${quoted(references)} (slug)`]),
      ].join(' '),
    )
    this.#run(`create table ${table} (\n  ${declared.join(',\n  ')}\n)`)
    const markers = columns.map(() => '?').join(', ')
    const statement = this.#file.prepare(`insert into ${table} values (${markers})`)
    const referring = columns.filter(({ references }) => references !== undefined)
    return {
      insert: (rows) =>
        this.#write(() => {
          for (const row of rows) statement.run(...row)
        }),
      finish: () => {
        for (const { name: column } of referring) {
          const index = quoted(`${name}_${column}`)
          this.#run(`create index ${index} on ${table} (${quoted(column)})`)
        }
        if (searched.length > 0) this.#addSearch(name, searched)
      },
    }
  }

  addView(name: string, select: string): void {
    this.#run(`create view ${quoted(name)} as ${select}`)
  }

  /** Writes the rest to the disk. */
  commit(): void {
    this.#run('commit')
  }

  close(): void {
    this.#file.close()
  }

  /** As Datasette finds it. */
  #addSearch(name: string, columns: readonly string[]): void {
    const search = quoted(`${name}_fts`)
    const options = [
      ...columns.map(quoted),
      `content=${quoted(name)}`,
      `tokenize='unicode61 remove_diacritics 2'`,
    ]
    this.#run(`create virtual table ${search} using fts5 (${options.join(', ')})`)
    this.#run(`insert into ${search} (${search}) values ('rebuild')`)
  }

  #run(statements: string): void {
    this.#write(() => this.#file.exec(statements))
  }

  #write(work: () => void): void {
    try {
      work()
    } catch (cause) {
      const error = asSqliteFailure(cause, this.#path)
      const failed = error instanceof StoreFailure ? error.failedWrite : undefined
      throw failed === undefined ? error : new WriteFailed(failed, { cause })
    }
  }
}

const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`
