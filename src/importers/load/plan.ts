import { recordKinds } from '../../store/record-kinds.ts'
import { type RecordKind, recordKindNames } from '../records.ts'
import { DiagnosticList, listedMax } from './diagnostic-list.ts'
import { omitOrphans } from './omitted.ts'
import { describeReferences } from './reference-report.ts'
import { hashUnresolved, resolveReferences } from './references.ts'
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

export interface Plan {
  kinds: KindPlan[]
  /** References that reject the import. */
  errors: DiagnosticList
  /** References to records outside a subset. */
  unresolved: DiagnosticList
}

/** Compares the staged records with the existing rows by key and hash, and resolves their references. */
export async function planImport(scope: LoadScope): Promise<Plan> {
  await resolveReferences(scope)
  if (scope.isThirdParty && (await omitOrphans(scope))) await hashUnresolved(scope)
  const [errors, unresolved] = [new DiagnosticList(), new DiagnosticList()]
  const kinds: KindPlan[] = []
  for (const kind of recordKindNames) {
    await reportUnresolved(kind, scope, { errors, unresolved })
    kinds.push(await planKind(kind, scope))
  }
  // In a complete source without errors, only unchanged records have unresolved references.
  if (!scope.isPartial) await dropUnresolved(scope)
  return { kinds, errors, unresolved }
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

/** A subset must resolve only required references; unchanged records of a complete source are not checked. */
async function reportUnresolved(
  kind: RecordKind,
  scope: LoadScope,
  { errors, unresolved }: Pick<Plan, 'errors' | 'unresolved'>,
): Promise<void> {
  const { isPartial } = scope
  const references = unresolvedReferences(kind, scope)
  const error = { kind, scope, suggest: true }
  if (!isPartial) return addReferences(references, errors, error)
  await addReferences(references.where('r.is_required', '=', 1), errors, error)
  await addReferences(references.where('r.is_required', '=', 0), unresolved, {
    ...error,
    suggest: false,
  })
}

/** The unresolved references from the staged records of one kind. */
function unresolvedReferences(kind: RecordKind, scope: LoadScope) {
  return (scope.isPartial ? stagedRows : writtenRows)(kind, scope)
    .innerJoin('staging_references as r', 'r.record_id', 's.id')
    .where('s.is_resumed', '=', 0)
}

/** Counts the references by target kind, and lists the first. */
async function addReferences(
  references: ReturnType<typeof unresolvedReferences>,
  list: DiagnosticList,
  { kind, scope, suggest }: { kind: RecordKind; scope: LoadScope; suggest: boolean },
): Promise<void> {
  const counts = await references
    .select(({ fn }) => ['r.target_kind as target', fn.countAll<number>().as('count')])
    .groupBy('r.target_kind')
    .orderBy(({ fn }) => fn.min('s.id'))
    .orderBy('r.target_kind')
    .execute()
  if (counts.length === 0) return
  const first = await references
    .select(['s.id', 's.location', 's.key', 's.size', 'r.field', 'r.target_kind', 'r.target_key'])
    .orderBy('s.id')
    .orderBy('r.position')
    .limit(listedMax)
    .execute()
  list.addReferences(await describeReferences(kind, first, scope, { suggest }), counts)
}

async function dropUnresolved({ db }: LoadScope): Promise<void> {
  await stagingOf(db)
    .deleteFrom('staging_references')
    .where('record_id', 'in', ({ selectFrom }) =>
      selectFrom('staging').select('id').where('is_resumed', '=', 0),
    )
    .execute()
}
