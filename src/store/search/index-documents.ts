import type { Kysely } from 'kysely'
import { batches, batchesBySize } from '../../core/batches.ts'
import type { SqlDialect } from '../dialect/dialect.ts'
import type { SearchDocumentRow, SearchKind, Tables } from '../tables.ts'
import { indexedRows } from './bounds.ts'
import type { SearchDocument } from './documents/document.ts'
import { documentsOf, sizesOf } from './documents/documents.ts'
import { searchEngines } from './engines.ts'
import { documentTerms } from './terms.ts'
import { addWords } from './vocabulary.ts'

// Limit for the texts in memory, in bytes.
const textsSize = 1_000_000

export interface Indexing {
  db: Kysely<Tables>
  dialect: SqlDialect
  municipalityId: number
  /** The next free id of `search_documents`. */
  nextId: () => number
}

/**
 * Adds the documents of rows to the search index, in batches that limit memory. Rows have none in it yet. Equal results of
 * one day are found in the order of `rowIds`.
 */
export async function indexRows(
  kind: SearchKind,
  rowIds: readonly number[],
  indexing: Indexing,
): Promise<void> {
  for (const ids of batches(rowIds, indexedRows)) {
    const sizes = await sizesOf(kind, ids, indexing.db)
    const limits = { size: textsSize, length: indexedRows }
    for (const batch of batchesBySize(ids, (id) => sizes.get(id) ?? 0, limits))
      await indexDocuments(inOrderOf(batch, await documentsOf[kind](batch, indexing.db)), indexing)
  }
}

function inOrderOf(ids: readonly number[], documents: readonly SearchDocument[]): SearchDocument[] {
  const positions = new Map(ids.map((id, at) => [id, at]))
  const positionOf = ({ entry_id: id }: SearchDocument) => positions.get(id) ?? 0
  return documents.toSorted((a, b) => positionOf(a) - positionOf(b))
}

async function indexDocuments(
  documents: readonly SearchDocument[],
  { db, dialect, municipalityId, nextId }: Indexing,
): Promise<void> {
  const rows: SearchDocumentRow[] = documents.map((document) => ({
    ...{ id: nextId(), municipality_id: municipalityId },
    ...document,
  }))
  await dialect.insertAll(db, 'search_documents', rows)
  await indexStored(rows, { db, dialect })
}

/** Adds stored documents to the search index, and their words to the vocabulary. */
export async function indexStored(
  rows: readonly SearchDocumentRow[],
  { db, dialect }: Pick<Indexing, 'db' | 'dialect'>,
): Promise<void> {
  if (rows.length === 0) return
  const analysed = rows.map((document) => ({ document, terms: documentTerms(document) }))
  await searchEngines[dialect.name].add(db, analysed)
  await addWords(
    db,
    analysed.map(({ terms }) => terms),
  )
}

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
    await searchEngines[dialect.name].remove(db, rows)
    const found = rows.map(({ id }) => id)
    await db.deleteFrom('search_documents').where('id', 'in', found).execute()
  }
}
