import { batches } from '../../core/batches.ts'
import { pluralOf, type RecordKind } from '../records.ts'
import { sourceErrorsMax, type Warning } from '../source.ts'
import type { DiagnosticList } from './diagnostic-list.ts'
import type { LoadScope } from './scope.ts'
import { InsertBuffer, recordBatches, type StagingDatabase, stagingOf } from './staging-table.ts'

/** The records of a third-party source that were omitted (decision 94). */
export class Omitted {
  readonly counts = new Map<RecordKind, number>()
  /** By kind; `--prune` keeps what is stored of them. */
  readonly keys = new Map<RecordKind, string[]>()

  add({ kind, key }: NonNullable<Warning['omitted']>): void {
    this.counts.set(kind, (this.counts.get(kind) ?? 0) + 1)
    const keys = this.keys.get(kind)
    if (keys === undefined) this.keys.set(kind, [key])
    else keys.push(key)
  }
}

// As for --prune: fewer can be odd one by one.
const kindMin = 50
const omittedShareMax = 0.2

/** Adds an error if so much of a kind is omitted that the source must have changed its format. */
export function rejectLosses(
  omitted: Omitted,
  staged: ReadonlyMap<RecordKind, number>,
  { source, errors }: { source: string; errors: DiagnosticList },
): void {
  for (const [kind, count] of omitted.counts) {
    const total = count + (staged.get(kind) ?? 0)
    if (total < kindMin || count <= total * omittedShareMax) continue
    const reason = `${count} of ${total} cannot be right and would be omitted: the source may have changed its format`
    errors.add({ location: source, subject: pluralOf[kind], reason })
  }
}

/** The staged records whose key an earlier one has, each with that one; at most `sourceErrorsMax`. */
export function listRepeated(db: StagingDatabase) {
  return db
    .selectFrom('staging as again')
    .innerJoin(
      (eb) =>
        eb
          .selectFrom('staging')
          .select(({ fn }) => ['kind', 'key', fn.min('id').as('id')])
          .groupBy(['kind', 'key'])
          .having(({ fn }) => fn.countAll(), '>', 1)
          .as('repeated'),
      (join) =>
        join.onRef('repeated.kind', '=', 'again.kind').onRef('repeated.key', '=', 'again.key'),
    )
    .innerJoin('staging as first', 'first.id', 'repeated.id')
    .select(['again.id', 'again.location', 'again.kind', 'again.key', 'again.is_incomplete'])
    .select([
      'first.id as firstId',
      'first.location as firstLocation',
      'first.is_incomplete as firstIsIncomplete',
    ])
    .whereRef('again.id', '!=', 'repeated.id')
    .orderBy('again.id')
    .limit(sourceErrorsMax)
    .execute()
}

/** Of the records with one key, stages only the first, or the first complete one. */
export async function dropRepeated(
  db: StagingDatabase,
  warn: (warning: Warning) => void,
): Promise<void> {
  let repeated = await listRepeated(db)
  while (repeated.length > 0) {
    const dropped = new Set<number>()
    for (const row of repeated.filter(({ firstId }) => !dropped.has(firstId)))
      dropped.add(droppedOf(row, warn))
    await deleteStaged(dropped, db)
    repeated = await listRepeated(db)
  }
}

/** The id of the record that is dropped of two. */
function droppedOf(
  row: Awaited<ReturnType<typeof listRepeated>>[number],
  warn: (warning: Warning) => void,
): number {
  const { id, firstId, location, firstLocation, kind, key } = row
  const isBetter = row.is_incomplete < row.firstIsIncomplete
  const [dropped, kept] = isBetter ? [firstLocation, location] : [location, firstLocation]
  const reason = `has the key of the record at ${kept.replace(/#$/, '')}; skipped`
  warn({ location: dropped, subject: `${kind} ${key}`, reason })
  return isBetter ? firstId : id
}

/** Omits staged records that require a record which does not exist, such as an item of a meeting that was omitted. */
export async function omitOrphans(scope: LoadScope): Promise<boolean> {
  const db = stagingOf(scope.db)
  const orphans = await db
    .selectFrom('staging_references as r')
    .innerJoin('staging as s', 's.id', 'r.record_id')
    .select(['s.id', 's.kind', 's.key', 's.location', 'r.target_kind', 'r.target_key'])
    .where('r.is_required', '=', 1)
    .orderBy('s.id')
    .execute()
  if (orphans.length === 0) return false
  const ids = new Set<number>()
  for (const { id, kind, key, location, target_kind, target_key } of orphans) {
    if (ids.has(id)) continue
    ids.add(id)
    const reason = `belongs to ${target_kind} "${target_key}", which is not in this source; the ${kind.replace('_', ' ')} is omitted`
    scope.warn({ location, subject: `${kind} ${key}`, reason, omitted: { kind, key } })
  }
  await deleteStaged(ids, db)
  const items = orphans.flatMap(({ kind, key }) => (kind === 'agenda_item' ? key : []))
  await restoreReferences(new Set(items), scope)
  return true
}

/** References to staged items were resolved before those were omitted. */
async function restoreReferences(items: ReadonlySet<string>, scope: LoadScope): Promise<void> {
  if (items.size === 0) return
  const db = stagingOf(scope.db)
  const fields = ['agenda_item_key', 'parent_key'] as const
  const referrers = recordBatches((after, limit) =>
    db
      .selectFrom('staging')
      .select(['id', 'size'])
      .where('kind', 'in', ['agenda_item', 'motion'])
      .where('id', '>', after)
      .orderBy('id')
      .limit(limit)
      .execute(),
  )
  for await (const ids of referrers) {
    const buffer = new InsertBuffer()
    const rows = await db
      .selectFrom('staging')
      .select(['id', 'body'])
      .where('id', 'in', ids)
      .execute()
    for (const { id, body } of rows) {
      const record = JSON.parse(body) as Partial<Record<(typeof fields)[number], string>>
      for (const field of fields)
        if (items.has(record[field] ?? ''))
          buffer.add('staging_references', {
            ...{ record_id: id, position: 0, field, is_required: 0 },
            ...{ target_kind: 'agenda_item', target_key: record[field] },
          })
    }
    await buffer.flush(scope)
  }
}

async function deleteStaged(ids: Iterable<number>, db: StagingDatabase): Promise<void> {
  for (const batch of batches(ids)) {
    await db.deleteFrom('staging').where('id', 'in', batch).execute()
    await db.deleteFrom('staging_references').where('record_id', 'in', batch).execute()
  }
}
