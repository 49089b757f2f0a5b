import { recordKinds } from '../../store/record-kinds.ts'
import { type RecordKind, recordKindNames } from '../records.ts'
import { omitOrphans } from './omitted.ts'
import { rejectOrphans } from './reference-report.ts'
import type { LoadScope } from './scope.ts'
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
