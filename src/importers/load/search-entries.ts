import { chunks, sizedChunks } from '../../core/chunks.ts'
import type { FoundText } from '../../store/dialect/dialect.ts'
import type { SearchKind } from '../../store/tables.ts'
import type { LoadContext } from './context.ts'
import { entriesOf, type SearchEntry, sizesOf } from './found-texts.ts'

// Bytes of the texts that are held at once.
const textsSize = 4_000_000

/** Takes the texts of the named rows out of search. */
export async function dropSearchEntries(
  kind: SearchKind,
  entryIds: readonly number[],
  context: LoadContext,
): Promise<void> {
  for (const ids of chunks(entryIds)) {
    const entries = await context.db
      .selectFrom('search_entries')
      .select('id')
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
    await replaceTexts('matter', ids, context)
    await replaceSections('matter_id', ids, context)
  }
  for (const ids of chunks(written.meeting)) {
    await replaceStatements(ids, context)
    await replaceSections('meeting_id', ids, context)
  }
  for (const ids of chunks(items)) {
    await replaceTexts('agenda_item', ids, context)
    await replaceSections('agenda_item_id', ids, context)
  }
  for (const ids of chunks(motions)) await replaceTexts('motion', ids, context)
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

/** Replaces what search holds of the named rows, few at a time where their texts are long. */
async function replaceTexts(
  kind: SearchKind,
  rowIds: readonly number[],
  context: LoadContext,
): Promise<void> {
  for (const ids of chunks(rowIds)) {
    const sizes = await sizesOf(kind, ids, context)
    const bounds = { size: textsSize }
    for (const portion of sizedChunks(ids, (id) => sizes.get(id) ?? 0, bounds))
      await replaceEntries(kind, portion, await entriesOf[kind](portion, context), context)
  }
}

async function replaceEntries(
  kind: SearchKind,
  entryIds: readonly number[],
  entries: readonly SearchEntry[],
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

async function replaceStatements(meetingIds: number[], context: LoadContext): Promise<void> {
  const rows = await context.db
    .selectFrom('key_statements')
    .select('id')
    .where('meeting_id', 'in', meetingIds)
    .orderBy('id')
    .execute()
  const ids = rows.map((row) => row.id)
  await replaceTexts('key_statement', ids, context)
}

async function replaceSections(
  owner: 'meeting_id' | 'agenda_item_id' | 'matter_id',
  ownerIds: number[],
  context: LoadContext,
): Promise<void> {
  const rows = await context.db
    .selectFrom('document_sections')
    .innerJoin('documents', 'documents.id', 'document_sections.document_id')
    .select('document_sections.id')
    .where(`documents.${owner}`, 'in', ownerIds)
    .orderBy('document_sections.id')
    .execute()
  const ids = rows.map((row) => row.id)
  await replaceTexts('document_section', ids, context)
}
