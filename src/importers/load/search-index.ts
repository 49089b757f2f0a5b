import { batches } from '../../core/batches.ts'
import {
  type Indexing,
  indexedRows,
  indexRows,
  removeDocuments,
} from '../../store/search/index-documents.ts'
import type { SearchKind } from '../../store/tables.ts'
import type { Ids } from './ids.ts'
import type { Changes, LoadScope } from './scope.ts'

/** Reindexes every row that this import wrote or removed, and those whose documents show something of such a row. */
export async function indexChanges(
  { rows: changed, parents, formerItems }: Changes,
  scope: LoadScope,
  ids: Ids,
): Promise<void> {
  const { db, dialect } = scope
  const indexing = { db, dialect, nextId: () => ids.next('search_documents') }
  const meetings = new Set(changed.meeting.keys())
  const items = await itemsOf(changed, formerItems, scope)
  // A motion is indexed with the title of its agenda item and the date and the body of its meeting.
  const above = { agenda_item_id: items, meeting_id: meetings }
  const motions = await withRowsOf(
    'motions',
    [...changed.motion.keys(), ...parents.motion],
    above,
    scope,
  )
  for (const rows of batches(sorted(changed.bylaw.keys()), indexedRows))
    await replaceSections('bylaw_id', rows, indexing)
  // A matter is indexed with the bodies that dealt with it.
  const matters = new Set([...changed.matter.keys(), ...parents.matter])
  for (const some of batches(meetings))
    for (const table of ['agenda_items', 'motions'] as const) {
      const rows = scope.db.selectFrom(table).select('matter_id as id')
      addIds(matters, await rows.where('meeting_id', 'in', some).execute())
    }
  for (const rows of batches(sorted(matters), indexedRows)) {
    await replaceDocuments('matter', rows, indexing)
    await replaceSections('matter_id', rows, indexing)
  }
  for (const rows of batches(sorted(meetings), indexedRows)) await replaceStatements(rows, indexing)
  // Sections of minutes are indexed with the items that they are about.
  for (const rows of batches(sorted(new Set([...meetings, ...parents.meeting])), indexedRows))
    await replaceSections('meeting_id', rows, indexing)
  for (const rows of batches(sorted(items), indexedRows)) {
    await replaceDocuments('agenda_item', rows, indexing)
    await replaceSections('agenda_item_id', rows, indexing)
  }
  for (const rows of batches(sorted(motions), indexedRows))
    await replaceDocuments('motion', rows, indexing)
}

// Engines return rows in different orders, but equal results must have the same.
const sorted = (ids: Iterable<number>): number[] => [...ids].sort((a, b) => a - b)

/** Changed agenda items, those of changed meetings, and those of which other motions or items are or were part. */
async function itemsOf(
  { agenda_item: changed, meeting, motion }: Changes['rows'],
  former: ReadonlySet<number>,
  scope: LoadScope,
): Promise<Set<number>> {
  const items = await withRowsOf(
    'agenda_items',
    [...changed.keys(), ...former],
    { meeting_id: new Set(meeting.keys()) },
    scope,
  )
  for (const some of batches(changed.keys())) {
    const rows = scope.db.selectFrom('agenda_items').select('parent_id as id')
    addIds(items, await rows.where('id', 'in', some).execute())
  }
  for (const some of batches(motion.keys())) {
    const rows = scope.db.selectFrom('motions').select('agenda_item_id as id')
    addIds(items, await rows.where('id', 'in', some).execute())
  }
  return items
}

function addIds(ids: Set<number>, rows: readonly { id: number | null }[]): void {
  for (const { id } of rows) if (id !== null) ids.add(id)
}

/** The ids, and those of the rows that refer to other changed rows. */
async function withRowsOf(
  table: 'agenda_items' | 'motions',
  ids: Iterable<number>,
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

async function replaceDocuments(
  kind: SearchKind,
  rowIds: readonly number[],
  indexing: Indexing,
): Promise<void> {
  await removeDocuments(kind, rowIds, indexing)
  await indexRows(kind, rowIds, indexing)
}

async function replaceStatements(meetings: readonly number[], indexing: Indexing): Promise<void> {
  // By meeting, because the ids of statements depend on the order of the import.
  const statements = indexing.db
    .selectFrom('key_statements')
    .select('id')
    .orderBy('meeting_id')
    .orderBy('id')
  const rows = await statements.where('meeting_id', 'in', meetings).execute()
  await replaceDocuments('key_statement', idsOf(rows), indexing)
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
    .orderBy(`documents.${owner}`)
    .orderBy('document_sections.id')
    .execute()
  await replaceDocuments('document_section', idsOf(rows), indexing)
}

const idsOf = (rows: readonly { id: number }[]) => rows.map(({ id }) => id)
