import type { SearchKind } from '../../store/tables.ts'
import type { RecordKind } from '../records.ts'
import type { LoadContext } from './context.ts'
import { tableOf } from './kind-tables.ts'
import { dropSearchEntries } from './search-entries.ts'
import type { StagingDatabase } from './stage.ts'
import { type KindWriter, touchParents } from './upsert.ts'

const searchKinds: Partial<Record<RecordKind, SearchKind>> = {
  matter: 'matter',
  agenda_item: 'agenda_item',
  motion: 'motion',
}

/** Makes tombstones of the rows of one kind that a complete source no longer has; returns how many. */
export async function prune(writer: KindWriter<RecordKind>, context: LoadContext): Promise<number> {
  const rows = await findGone(writer, context)
  for (const row of rows) {
    touchParents(writer, row, context)
    context.touched[writer.kind].delete(row.id)
  }
  const ids = rows.map((row) => row.id)
  await dropTexts(writer.kind, ids, context)
  for (const id of ids) {
    await context.db
      .updateTable(tableOf[writer.kind] as 'people')
      .set({ removed_at: context.now, updated_at: context.now })
      .where('id', '=', id)
      .execute()
  }
  return ids.length
}

async function findGone(writer: KindWriter<RecordKind>, context: LoadContext) {
  const db = context.db as unknown as StagingDatabase
  const parents = writer.partOf.map(({ column }) => column)
  return db
    .selectFrom(`${tableOf[writer.kind]} as gone` as 'people as gone')
    .select(['id', ...(parents as never[])])
    .where('municipality_id', '=', context.target.id)
    .where('source', '=', context.source)
    .where('removed_at', 'is', null)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('staging')
            .select('staging.key')
            .where('staging.kind', '=', writer.kind)
            .whereRef('staging.key', '=', 'gone.key'),
        ),
      ),
    )
    .execute()
}

async function dropTexts(
  kind: RecordKind,
  ids: readonly number[],
  context: LoadContext,
): Promise<void> {
  const searchKind = searchKinds[kind]
  if (searchKind !== undefined) await dropSearchEntries(searchKind, ids, context)
  if (kind !== 'meeting' && kind !== 'matter' && kind !== 'agenda_item') return
  for (const id of ids) {
    const sections = await context.db
      .selectFrom('document_sections')
      .innerJoin('documents', 'documents.id', 'document_sections.document_id')
      .select('document_sections.id')
      .where(`documents.${kind}_id`, '=', id)
      .execute()
    await dropSearchEntries(
      'document_section',
      sections.map((row) => row.id),
      context,
    )
    if (kind !== 'meeting') continue
    const statements = await context.db
      .selectFrom('key_statements')
      .select('id')
      .where('meeting_id', '=', id)
      .execute()
    await dropSearchEntries(
      'key_statement',
      statements.map((row) => row.id),
      context,
    )
  }
}
