import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { TableColumn } from '../dialect/dialect.ts'
import type { ReadDatabase, WriteStore } from '../open.ts'
import { StoreError } from '../store-error.ts'
import type { Tables } from '../tables.ts'
import { copiedTables } from './copied-tables.ts'

const batchRows = 2000

export type Row = Record<string, unknown>

/** `bigint` is an integer that a JavaScript number holds exactly. */
type ColumnType = 'integer' | 'bigint' | 'double' | 'text'

export interface TableShape {
  name: string
  /** Sorted by name, to be the same on every engine. */
  columns: readonly { name: string; type: ColumnType }[]
  key: readonly string[]
  /** Whether the database assigns the ids. */
  hasIds: boolean
}

/** The copied tables, in copying order. */
export async function tableShapes({
  db,
  dialect,
}: Pick<WriteStore, 'db' | 'dialect'>): Promise<TableShape[]> {
  const found = await dialect.listColumns(db)
  return Object.entries(copiedTables).map(([name, key]) => {
    const columns = found
      .filter(({ table }) => table === name)
      .map((column) => ({ name: column.name, type: typeOf(column) }))
      .sort((a, b) => (a.name < b.name ? -1 : 1))
    const hasIds =
      key[0] === 'id' && columns.some(({ name, type }) => name === 'id' && type === 'integer')
    return { name, columns, key, hasIds }
  })
}

function typeOf({ table, name, type }: TableColumn): ColumnType {
  if (type === 'text') return 'text'
  if (type === 'integer' || type === 'int4') return 'integer'
  if (type === 'bigint' || type === 'int8') return 'bigint'
  if (type === 'double precision' || type === 'float8') return 'double'
  throw new StoreError(`${table}.${name} has the type ${type}, which cannot be copied`)
}

/** Batches of the rows after the key `after`, ordered by key. */
export async function* rowBatches(
  db: ReadDatabase,
  { name, columns, key }: TableShape,
  after?: Row,
): AsyncGenerator<Row[]> {
  const selected = refs(columns.map((column) => column.name))
  for (let last = after; ; ) {
    const from = last === undefined ? sql`` : sql`where (${refs(key)}) > (${valuesOf(key, last)})`
    const { rows } = await run(
      db,
      sql<Row>`select ${selected} from ${sql.table(name)} ${from} order by ${refs(key)} limit ${sql.lit(batchRows)}`,
    )
    if (rows.length > 0) yield rows
    if (rows.length < batchRows) return
    last = rows.at(-1)
  }
}

/** The last key of a table, and its number of rows. */
export async function endOf(
  db: ReadDatabase,
  { name, key }: TableShape,
): Promise<{ last: Row | undefined; rows: number }> {
  const backwards = sql.join(key.map((column) => sql`${sql.ref(column)} desc`))
  const table = sql.table(name)
  const { rows } = await run(
    db,
    sql<Row>`select ${refs(key)} from ${table} order by ${backwards} limit 1`,
  )
  const counted = await run(db, sql<{ rows: number }>`select count(*) as rows from ${table}`)
  return { last: rows[0], rows: counted.rows[0]?.rows ?? 0 }
}

/** Whether the stored bytes equal the value that was read. */
export async function isFaithful(
  db: ReadDatabase,
  { name, key }: TableShape,
  row: Row,
  column: string,
): Promise<boolean> {
  const { rows } = await run(
    db,
    sql`select 1 from ${sql.table(name)}
      where (${refs(key)}) = (${valuesOf(key, row)}) and ${sql.ref(column)} = ${row[column]}`,
  )
  return rows.length === 1
}

function refs(names: readonly string[]): RawBuilder<unknown> {
  return sql.join(names.map((name) => sql.ref(name)))
}

function valuesOf(names: readonly string[], row: Row): RawBuilder<unknown> {
  return sql.join(names.map((name) => row[name]))
}

function run<R>(db: ReadDatabase, statement: RawBuilder<R>) {
  return statement.execute(db as Kysely<Tables>)
}
