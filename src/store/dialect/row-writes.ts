import { type ColumnDefinitionBuilder, sql } from 'kysely'
import type { Tables } from '../tables.ts'
import type { Expressions, RowWrites, TableUpkeep } from './dialect.ts'

type SharedWrites = Omit<RowWrites, 'insertAll'>

/** The writes that are the same on every engine. `temporarySchema` is the one that has temporary tables. */
export function sharedWrites(
  { rowsParam, analyze }: Pick<Expressions & TableUpkeep, 'rowsParam' | 'analyze'>,
  temporarySchema: 'temp' | 'pg_temp',
): SharedWrites {
  return {
    async updateAll(db, table, rows) {
      const [first] = rows
      if (first === undefined) return
      const names = Object.keys(first).filter((name) => name !== 'id')
      const values = names.map((name) => sql`${sql.id(name)} = new.${sql.id(name)}`)
      await sql`update ${sql.table(table)} as old set ${sql.join(values)}
        from ${rowsParam(table as keyof Tables, rows as never)} as new where old.id = new.id`.execute(
        db,
      )
    },

    async createStaging(db) {
      await db.schema
        .createTable('staging')
        .temporary()
        .addColumn('id', 'integer', (column) => column.primaryKey())
        .addColumn('kind', 'text', notNull)
        .addColumn('key', 'text', notNull)
        .addColumn('location', 'text', notNull)
        .addColumn('size', 'integer', notNull)
        .addColumn('hash', 'text', notNull)
        .addColumn('required_key', 'text')
        .addColumn('other_required_key', 'text')
        .addColumn('served_id', 'integer')
        .addColumn('served_slug', 'text')
        .addColumn('source_updated_at', 'text')
        .addColumn('is_incomplete', 'integer', notNull)
        .addColumn('body', 'text', notNull)
        .execute()
    },

    async indexStaging(db) {
      const create = (name: string, columns: string[]) =>
        db.schema.createIndex(`staging_${name}`).on('staging').columns(columns).execute()
      await create('identity', ['kind', 'key', 'is_incomplete'])
      await create('order', ['kind', 'id', 'key', 'hash', 'is_incomplete', 'size'])
      await analyze(db, 'staging' as keyof Tables)
    },

    async dropStaging(db) {
      await db.schema.dropTable(`${temporarySchema}.staging`).ifExists().execute()
    },
  }
}

const notNull = (column: ColumnDefinitionBuilder) => column.notNull()
