import { batches } from '../../core/batches.ts'
import { importedTables, recordKinds } from '../../store/record-kinds.ts'
import { recordKindNames } from '../records.ts'
import type { RowIds } from './changes.ts'
import { hasChanges, type LoadReport, type Run, recordRun } from './report.ts'
import type { LoadScope } from './scope.ts'

interface Published {
  dirtyParents: RowIds
  kinds: LoadReport['kinds']
  run: Run
  /** Whether the day up to which the record speaks has moved. */
  asOfMoved: boolean
}

/** Updates `updated_at` and the data version, by which clients and caches notice changes, and records the run. */
export async function publish(
  scope: LoadScope,
  { dirtyParents, kinds, run, asOfMoved }: Published,
): Promise<void> {
  await stampParents(dirtyParents, scope)
  if (hasChanges(kinds) || asOfMoved) await moveDataVersion(scope)
  if (hasChanges(kinds)) await scope.dialect.afterBulkLoad(scope.db)
  await recordRun(scope, run, kinds)
}

/** Clients sync by `updated_at`, so it also changes when a part changed. */
async function stampParents(rows: RowIds, { db, now }: LoadScope): Promise<void> {
  for (const kind of recordKindNames) {
    for (const ids of batches(rows[kind])) {
      await importedTables(db)
        .updateTable(recordKinds[kind].table)
        .set({ updated_at: now })
        .where('id', 'in', ids)
        .where('updated_at', '!=', now)
        .execute()
    }
  }
}

export async function moveDataVersion({
  db,
  target,
  now,
}: Pick<LoadScope, 'db' | 'now'> & { target: { id: number } }): Promise<void> {
  await db
    .updateTable('municipalities')
    .set((eb) => ({ data_version: eb('data_version', '+', 1), updated_at: now }))
    .where('id', '=', target.id)
    .execute()
}
