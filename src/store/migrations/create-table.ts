import {
  type ColumnBuilderCallback,
  type ColumnDataType,
  type CreateTableBuilder,
  type Expression,
  type Kysely,
  PostgresAdapter,
  sql,
} from 'kysely'

/** A type with its constraints. */
interface Column {
  type: ColumnDataType | Expression<unknown>
  build?: ColumnBuilderCallback
}
type Columns = Record<string, Column>

export const id: Column = { type: 'integer', build: (c) => c.primaryKey().autoIncrement() }
export const textId: Column = { type: 'text', build: (c) => c.primaryKey() }
/** A primary key of SQLite accepts null otherwise. */
export const keyText: Column = { type: 'text', build: (c) => c.notNull().primaryKey() }

export const text: Column = { type: 'text', build: (c) => c.notNull() }
export const uniqueText: Column = { type: 'text', build: (c) => c.notNull().unique() }
export const maybeText: Column = { type: 'text' }
export const textOr = (value: string): Column => ({
  type: 'text',
  build: (c) => c.notNull().defaultTo(value),
})

export const integer: Column = { type: 'integer', build: (c) => c.notNull() }
export const bigint: Column = { type: 'bigint', build: (c) => c.notNull() }
export const maybeInteger: Column = { type: 'integer' }
export const maybeNumber: Column = { type: 'double precision' }
export const integerOr = (value: number): Column => ({
  type: 'integer',
  build: (c) => c.notNull().defaultTo(value),
})

/** The id of a row of another table while that has it. */
export const linkTo = (table: string): Column => ({
  type: 'integer',
  build: (c) => c.references(`${table}.id`).onDelete('set null'),
})
/** The key of a record in another table, and its id while that table has it. */
export const refersTo = (name: string, table: string): Columns => ({
  [`${name}_key`]: maybeText,
  [`${name}_id`]: linkTo(table),
})
/** Rows of this table are deleted with the row that they refer to. */
export const partOf = (table: string, type: 'integer' | 'text' = 'integer'): Column => ({
  type,
  build: (c) => c.notNull().references(`${table}.id`).onDelete('cascade'),
})
export const maybePartOf = (table: string): Column => ({
  type: 'integer',
  build: (c) => c.references(`${table}.id`).onDelete('cascade'),
})

/** Several columns of one kind. */
export const each = (column: Column, ...names: string[]): Columns =>
  Object.fromEntries(names.map((name) => [name, column]))

interface Options {
  /** A primary key of several columns. */
  key?: { name: string; columns: readonly string[] }
  /** Unique constraints by name. */
  unique?: Readonly<Record<string, readonly string[]>>
  /** What follows the columns, such as storage parameters. */
  end?: Expression<unknown>
}

export async function createTable(
  db: Kysely<unknown>,
  table: string,
  columns: Columns,
  { key, unique = {}, end }: Options = {},
): Promise<void> {
  let created = db.schema.createTable(table) as CreateTableBuilder<string, string>
  for (const [name, { type, build }] of Object.entries(columns))
    created = created.addColumn(name, type as ColumnDataType, build)
  if (key !== undefined) created = created.addPrimaryKeyConstraint(key.name, [...key.columns])
  for (const [name, of] of Object.entries(unique))
    created = created.addUniqueConstraint(name, [...of])
  await (end === undefined ? created : created.modifyEnd(end)).execute()
  for (const name of Object.keys(columns).map((column) => column.replace(/_key$/, '')))
    if (`${name}_key` in columns && `${name}_id` in columns) await indexUnresolved(db, table, name)
}

/** A table of records that a source identifies. */
export async function createImported(
  db: Kysely<unknown>,
  table: string,
  columns: Columns,
): Promise<void> {
  const imported = {
    id,
    municipality_id: partOf('municipalities'),
    ...each(text, 'source', 'key', 'slug', 'content_hash', 'created_at', 'updated_at'),
    ...each(maybeText, 'source_url', 'source_updated_at'),
    ...each(integerOr(0), 'is_incomplete', 'withheld'),
    corrected: textOr('[]'),
  }
  // Two municipalities may hold the same council, for example to test an import, with the same OCD ids.
  const unique: Record<string, string[]> = {
    [`${table}_identity`]: ['municipality_id', 'source', 'key'],
    [`${table}_slug`]: ['municipality_id', 'slug'],
  }
  if ('ocd_id' in columns) unique[`${table}_ocd_id`] = ['municipality_id', 'ocd_id']
  await createTable(db, table, { ...imported, ...columns }, { unique })
}

/** So that the few unresolved references are found without reading the others. */
async function indexUnresolved(db: Kysely<unknown>, table: string, name: string): Promise<void> {
  await db.schema
    .createIndex(`${table}_${name}_unresolved`)
    .on(table)
    .column(`${name}_key`)
    .where(sql.ref(`${name}_id`), 'is', null)
    .where(sql.ref(`${name}_key`), 'is not', null)
    .execute()
}

/** Indexes of one column, or of several, such as `date desc`, which give them their names. */
export async function createIndexes(
  db: Kysely<unknown>,
  table: string,
  ...indexes: (string | readonly string[])[]
): Promise<void> {
  for (const index of indexes) {
    const columns = typeof index === 'string' ? [index] : index
    const name = [table, ...columns.map((column) => column.replace(' desc', ''))].join('_')
    await createIndex(db, table, name, columns)
  }
}

export async function createIndex(
  db: Kysely<unknown>,
  table: string,
  name: string,
  columns: readonly string[],
): Promise<void> {
  await db.schema
    .createIndex(name)
    .on(table)
    .columns([...columns])
    .execute()
}

export const isPostgres = (db: Kysely<unknown>): boolean =>
  db.getExecutor().adapter instanceof PostgresAdapter
