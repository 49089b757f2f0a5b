import { chunks } from '../../core/chunks.ts'
import { importedTables, recordKinds } from '../../store/record-kinds.ts'
import { pluralOf, type RecordKind } from '../records.ts'
import type { OpenedSource } from '../source.ts'
import type { LoadContext } from './context.ts'
import { LoadRefused } from './load-refused.ts'
import { Problems } from './problems.ts'
import type { StagingDatabase } from './staging-table.ts'
import { type KindWriter, touchParents } from './upsert.ts'

/** Refuses to prune by a source that lacks what its publisher may have: it would take out what was only not read. */
export function refuseGaps(source: OpenedSource, counts: ReadonlyMap<RecordKind, number>): void {
  const problems = new Problems()
  for (const finding of source.leftOut?.() ?? [])
    problems.add({
      ...finding,
      reason: `${finding.reason}; import without --prune, or correct the source`,
    })
  if ([...counts.values()].every((count) => count === 0)) {
    const reason =
      'it holds no records, and pruning by it would take out everything that it once held'
    problems.add({ where: source.name, subject: 'source', reason })
  }
  if (problems.total > 0) throw new LoadRefused(problems)
}

/** Refuses to take out all that there is of a kind: a folder that is missing looks the same as one that is empty. */
export async function refuseEmptyKinds(
  kinds: readonly RecordKind[],
  { db, target, source }: LoadContext,
): Promise<void> {
  const problems = new Problems()
  for (const kind of kinds) {
    const { count } = await importedTables(db)
      .selectFrom(recordKinds[kind].table)
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where('municipality_id', '=', target.id)
      .where('source', '=', source)
      .where('removed_at', 'is', null)
      .executeTakeFirstOrThrow()
    if (Number(count) === 0) continue
    const reason = `the source holds none, and pruning by it would take out all ${count}; import without --prune, or correct the source`
    problems.add({ where: source, subject: pluralOf[kind], reason })
  }
  if (problems.total > 0) throw new LoadRefused(problems)
}

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
    await importedTables(db)
      .updateTable(recordKinds[writer.kind].table)
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
    .selectFrom(`${recordKinds[writer.kind].table} as gone` as 'people as gone')
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
