import type { Kysely } from 'kysely'
import { batches, batchesBySize } from '../../core/batches.ts'
import type { SqlDialect } from '../dialect/dialect.ts'
import type { SearchDocumentRow, SearchKind, Tables } from '../tables.ts'
import type { SearchDocument } from './documents/document.ts'
import { documentsOf, sizesOf } from './documents/documents.ts'
import { forEachWord } from './words.ts'

// Limit for the texts in memory, in bytes.
const textsSize = 4_000_000

export interface Indexing {
  db: Kysely<Tables>
  dialect: SqlDialect
  municipalityId: number
  /** The next free id of `search_documents`. */
  nextId: () => number
}

/** Adds the documents of rows to the search index, in batches that limit memory. Rows have none in it yet. */
export async function indexRows(
  kind: SearchKind,
  rowIds: Iterable<number>,
  indexing: Indexing,
): Promise<void> {
  // In the order of ids, so that documents of one day have the same order on both engines.
  for (const ids of batches([...rowIds].sort((a, b) => a - b))) {
    const sizes = await sizesOf(kind, ids, indexing.db)
    for (const batch of batchesBySize(ids, (id) => sizes.get(id) ?? 0, { size: textsSize }))
      await indexDocuments(await documentsOf[kind](batch, indexing.db), indexing)
  }
}

async function indexDocuments(
  documents: readonly SearchDocument[],
  { db, dialect, municipalityId, nextId }: Indexing,
): Promise<void> {
  const rows: SearchDocumentRow[] = documents
    .toSorted((a, b) => a.entry_id - b.entry_id)
    .map((document) => ({ id: nextId(), municipality_id: municipalityId, ...document }))
  await dialect.insertAll(db, 'search_documents', rows)
  await indexStored(rows, { db, dialect })
}

/** Adds stored documents to the search index, and their words to the vocabulary. */
export async function indexStored(
  rows: readonly SearchDocumentRow[],
  { db, dialect }: Pick<Indexing, 'db' | 'dialect'>,
): Promise<void> {
  if (rows.length === 0) return
  await dialect.addToSearchIndex(db, rows)
  const words = new Set<string>()
  for (const { title, body } of rows)
    for (const text of [title, body])
      forEachWord(text, ({ parts }) => {
        for (const part of parts) if (isWord(part)) words.add(part)
      })
  for (const some of batches(words, wordsLength))
    await db
      .insertInto('search_vocabulary')
      .values(some.map((word) => ({ word })))
      .onConflict((conflict) => conflict.doNothing())
      .execute()
}

const wordsLength = 500

const isWord = (part: string): boolean => part.length > 2 && !/\d/.test(part)

/** Removes documents from the search index. */
export async function removeDocuments(
  kind: SearchKind,
  rowIds: Iterable<number>,
  { db, dialect }: Pick<Indexing, 'db' | 'dialect'>,
): Promise<void> {
  for (const ids of batches(rowIds)) {
    const rows = await db
      .selectFrom('search_documents')
      .select(['id', 'municipality_id', 'day'])
      .where('kind', '=', kind)
      .where('entry_id', 'in', ids)
      .execute()
    if (rows.length === 0) continue
    await dialect.removeFromSearchIndex(db, rows)
    const found = rows.map(({ id }) => id)
    await db.deleteFrom('search_documents').where('id', 'in', found).execute()
  }
}
