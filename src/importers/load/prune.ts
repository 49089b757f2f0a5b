import type { RecordKind } from '../records.ts'
import { chunks } from './chunks.ts'
import type { LoadContext } from './context.ts'
import { tableOf } from './kind-tables.ts'
import type { StagingDatabase } from './stage.ts'
import { type KindWriter, touchParents } from './upsert.ts'

/** Makes tombstones of the rows of one kind that a complete source no longer has; returns how many. */
export async function prune(writer: KindWriter<RecordKind>, context: LoadContext): Promise<number> {
  const { db, now, written, touched, shifted } = context
  const rows = await findGone(writer, context)
  for (const row of rows) {
    touchParents(writer, row, context)
    touched[writer.kind].delete(row.id)
    written[writer.kind].add(row.id)
    if (writer.kind === 'meeting') shifted.add(row.id)
  }
  for (const ids of chunks(rows.map((row) => row.id))) {
    await db
      .updateTable(tableOf[writer.kind] as 'people')
      .set({ removed_at: now, updated_at: now })
      .where('id', 'in', ids)
      .execute()
  }
  return rows.length
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
