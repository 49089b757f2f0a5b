import type { Kysely } from 'kysely'
import { createIndex, isPostgres } from './create-table.ts'

/** What a search of all municipalities reads: when there are documents, and whose they are. */
export async function up(db: Kysely<unknown>): Promise<void> {
  if (isPostgres(db))
    await createIndex(db, 'search_vectors', 'search_vectors_everywhere', ['bucket'])
  else await createIndex(db, 'search_documents', 'search_documents_days', ['day'])
  await db.schema.dropIndex('search_documents_rank').execute()
  const ranked = ['id', 'group_key', 'rank', 'municipality_id']
  await createIndex(db, 'search_documents', 'search_documents_rank', ranked)
}
