import { chunks } from '../../core/chunks.ts'
import type { FoundText } from '../../store/dialect/dialect.ts'
import type { SearchKind } from '../../store/tables.ts'
import type { LoadContext } from './context.ts'

const titleLengthMax = 200

interface Entry extends Omit<FoundText, 'id'> {
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

/** Makes anew what search holds of every row that this import wrote or took out. */
export async function indexWritten(context: LoadContext): Promise<void> {
  const { written } = context
  const items = new Set([...written.agenda_item, ...(await itemsOfShifted(context))])
  const motions = new Set([...written.motion, ...(await motionsUnder(items, context))])
  for (const ids of chunks(written.matter)) {
    await replaceEntries('matter', ids, await matterEntries(ids, context), context)
    await replaceSections('matter_id', ids, context)
  }
  for (const ids of chunks(written.meeting)) {
    await replaceStatements(ids, context)
    await replaceSections('meeting_id', ids, context)
  }
  for (const ids of chunks(items)) {
    await replaceEntries('agenda_item', ids, await itemEntries(ids, context), context)
    await replaceSections('agenda_item_id', ids, context)
  }
  for (const ids of chunks(motions)) {
    await replaceEntries('motion', ids, await motionEntries(ids, context), context)
  }
}

// The items of a meeting that went are found no more, and found again when it comes back, though they are the same.
async function itemsOfShifted({ db, shifted }: LoadContext): Promise<number[]> {
  const found: number[] = []
  for (const ids of chunks(shifted)) {
    const rows = await db
      .selectFrom('agenda_items')
      .select('id')
      .where('meeting_id', 'in', ids)
      .execute()
    found.push(...rows.map((row) => row.id))
  }
  return found
}

// A motion is found under the title of its agenda item, and with the day of its meeting.
async function motionsUnder(
  items: ReadonlySet<number>,
  { db, shifted }: LoadContext,
): Promise<number[]> {
  const found: number[] = []
  for (const [column, under] of [
    ['agenda_item_id', items],
    ['meeting_id', shifted],
  ] as const) {
    for (const ids of chunks(under)) {
      const rows = await db.selectFrom('motions').select('id').where(column, 'in', ids).execute()
      found.push(...rows.map((row) => row.id))
    }
  }
  return found
}

async function replaceEntries(
  kind: SearchKind,
  entryIds: readonly number[],
  entries: readonly Entry[],
  context: LoadContext,
): Promise<void> {
  await dropSearchEntries(kind, entryIds, context)
  const texts: FoundText[] = []
  for (const entry of entries) {
    const id = context.ids.next('search_entries')
    context.rows.add('search_entries', { id, municipality_id: context.target.id, ...entry })
    texts.push({ id, kind, title: entry.title, body: entry.body })
  }
  await context.rows.write(context)
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
    .innerJoin('meetings', 'meetings.id', 'agenda_items.meeting_id')
    .select(['agenda_items.id', 'agenda_items.slug', 'agenda_items.title', 'description'])
    .select('meeting_id')
    .where('agenda_items.id', 'in', ids)
    .where('agenda_items.removed_at', 'is', null)
    .where('meetings.removed_at', 'is', null)
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

async function motionEntries(ids: number[], { db }: LoadContext): Promise<Entry[]> {
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
    .leftJoin('meetings as sittings', (join) =>
      join
        .onRef('sittings.id', '=', 'agenda_items.meeting_id')
        .on('sittings.removed_at', 'is', null),
    )
    .select(['motions.id', 'motions.slug', 'motions.identifier', 'motions.text'])
    .select(['motions.summary', 'motions.plain_english_summary'])
    .select(['meetings.id as meeting_id', 'agenda_items.title', 'sittings.id as sitting_id'])
    .where('motions.id', 'in', ids)
    .where('motions.removed_at', 'is', null)
    .execute()
  return rows.map((row) => ({
    kind: 'motion',
    entry_id: row.id,
    slug: row.slug,
    title: titleOf(row),
    body: paragraphs(row.identifier, row.plain_english_summary, row.summary, row.text),
    meeting_id: row.meeting_id,
  }))
}

async function replaceStatements(meetingIds: number[], context: LoadContext): Promise<void> {
  const rows = await context.db
    .selectFrom('key_statements')
    .innerJoin('meetings', 'meetings.id', 'key_statements.meeting_id')
    .select(['key_statements.id', 'key_statements.slug', 'meeting_id', 'speaker', 'text'])
    .select(['context', 'meetings.title as meeting_title', 'meetings.removed_at'])
    .where('meeting_id', 'in', meetingIds)
    .execute()
  const entries = rows
    .filter((row) => row.removed_at === null)
    .map((row) => ({
      kind: 'key_statement' as const,
      entry_id: row.id,
      slug: row.slug,
      title: row.speaker ?? row.meeting_title,
      body: paragraphs(row.text, row.context),
      meeting_id: row.meeting_id,
    }))
  const ids = rows.map((row) => row.id)
  await replaceEntries('key_statement', ids, entries, context)
}

async function replaceSections(
  owner: 'meeting_id' | 'agenda_item_id' | 'matter_id',
  ownerIds: number[],
  context: LoadContext,
): Promise<void> {
  const rows = await context.db
    .selectFrom('document_sections')
    .innerJoin('documents', 'documents.id', 'document_sections.document_id')
    .leftJoin('matters', 'matters.id', 'documents.matter_id')
    .leftJoin('agenda_items', 'agenda_items.id', 'documents.agenda_item_id')
    .leftJoin('meetings', (join) =>
      join.on(({ eb, fn, ref }) =>
        eb(ref('meetings.id'), '=', fn.coalesce('documents.meeting_id', 'agenda_items.meeting_id')),
      ),
    )
    .select(({ fn }) => [
      'document_sections.id',
      'document_sections.slug',
      'document_sections.title',
      'document_sections.text',
      'documents.title as document_title',
      'meetings.id as meeting_id',
      fn
        .coalesce('matters.removed_at', 'agenda_items.removed_at', 'meetings.removed_at')
        .as('removed_at'),
    ])
    .where(`documents.${owner}`, 'in', ownerIds)
    .execute()
  const entries = rows
    .filter((row) => row.removed_at === null)
    .map((row) => ({
      kind: 'document_section' as const,
      entry_id: row.id,
      slug: row.slug,
      title: row.title ?? row.document_title,
      body: row.text,
      meeting_id: row.meeting_id,
    }))
  const ids = rows.map((row) => row.id)
  await replaceEntries('document_section', ids, entries, context)
}

function titleOf(row: {
  sitting_id: number | null
  title: string | null
  summary: string | null
  text: string | null
  identifier: string | null
  slug: string
}): string {
  if (row.sitting_id !== null && row.title !== null) return row.title
  return shorten(row.summary ?? row.text ?? row.identifier ?? row.slug)
}

function paragraphs(...texts: (string | null)[]): string {
  return texts.filter((text) => text !== null).join('\n\n')
}

function shorten(text: string): string {
  if (text.length <= titleLengthMax) return text
  // The cut must not leave half of a surrogate pair.
  const start = text.slice(0, titleLengthMax - 1).replace(/\p{Surrogate}$/u, '')
  return `${start.trimEnd()}…`
}
