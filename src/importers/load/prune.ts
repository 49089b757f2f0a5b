import { expressionBuilder } from 'kysely'
import { batches } from '../../core/batches.ts'
import { importedTables, recordKinds } from '../../store/record-kinds.ts'
import type { Imported } from '../../store/record-tables.ts'
import { pluralOf, type RecordKind, recordKindNames } from '../records.ts'
import type { OpenedSource } from '../source.ts'
import { type Changes, mergeChanges, noChanges, noteBylaws, noteChange } from './changes.ts'
import { assertNoErrors, DiagnosticList } from './diagnostic-list.ts'
import type { LoadScope } from './scope.ts'
import { type StagingTables, stagingOf } from './staging-table.ts'
import { dropPrunedUnresolved } from './unresolved.ts'

/** Throws `LoadRejected` for a source with gaps, because pruning would remove records that were only not read. */
export function rejectGaps(source: OpenedSource, counts: ReadonlyMap<RecordKind, number>): void {
  const errors = new DiagnosticList()
  for (const diagnostic of source.gaps?.() ?? [])
    errors.add({
      ...diagnostic,
      reason: `${diagnostic.reason}; omit --prune or fix the source`,
    })
  if ([...counts.values()].every((count) => count === 0)) {
    const reason = 'it contains no records, so --prune would remove everything that it once had'
    errors.add({ location: source.name, subject: 'source', reason })
  }
  assertNoErrors(errors)
}

/**
 * Marks records that the source no longer has as removed. Throws `LoadRejected` instead of removing all records of a
 * kind, because a missing folder looks the same as an empty one.
 */
export async function pruneAll(
  scope: LoadScope,
  counts: ReadonlyMap<RecordKind, number>,
): Promise<Changes> {
  await rejectEmptyKinds(
    recordKindNames.filter((kind) => !counts.get(kind)),
    scope,
  )
  await rejectMissingYears(scope)
  const changes: Changes[] = []
  // In reverse, so that parts are removed before their parents.
  for (const kind of recordKindNames.toReversed()) changes.push(await prune(kind, scope))
  await dropPrunedUnresolved(scope)
  return mergeChanges(changes)
}

async function rejectEmptyKinds(
  kinds: readonly RecordKind[],
  { db, target, source }: LoadScope,
): Promise<void> {
  const errors = new DiagnosticList()
  for (const kind of kinds) {
    const { count } = await importedTables(db)
      .selectFrom(recordKinds[kind].table)
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where('municipality_id', '=', target.id)
      .where('source', '=', source)
      .where('removed_at', 'is', null)
      .executeTakeFirstOrThrow()
    if (Number(count) === 0) continue
    const reason = `the source has none, so --prune would remove all ${count}; omit --prune or fix the source`
    errors.add({ location: source, subject: pluralOf[kind], reason })
  }
  assertNoErrors(errors)
}

// Fewer meetings of a year can be removed one by one, or get another date.
const yearMin = 5

/** A source without the meetings of whole years is a slice of a record, such as one year of an archive. */
async function rejectMissingYears(scope: LoadScope): Promise<void> {
  const { db, target, source } = scope
  const rows = await db
    .selectFrom('meetings as row')
    .select(({ fn, eb }) => [
      fn<string>('substr', ['date', eb.lit(1), eb.lit(4)]).as('year'),
      fn.countAll<number>().as('total'),
      fn.sum<number>(eb.case().when(isStaged('meeting', scope)).then(1).else(0).end()).as('staged'),
    ])
    .where('municipality_id', '=', target.id)
    .where('source', '=', source)
    .where('removed_at', 'is', null)
    .where('status', '=', 'completed')
    .groupBy('year')
    .orderBy('year')
    .execute()
  const missing = rows.filter(
    ({ total, staged }) => Number(total) >= yearMin && Number(staged) === 0,
  )
  const errors = new DiagnosticList()
  for (const { year, total } of missing) {
    const reason = `the source has none of ${year}, so --prune would remove all ${total}; omit --prune or import all years together`
    errors.add({ location: source, subject: pluralOf.meeting, reason })
  }
  assertNoErrors(errors)
}

async function prune(kind: RecordKind, scope: LoadScope): Promise<Changes> {
  const { db, now } = scope
  const changes = noChanges()
  const gone = await findGone(kind, scope)
  for (const row of gone)
    noteChange(kind, { id: row.id, old: row, columns: { removed_at: now } }, changes)
  await noteBylaws(kind, gone, changes, scope)
  for (const ids of batches(changes.changedRows[kind])) {
    await importedTables(db)
      .updateTable(recordKinds[kind].table)
      .set({ removed_at: now, updated_at: now })
      .where('id', 'in', ids)
      .execute()
  }
  return changes
}

function findGone(kind: RecordKind, { db, target, source }: LoadScope) {
  const { table, partOf } = recordKinds[kind]
  return stagingOf(db)
    .selectFrom(`${table} as row`)
    .select(['row.id', 'row.removed_at'])
    .select(partOf.map((column) => db.dynamic.ref(`row.${column}`)))
    .where('row.municipality_id', '=', target.id)
    .where('row.source', '=', source)
    .where('row.removed_at', 'is', null)
    .where(({ not }) => not(isStaged(kind, { db })))
    .execute()
}

/** Whether the source has the record of the row `row`. */
function isStaged(kind: RecordKind, { db }: Pick<LoadScope, 'db'>) {
  return expressionBuilder<StagingTables & { row: Imported }, 'row'>().exists(
    stagingOf(db)
      .selectFrom('staging')
      .select('staging.key')
      .where('staging.kind', '=', kind)
      .whereRef('staging.key', '=', 'row.key' as 'staging.key'),
  )
}
