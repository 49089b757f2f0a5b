import type { IndexedText } from '../../store/dialect/dialect.ts'
import type { SearchKind } from '../../store/tables.ts'
import type { LoadContext } from './context.ts'

const chunkLength = 500
const titleLengthMax = 200

interface Entry extends Omit<IndexedText, 'id'> {
  kind: SearchKind
  entry_id: number
  slug: string
  meeting_id: number | null
}

/** Takes the texts of the named rows out of search. */
export async function dropSearchEntries(
  kind: SearchKind,
  entryIds: readonly number[],
  context: LoadContext,
): Promise<void> {
  for (const ids of chunks(entryIds)) {
    const entries = await context.db
      .selectFrom('search_entries')
      .select(['id', 'title', 'body'])
      .where('kind', '=', kind)
      .where('entry_id', 'in', ids)
      .execute()
    if (entries.length === 0) continue
    await context.dialect.removeFromSearchIndex(context.db, context.target.id, entries)
    const found = entries.map((entry) => entry.id)
    await context.db.deleteFrom('search_entries').where('id', 'in', found).execute()
  }
}

/** Puts the texts of every row that this import touched into search, replacing what stood there. */
export async function indexTouched(context: LoadContext): Promise<void> {
  for (const ids of chunks([...context.touched.matter])) {
    await replaceEntries('matter', ids, await matterEntries(ids, context), context)
    await replaceEntries(
      'document_section',
      [],
      await sectionEntries('matter_id', ids, context),
      context,
    )
  }
  for (const ids of chunks([...context.touched.meeting])) {
    await replaceEntries('key_statement', [], await statementEntries(ids, context), context)
    await replaceEntries(
      'document_section',
      [],
      await sectionEntries('meeting_id', ids, context),
      context,
    )
  }
  for (const ids of chunks([...context.touched.agenda_item])) {
    await replaceEntries('agenda_item', ids, await itemEntries(ids, context), context)
    await replaceEntries(
      'document_section',
      [],
      await sectionEntries('agenda_item_id', ids, context),
      context,
    )
    // A motion is found under the title of its agenda item.
    await replaceEntries('motion', [], await motionEntries('agenda_item_id', ids, context), context)
  }
  for (const ids of chunks([...context.touched.motion])) {
    await replaceEntries('motion', ids, await motionEntries('id', ids, context), context)
  }
}

async function replaceEntries(
  kind: SearchKind,
  touchedIds: readonly number[],
  entries: readonly Entry[],
  context: LoadContext,
): Promise<void> {
  await dropSearchEntries(kind, [...touchedIds, ...entries.map((entry) => entry.entry_id)], context)
  const texts: IndexedText[] = []
  for (const entry of entries) {
    const { id } = await context.db
      .insertInto('search_entries')
      .values({ municipality_id: context.target.id, ...entry })
      .returning('id')
      .executeTakeFirstOrThrow()
    texts.push({ id, title: entry.title, body: entry.body })
  }
  await context.dialect.addToSearchIndex(context.db, context.target.id, texts)
}

async function matterEntries(ids: number[], { db }: LoadContext): Promise<Entry[]> {
  const rows = await db
    .selectFrom('matters')
    .select(['id', 'slug', 'identifier', 'title', 'description', 'plain_english_summary'])
    .where('id', 'in', ids)
    .where('removed_at', 'is', null)
    .execute()
  return rows.map((row) => ({
    kind: 'matter',
    entry_id: row.id,
    slug: row.slug,
    title: row.title,
    body: paragraphs(row.identifier, row.plain_english_summary, row.description),
    meeting_id: null,
  }))
}

async function itemEntries(ids: number[], { db }: LoadContext): Promise<Entry[]> {
  const rows = await db
    .selectFrom('agenda_items')
    .select(['id', 'slug', 'title', 'description', 'meeting_id'])
    .where('id', 'in', ids)
    .where('removed_at', 'is', null)
    .execute()
  return rows.map((row) => ({
    kind: 'agenda_item',
    entry_id: row.id,
    slug: row.slug,
    title: row.title,
    body: paragraphs(row.description),
    meeting_id: row.meeting_id,
  }))
}

async function motionEntries(
  column: 'id' | 'agenda_item_id',
  ids: number[],
  { db }: LoadContext,
): Promise<Entry[]> {
  const rows = await db
    .selectFrom('motions')
    .leftJoin('agenda_items', 'agenda_items.id', 'motions.agenda_item_id')
    .select(['motions.id', 'motions.slug', 'motions.meeting_id', 'agenda_items.title'])
    .select([
      'motions.text',
      'motions.summary',
      'motions.plain_english_summary',
      'motions.identifier',
    ])
    .where(`motions.${column}`, 'in', ids)
    .where('motions.removed_at', 'is', null)
    .execute()
  return rows.map((row) => ({
    kind: 'motion',
    entry_id: row.id,
    slug: row.slug,
    title: row.title ?? shorten(row.summary ?? row.text ?? row.identifier ?? row.slug),
    body: paragraphs(row.identifier, row.plain_english_summary, row.summary, row.text),
    meeting_id: row.meeting_id,
  }))
}

async function statementEntries(ids: number[], { db }: LoadContext): Promise<Entry[]> {
  const rows = await db
    .selectFrom('key_statements')
    .innerJoin('meetings', 'meetings.id', 'key_statements.meeting_id')
    .select([
      'key_statements.id',
      'key_statements.slug',
      'key_statements.meeting_id',
      'speaker',
      'text',
      'context',
    ])
    .select('meetings.title as meeting_title')
    .where('meeting_id', 'in', ids)
    .where('meetings.removed_at', 'is', null)
    .execute()
  return rows.map((row) => ({
    kind: 'key_statement',
    entry_id: row.id,
    slug: row.slug,
    title: row.speaker ?? row.meeting_title,
    body: paragraphs(row.text, row.context),
    meeting_id: row.meeting_id,
  }))
}

async function sectionEntries(
  owner: 'meeting_id' | 'agenda_item_id' | 'matter_id',
  ids: number[],
  { db }: LoadContext,
): Promise<Entry[]> {
  const rows = await db
    .selectFrom('document_sections')
    .innerJoin('documents', 'documents.id', 'document_sections.document_id')
    .leftJoin('agenda_items', 'agenda_items.id', 'documents.agenda_item_id')
    .select(['document_sections.id', 'document_sections.slug', 'document_sections.title', 'text'])
    .select([
      'documents.title as document_title',
      'documents.meeting_id',
      'agenda_items.meeting_id as item_meeting_id',
    ])
    .where(`documents.${owner}`, 'in', ids)
    .execute()
  return rows.map((row) => ({
    kind: 'document_section',
    entry_id: row.id,
    slug: row.slug,
    title: row.title ?? row.document_title,
    body: row.text,
    meeting_id: row.meeting_id ?? row.item_meeting_id,
  }))
}

function paragraphs(...texts: (string | null)[]): string {
  return texts.filter((text) => text !== null).join('\n\n')
}

function shorten(text: string): string {
  return text.length <= titleLengthMax ? text : `${text.slice(0, titleLengthMax - 1).trimEnd()}…`
}

function* chunks(ids: readonly number[]): Generator<number[]> {
  for (let start = 0; start < ids.length; start += chunkLength) {
    yield ids.slice(start, start + chunkLength)
  }
}
