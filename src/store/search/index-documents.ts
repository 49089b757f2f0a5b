import type { Kysely } from 'kysely'
import { batches, batchesBySize } from '../../core/batches.ts'
import type { SqlDialect } from '../dialect/dialect.ts'
import { searchTexts } from '../record-kinds.ts'
import type { SearchDocumentRow, SearchKind, Tables } from '../tables.ts'
import { documentsOf, type SearchDocument } from './documents.ts'
import type { IndexedDocument } from './engine.ts'
import { searchEngines } from './engines.ts'
import { addWords } from './suggestions.ts'
import { documentTerms } from './terms.ts'

/** Increase it with every change of what is indexed: the next command then rebuilds the index. */
const searchVersion = 15

/** Rows that are indexed together; with fewer, FTS5 merges more segments. */
export const indexedRows = 2000
// Limit for the texts in memory, in bytes.
const textsSize = 1_000_000
// A document can have millions of characters.
const readAgain = 100

interface Writing {
  db: Kysely<Tables>
  dialect: SqlDialect
}

export interface Indexing extends Writing {
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
  { nextId, ...writing }: Indexing,
): Promise<void> {
  for (const ids of batches(rowIds, indexedRows)) {
    const sizes = await sizesOf(kind, ids, writing.db)
    const limits = { size: textsSize, length: indexedRows }
    for (const batch of batchesBySize(ids, (id) => sizes.get(id) ?? 0, limits)) {
      const documents = inOrderOf(batch, await documentsOf(kind, batch, writing.db))
      const rows: SearchDocumentRow[] = documents.map((row) => ({ id: nextId(), ...row }))
      await writing.dialect.insertAll(writing.db, 'search_documents', rows)
      await indexStored(rows, writing)
    }
  }
}

/** The size of each row's long texts in bytes, without reading them. */
async function sizesOf(kind: SearchKind, ids: readonly number[], db: Kysely<Tables>) {
  // The cast is safe because each of these tables has an id.
  const { table, columns } = searchTexts[kind] as typeof searchTexts.matter
  const rows = await db
    .selectFrom(table)
    .select(({ fn }) => [
      'id',
      ...columns.map((column) => fn<number | null>('octet_length', [column]).as(column)),
    ])
    .where('id', 'in', ids)
    .execute()
  return new Map(
    rows.map((row) => [row.id, columns.reduce((sum, column) => sum + (row[column] ?? 0), 0)]),
  )
}

function inOrderOf(ids: readonly number[], documents: readonly SearchDocument[]): SearchDocument[] {
  const positions = new Map(ids.map((id, at) => [id, at]))
  const positionOf = ({ entry_id: id }: SearchDocument) => positions.get(id) ?? 0
  return documents.toSorted((a, b) => positionOf(a) - positionOf(b))
}

/** Adds stored documents to the search index, and their words to the vocabulary. */
export async function indexStored(
  rows: readonly SearchDocumentRow[],
  { db, dialect }: Writing,
): Promise<void> {
  if (rows.length === 0) return
  const analysed = rows.map((document) => ({ document, terms: documentTerms(document) }))
  await searchEngines[dialect.name].add(db, analysed)
  await addWords(
    db,
    analysed.map(({ terms }) => terms),
  )
}

/**
 * Call it before documents change, and what it returns after: that drops the words which no document still has,
 * whenever as many documents were removed since the index was built as there are, because it reads all of them.
 */
export async function watchWords(db: Kysely<Tables>, lastId: () => number) {
  // Ids are never used again.
  const turnovers = async () => {
    const present = await countDocuments(db)
    return Math.floor((lastId() - present) / Math.max(1, present))
  }
  const before = await turnovers()
  return async () => {
    if ((await turnovers()) > before) await renewWords(db)
  }
}

/** Keeps the words of the present documents alone. */
export async function renewWords(db: Kysely<Tables>): Promise<void> {
  await db.deleteFrom('search_vocabulary').execute()
  for (let last = 0; ; ) {
    const documents = await db
      .selectFrom('search_documents')
      .select(['id', 'title', 'body', 'identifiers', 'other_words'])
      .where('id', '>', last)
      .orderBy('id')
      .limit(readAgain)
      .execute()
    if (documents.length === 0) return
    await addWords(db, documents.map(documentTerms))
    last = documents.at(-1)?.id ?? last
  }
}

async function countDocuments(db: Kysely<Tables>): Promise<number> {
  const { count } = await db
    .selectFrom('search_documents')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** Removes the documents of rows from the search index. */
export async function removeDocuments(
  kind: SearchKind,
  rowIds: Iterable<number>,
  writing: Writing,
): Promise<void> {
  for (const ids of batches(rowIds)) {
    const rows = writing.db
      .selectFrom('search_documents')
      .select(['id', 'municipality_id', 'day'])
      .where('kind', '=', kind)
      .where('entry_id', 'in', ids)
    await removeStored(await rows.execute(), writing)
  }
}

export async function removeStored(
  rows: readonly IndexedDocument[],
  { db, dialect }: Writing,
): Promise<void> {
  if (rows.length === 0) return
  await searchEngines[dialect.name].remove(db, rows)
  const ids = rows.map(({ id }) => id)
  await db.deleteFrom('search_documents').where('id', 'in', ids).execute()
}

/** Whether the index was built by this version. */
export async function isSearchCurrent(db: Pick<Kysely<Tables>, 'selectFrom'>): Promise<boolean> {
  const rows = await db.selectFrom('search_state').select('version').execute()
  return rows.some(({ version }) => version === searchVersion)
}

// Of documents of one day, those that were indexed last come first.
const importOrder: readonly SearchKind[] = [
  'matter',
  'key_statement',
  'document_section',
  'agenda_item',
  'motion',
]

/**
 * Rebuilds the index and returns the number of texts; call it in a transaction, until the end of which searches use the
 * old one.
 */
export async function rebuildSearch(db: Kysely<Tables>, dialect: SqlDialect): Promise<number> {
  await searchEngines[dialect.name].reset(db)
  await db.deleteFrom('search_documents').execute()
  await db.deleteFrom('search_vocabulary').execute()
  let id = 0
  const nextId = () => {
    id += 1
    return id
  }
  for (const kind of importOrder)
    for await (const ids of rowIdsOf(kind, db)) await indexRows(kind, ids, { db, dialect, nextId })
  await dialect.setLastId(db, 'search_documents', id)
  await db.deleteFrom('search_state').execute()
  await db.insertInto('search_state').values({ version: searchVersion }).execute()
  return id
}

/** The ids of the rows of a kind in batches, in order. */
async function* rowIdsOf(kind: SearchKind, db: Kysely<Tables>): AsyncGenerator<number[]> {
  for (let last = 0; ; ) {
    const rows = await db
      .selectFrom(searchTexts[kind].table as 'matters')
      .select('id')
      .where('id', '>', last)
      .orderBy('id')
      .limit(indexedRows)
      .execute()
    if (rows.length === 0) return
    yield rows.map((row) => row.id)
    last = rows.at(-1)?.id ?? last
  }
}

/** A large record takes minutes. */
export async function reportRebuild(db: Kysely<Tables>): Promise<void> {
  const texts = await countDocuments(db)
  if (texts > 0)
    process.stderr.write(`reeve: this version indexes ${texts} texts again for search, once\n`)
}
