import { type RecordKind, recordKindNames } from '../../record/kinds.ts'
import { importedTables, recordKinds } from '../../store/record-kinds.ts'
import type { Diagnostic } from '../source.ts'
import { rejectOrphans } from './references.ts'
import { rowBatches } from './row-batches.ts'
import type { LoadScope } from './scope.ts'
import { omitOrphans } from './stage.ts'
import { recordBatches, stagingOf } from './staging-table.ts'

export interface KindPlan {
  kind: RecordKind
  added: number
  changed: number
  same: number
  /** Ids of the added and changed staged records, in batches for writing. */
  batches: number[][]
}

/** Compares the staged records with the existing rows by key and hash. */
export async function planImport(scope: LoadScope): Promise<KindPlan[]> {
  if (scope.isThirdParty) await omitOrphans(scope)
  else if (scope.isPartial) await rejectOrphans(scope)
  const kinds: KindPlan[] = []
  for (const kind of recordKindNames) kinds.push(await planKind(kind, scope))
  return kinds
}

/** The staged records of a kind, each with the existing row of the same key. */
export function stagedRows(kind: RecordKind, { db, target, source }: LoadScope) {
  return stagingOf(db)
    .selectFrom('staging as s')
    .leftJoin(`${recordKinds[kind].table} as row`, (join) =>
      join
        .onRef('row.key', '=', 's.key')
        .on('row.municipality_id', '=', target.id)
        .on('row.source', '=', source),
    )
    .where('s.kind', '=', kind)
}

/** The added or changed records: an incomplete record never replaces a complete one. */
function writtenRows(kind: RecordKind, scope: LoadScope) {
  return stagedRows(kind, scope).where(({ eb, and, or, ref }) =>
    or([
      eb('row.id', 'is', null),
      and([
        eb('s.is_incomplete', '<=', ref('row.is_incomplete')),
        or([
          eb('s.hash', '!=', ref('row.content_hash')),
          ...(scope.followsSlugs
            ? [eb('s.served_slug', '!=', ref('row.slug' as 's.served_slug'))]
            : []),
          // A row that is marked incomplete may have the hash of a complete record.
          eb('s.is_incomplete', '!=', ref('row.is_incomplete')),
        ]),
      ]),
    ]),
  )
}

async function planKind(kind: RecordKind, scope: LoadScope): Promise<KindPlan> {
  let [added, changed] = [0, 0]
  const batches: number[][] = []
  const list = async (after: number, limit: number) => {
    const rows = await writtenRows(kind, scope)
      .select(['s.id', 's.size', 'row.id as row_id'])
      .where('s.id', '>', after)
      .orderBy('s.id')
      .limit(limit)
      .execute()
    const live = rows.filter((row) => row.row_id !== null).length
    changed += live
    added += rows.length - live
    return rows
  }
  for await (const batch of recordBatches(list)) batches.push(batch)
  const { total } = await stagingOf(scope.db)
    .selectFrom('staging')
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .where('kind', '=', kind)
    .executeTakeFirstOrThrow()
  return { kind, added, changed, same: Number(total) - added - changed, batches }
}

/** Drops staged records older than the stored copy, with one warning. Returns whether there were any. */
export async function dropOlderCopies(scope: LoadScope): Promise<boolean> {
  // With --prune, the source is the whole record, even an older one.
  if (scope.prune) return false
  const dropped: { kind: RecordKind; key: string }[] = []
  for (const kind of recordKindNames) {
    const keys = await dropOlder(kind, scope)
    dropped.push(...keys.map((key) => ({ kind, key })))
  }
  const [first] = dropped
  if (first === undefined) return false
  scope.warn({
    location: scope.source,
    subject: 'older copies',
    reason: `skipped ${dropped.length}, such as ${first.kind} ${first.key}: an earlier import brought copies that the source changed later`,
  })
  return true
}

async function dropOlder(kind: RecordKind, scope: LoadScope): Promise<string[]> {
  const { db, target, source } = scope
  const stored = importedTables(db)
    .selectFrom(`${recordKinds[kind].table} as row`)
    .select('row.id')
    .where('row.municipality_id', '=', target.id)
    .where('row.source', '=', source)
    .whereRef('row.key', '=', 'staging.key' as 'row.key')
    .whereRef('row.source_updated_at', '>', 'staging.source_updated_at' as 'row.source_updated_at')
  const older = await stagingOf(db)
    .deleteFrom('staging')
    .where('kind', '=', kind)
    .where('source_updated_at', 'is not', null)
    .where(({ exists }) => exists(stored))
    .returning('key')
    .execute()
  return older.map(({ key }) => key)
}

/** Stores when the source changed the staged records, also where their content is the same. */
export async function storeSourceDates(scope: LoadScope): Promise<void> {
  for (const kind of recordKindNames) {
    const moved = stagedRows(kind, scope)
      .select(['row.id', 's.source_updated_at'])
      .where('s.source_updated_at', 'is not', null)
      .where('s.source_updated_at', 'is distinct from', ({ ref }) => ref('row.source_updated_at'))
      .orderBy('row.id')
      .$narrowType<{ id: number }>()
    const list = (after: number, limit: number) =>
      moved.where('row.id', '>', after).limit(limit).execute()
    for await (const rows of rowBatches(list))
      await scope.dialect.updateAll(scope.db, recordKinds[kind].table, rows)
  }
}

/**
 * A warning if a source without records is imported where the same importer has brought those of another one: with a
 * changed name of the source, every record becomes a new one.
 */
export async function otherSourceWarnings(
  scope: LoadScope,
  importer: string | undefined,
): Promise<Diagnostic[]> {
  if (importer === undefined) return []
  const { db, target, source } = scope
  const imported = await db
    .selectFrom('imports')
    .select('source')
    .distinct()
    .where('municipality_id', '=', target.id)
    .where('importer', '=', importer)
    .where('result', '=', 'done')
    .where('source', '!=', source)
    .orderBy('source')
    .execute()
  const others: string[] = []
  for (const { source: other } of imported)
    if (await hasRecords(other, scope)) others.push(JSON.stringify(other))
  if (others.length === 0 || (await hasRecords(source, scope))) return []
  const reason = `has no records in this municipality, but ${others.join(' and ')} has; if it is the same data under another name, every record is added a second time: keep the name`
  return [{ location: importer, subject: `source "${source}"`, reason }]
}

async function hasRecords(source: string, { db, target }: LoadScope): Promise<boolean> {
  for (const kind of recordKindNames) {
    const row = await importedTables(db)
      .selectFrom(recordKinds[kind].table)
      .select('id')
      .where('municipality_id', '=', target.id)
      .where('source', '=', source)
      .limit(1)
      .executeTakeFirst()
    if (row !== undefined) return true
  }
  return false
}
