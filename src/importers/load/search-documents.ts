import type { SearchEntry } from '../../store/dialect/dialect.ts'
import { searchTexts } from '../../store/record-kinds.ts'
import type { SearchKind } from '../../store/tables.ts'
import type { LoadScope } from './scope.ts'

const titleLengthMax = 200

/** A row of `search_entries`, but for what is the same in all of them. */
export interface SearchDocument extends Omit<SearchEntry, 'id'> {
  entry_id: number
  slug: string
  meeting_id: number | null
}

type Reading = Pick<LoadScope, 'db'>

/** The search documents of rows of each kind; removed rows have none. */
export const searchDocumentsOf: Record<
  SearchKind,
  (ids: number[], context: Reading) => Promise<SearchDocument[]>
> = {
  matter: matterDocuments,
  agenda_item: itemDocuments,
  motion: motionDocuments,
  key_statement: statementDocuments,
  document_section: sectionDocuments,
}

/** The size of each row's long texts in bytes, without reading them. */
export async function sizesOf(
  kind: SearchKind,
  ids: readonly number[],
  { db }: Reading,
): Promise<Map<number, number>> {
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

async function matterDocuments(ids: number[], { db }: Reading): Promise<SearchDocument[]> {
  const rows = await db
    .selectFrom('matters')
    .select(['id', 'slug', 'identifier', 'title', 'description', 'plain_english_summary'])
    .where('id', 'in', ids)
    .where('removed_at', 'is', null)
    .execute()
  return rows.map((row) =>
    documentOf(
      'matter',
      row,
      row.title,
      paragraphs(row.identifier, row.plain_english_summary, row.description),
    ),
  )
}

async function itemDocuments(ids: number[], { db }: Reading): Promise<SearchDocument[]> {
  const rows = await db
    .selectFrom('agenda_items')
    .innerJoin('meetings', 'meetings.id', 'agenda_items.meeting_id')
    .select(['agenda_items.id', 'agenda_items.slug', 'agenda_items.title', 'description'])
    .select('meeting_id')
    .where('agenda_items.id', 'in', ids)
    .where('agenda_items.removed_at', 'is', null)
    .where('meetings.removed_at', 'is', null)
    .execute()
  return rows.map((row) => documentOf('agenda_item', row, row.title, paragraphs(row.description)))
}

async function motionDocuments(ids: number[], { db }: Reading): Promise<SearchDocument[]> {
  const rows = await db
    .selectFrom('motions')
    .leftJoin('meetings', (join) =>
      join.onRef('meetings.id', '=', 'motions.meeting_id').on('meetings.removed_at', 'is', null),
    )
    .leftJoin('agenda_items', (join) =>
      join
        .onRef('agenda_items.id', '=', 'motions.agenda_item_id')
        .on('agenda_items.removed_at', 'is', null),
    )
    .leftJoin('meetings as item_meetings', (join) =>
      join
        .onRef('item_meetings.id', '=', 'agenda_items.meeting_id')
        .on('item_meetings.removed_at', 'is', null),
    )
    .select(['motions.id', 'motions.slug', 'motions.identifier', 'motions.text'])
    .select(['motions.summary', 'motions.plain_english_summary'])
    .select([
      'meetings.id as meeting_id',
      'agenda_items.title',
      'item_meetings.id as item_meeting_id',
    ])
    .where('motions.id', 'in', ids)
    .where('motions.removed_at', 'is', null)
    .execute()
  return rows.map((row) =>
    documentOf(
      'motion',
      row,
      titleOf(row),
      paragraphs(row.identifier, row.plain_english_summary, row.summary, row.text),
    ),
  )
}

async function statementDocuments(ids: number[], { db }: Reading): Promise<SearchDocument[]> {
  const rows = await db
    .selectFrom('key_statements')
    .innerJoin('meetings', 'meetings.id', 'key_statements.meeting_id')
    .select(['key_statements.id', 'key_statements.slug', 'meeting_id', 'speaker', 'text'])
    .select(['context', 'meetings.title as meeting_title'])
    .where('key_statements.id', 'in', ids)
    .where('meetings.removed_at', 'is', null)
    .orderBy('key_statements.id')
    .execute()
  return rows.map((row) =>
    documentOf(
      'key_statement',
      row,
      row.speaker ?? row.meeting_title,
      paragraphs(row.text, row.context),
    ),
  )
}

async function sectionDocuments(ids: number[], { db }: Reading): Promise<SearchDocument[]> {
  const rows = await db
    .selectFrom('document_sections')
    .innerJoin('documents', 'documents.id', 'document_sections.document_id')
    .leftJoin('bylaws', 'bylaws.id', 'documents.bylaw_id')
    .leftJoin('matters', 'matters.id', 'documents.matter_id')
    .leftJoin('agenda_items', 'agenda_items.id', 'documents.agenda_item_id')
    .leftJoin('meetings', (join) =>
      join.on(({ eb, fn, ref }) =>
        eb(ref('meetings.id'), '=', fn.coalesce('documents.meeting_id', 'agenda_items.meeting_id')),
      ),
    )
    .select([
      'document_sections.id',
      'document_sections.slug',
      'document_sections.title',
      'document_sections.text',
      'documents.title as document_title',
      'meetings.id as meeting_id',
    ])
    .where('document_sections.id', 'in', ids)
    .where('bylaws.removed_at', 'is', null)
    .where('matters.removed_at', 'is', null)
    .where('agenda_items.removed_at', 'is', null)
    .where('meetings.removed_at', 'is', null)
    .orderBy('document_sections.id')
    .execute()
  return rows.map((row) =>
    documentOf('document_section', row, row.title ?? row.document_title, row.text),
  )
}

function documentOf(
  kind: SearchKind,
  { id, slug, meeting_id = null }: { id: number; slug: string; meeting_id?: number | null },
  title: string,
  body: string,
): SearchDocument {
  return { kind, entry_id: id, slug, title, body, meeting_id }
}

function titleOf(row: {
  item_meeting_id: number | null
  title: string | null
  summary: string | null
  text: string | null
  identifier: string | null
  slug: string
}): string {
  if (row.item_meeting_id !== null && row.title !== null) return row.title
  return shorten(row.summary ?? row.text ?? row.identifier ?? row.slug)
}

function paragraphs(...texts: (string | null)[]): string {
  return texts.filter((text) => text !== null).join('\n\n')
}

function shorten(text: string): string {
  if (text.length <= titleLengthMax) return text
  // The cut must not leave an unpaired surrogate.
  const start = text.slice(0, titleLengthMax - 1).replace(/\p{Surrogate}$/u, '')
  return `${start.trimEnd()}…`
}
