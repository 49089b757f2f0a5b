import { batches, batchesBySize } from '../../core/batches.ts'
import type { SearchEntry } from '../../store/dialect/dialect.ts'
import type { SearchKind } from '../../store/tables.ts'
import type { Changes } from './changes.ts'
import type { Ids } from './ids.ts'
import type { LoadScope } from './scope.ts'
import { type SearchDocument, searchDocumentsOf, sizesOf } from './search-documents.ts'

// Limit for the texts in memory, in bytes.
const textsSize = 4_000_000

/** Removes rows from the search index. */
export async function removeFromSearch(
  kind: SearchKind,
  rowIds: readonly number[],
  { db, dialect, target }: LoadScope,
): Promise<void> {
  for (const ids of batches(rowIds)) {
    const entries = await db
      .selectFrom('search_entries')
      .select('id')
      .where('kind', '=', kind)
      .where('entry_id', 'in', ids)
      .execute()
    if (entries.length === 0) continue
    await dialect.removeFromSearchIndex(db, target.id, entries)
    const found = entries.map((entry) => entry.id)
    await db.deleteFrom('search_entries').where('id', 'in', found).execute()
  }
}

type Indexing = LoadScope & { ids: Ids }

/** Reindexes every row that this import wrote or removed. */
export async function indexChanges(
  { changedRows, visibilityChangedMeetings: meetings }: Changes,
  scope: LoadScope,
  ids: Ids,
): Promise<void> {
  const indexing = { ...scope, ids }
  // Items of removed or restored meetings are not in changedRows.
  const items = await withRowsOf(
    'agenda_items',
    changedRows.agenda_item,
    { meeting_id: meetings },
    scope,
  )
  // A motion is indexed with the title of its agenda item and the date of its meeting.
  const above = { agenda_item_id: items, meeting_id: meetings }
  const motions = await withRowsOf('motions', changedRows.motion, above, scope)
  for (const rows of batches(changedRows.bylaw)) await replaceSections('bylaw_id', rows, indexing)
  for (const rows of batches(changedRows.matter)) {
    await replaceTexts('matter', rows, indexing)
    await replaceSections('matter_id', rows, indexing)
  }
  for (const rows of batches(changedRows.meeting)) {
    await replaceStatements(rows, indexing)
    await replaceSections('meeting_id', rows, indexing)
  }
  for (const rows of batches(items)) {
    await replaceTexts('agenda_item', rows, indexing)
    await replaceSections('agenda_item_id', rows, indexing)
  }
  for (const rows of batches(motions)) await replaceTexts('motion', rows, indexing)
}

/** The ids, and those of the rows that refer to other changed rows. */
async function withRowsOf(
  table: 'agenda_items' | 'motions',
  ids: ReadonlySet<number>,
  above: Partial<Record<'agenda_item_id' | 'meeting_id', ReadonlySet<number>>>,
  { db }: LoadScope,
): Promise<Set<number>> {
  const all = new Set(ids)
  for (const [column, owners] of Object.entries(above)) {
    for (const some of batches(owners)) {
      const rows = await db
        .selectFrom(table)
        .select('id')
        .where(column as 'meeting_id', 'in', some)
        .execute()
      for (const { id } of rows) all.add(id)
    }
  }
  return all
}

/** Replaces the search documents of rows, in batches that limit memory. */
async function replaceTexts(
  kind: SearchKind,
  rowIds: readonly number[],
  indexing: Indexing,
): Promise<void> {
  for (const ids of batches(rowIds)) {
    const sizes = await sizesOf(kind, ids, indexing)
    for (const batch of batchesBySize(ids, (id) => sizes.get(id) ?? 0, { size: textsSize }))
      await replaceDocuments(kind, batch, await searchDocumentsOf[kind](batch, indexing), indexing)
  }
}

async function replaceDocuments(
  kind: SearchKind,
  rowIds: readonly number[],
  documents: readonly SearchDocument[],
  indexing: Indexing,
): Promise<void> {
  const { db, dialect, target, ids } = indexing
  await removeFromSearch(kind, rowIds, indexing)
  const rows = documents.map((document) => ({
    id: ids.next('search_entries'),
    municipality_id: target.id,
    ...document,
  }))
  await dialect.insertAll(db, 'search_entries', rows)
  const texts: SearchEntry[] = rows.map(({ id, title, body }) => ({ id, kind, title, body }))
  await dialect.addToSearchIndex(db, target.id, texts)
}

async function replaceStatements(meetings: readonly number[], indexing: Indexing): Promise<void> {
  const statements = indexing.db.selectFrom('key_statements').select('id').orderBy('id')
  const rows = await statements.where('meeting_id', 'in', meetings).execute()
  await replaceTexts('key_statement', idsOf(rows), indexing)
}

async function replaceSections(
  owner: 'meeting_id' | 'agenda_item_id' | 'matter_id' | 'bylaw_id',
  owners: readonly number[],
  indexing: Indexing,
): Promise<void> {
  const rows = await indexing.db
    .selectFrom('document_sections')
    .innerJoin('documents', 'documents.id', 'document_sections.document_id')
    .select('document_sections.id')
    .where(`documents.${owner}`, 'in', owners)
    .orderBy('document_sections.id')
    .execute()
  await replaceTexts('document_section', idsOf(rows), indexing)
}

const idsOf = (rows: readonly { id: number }[]) => rows.map(({ id }) => id)
