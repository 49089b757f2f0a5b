import { type Kysely, sql } from 'kysely'
import {
  bigint,
  createIndex,
  createTable,
  each,
  id,
  integer,
  isPostgres,
  keyText,
  maybeInteger,
  partOf,
  text,
  textOr,
} from './create-table.ts'

/** The texts that are searched. SQLite's full-text index is created when they are indexed first. */
export async function createSearch(db: Kysely<unknown>): Promise<void> {
  const documents = {
    id,
    municipality_id: partOf('municipalities'),
    entry_id: integer,
    ...each(maybeInteger, 'meeting_id', 'matter_id'),
    day: integer,
    group_key: bigint,
    rank: integer,
    ...each(text, 'kind', 'slug', 'title', 'body'),
    identifiers: textOr(''),
    ...each(text, 'other_words', 'marks'),
  }
  const unique = { search_documents_identity: ['kind', 'entry_id'] }
  await createTable(db, 'search_documents', documents, { unique })
  // Ranking reads these columns of 2,000 documents, whose rows have long texts.
  const ranked = ['id', 'group_key', 'rank']
  await createIndex(db, 'search_documents', 'search_documents_rank', ranked)

  await createTable(db, 'search_state', { version: integer })

  // Without row ids, SQLite needs half the space.
  const compact = isPostgres(db) ? {} : { end: sql`without rowid` }
  await createTable(db, 'search_vocabulary', { word: keyText }, compact)

  if (isPostgres(db)) await createVectors(db)
}

async function createVectors(db: Kysely<unknown>): Promise<void> {
  const vectors = {
    id: partOf('search_documents'),
    ...each(integer, 'municipality_id', 'bucket'),
    recency: bigint,
    words: { ...text, type: sql`tsvector` },
  }
  // Vectors of up to 8 KB are kept in their rows, because ranking reads 2,000 of them.
  await createTable(db, 'search_vectors', vectors, {
    key: { name: 'search_vectors_pkey', columns: ['id'] },
    end: sql`with (toast_tuple_target = 8160)`,
  })
  await createIndex(db, 'search_vectors', 'search_vectors_buckets', ['municipality_id', 'bucket'])
  // Without the pending list, an import takes five times as long. Searches read that list too, so it is short, and
  // every import empties it.
  await sql`create index search_vectors_words on search_vectors using gin (words)
    with (fastupdate = on, gin_pending_list_limit = 256)`.execute(db)
}
