import { type Kysely, sql } from 'kysely'
import { isPostgres } from './create-table.ts'
import { indexLists } from './filter-indexes.ts'

/** Indexes of a list by one combination of its filters, of which there was one for each. */
const ofCombinations = /^\w+_listed$|^votes_(municipality|decided_by)_id_\w+_first$/

/** Replaces the indexes of databases from before `0001-record` had those of today. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const name of await indexNames(db))
    if (ofCombinations.test(name)) await db.schema.dropIndex(name).execute()
  await indexLists(db)
}

async function indexNames(db: Kysely<unknown>): Promise<string[]> {
  const names = isPostgres(db)
    ? sql<{
        name: string
      }>`select indexname as name from pg_indexes where schemaname = current_schema()`
    : sql<{ name: string }>`select name from sqlite_schema where type = 'index'`
  const { rows } = await names.execute(db)
  return rows.map(({ name }) => name)
}
