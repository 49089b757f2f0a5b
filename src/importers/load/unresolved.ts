import { importedTables, recordKinds } from '../../store/record-kinds.ts'
import { type ImportRecord, pluralOf, type RecordKind } from '../records.ts'
import type { LoadContext } from './context.ts'
import type { Reference } from './record-references.ts'
import type { Referrer } from './references.ts'
import type { StagingDatabase } from './staging-table.ts'

const tables = ['unresolved_references', 'unresolved_records'] as const

/**
 * Stages again the records of earlier imports that refer to a record of this one, so that references are resolved in
 * whatever order slices are imported.
 */
export async function stageResumed(
  context: LoadContext,
  { prune }: { prune: boolean },
): Promise<void> {
  // With `--prune`, the source holds every record that remains.
  if (prune) return
  const staging = context.db as unknown as StagingDatabase
  await dropOutranked(staging, context)
  const { last } = await staging
    .selectFrom('staging')
    .select(({ fn, lit }) => fn.coalesce(fn.max('position'), lit(0)).as('last'))
    .executeTakeFirstOrThrow()
  await staging
    .insertInto('staging')
    .columns(['position', 'kind', 'key', 'place', 'size', 'body', 'is_incomplete', 'is_resumed'])
    .expression(resumable(staging, context, last))
    .execute()
}

/** An incomplete record that is staged here must not keep the complete one from being resolved. */
async function dropOutranked(staging: StagingDatabase, { target, source }: LoadContext) {
  await staging
    .deleteFrom('staging')
    .where('is_incomplete', '=', 1)
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('unresolved_records as record')
          .select('record.key')
          .where('record.municipality_id', '=', target.id)
          .where('record.source', '=', source)
          .where('record.is_incomplete', '=', 0)
          .whereRef('record.kind', '=', 'staging.kind')
          .whereRef('record.key', '=', 'staging.key'),
      ),
    )
    .execute()
}

/** The unresolved records that are not staged themselves, and refer to one that is; numbered after `last`. */
function resumable(staging: StagingDatabase, { target, source }: LoadContext, last: number) {
  return staging
    .selectFrom('unresolved_records as record')
    .leftJoin('staging as same', (join) =>
      join.onRef('same.kind', '=', 'record.kind').onRef('same.key', '=', 'record.key'),
    )
    .select(({ eb, fn, lit }) => [
      eb(
        fn.agg<number>('row_number').over((over) => over.orderBy('record.key')),
        '+',
        last,
      ).as('position'),
      'record.kind',
      'record.key',
      'record.place',
      fn<number>('length', ['record.body']).as('size'),
      'record.body',
      'record.is_incomplete',
      lit(1).as('is_resumed'),
    ])
    .where('record.municipality_id', '=', target.id)
    .where('record.source', '=', source)
    .where('same.key', 'is', null)
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('unresolved_references as reference')
          .innerJoin('staging as found', (join) =>
            join
              .onRef('found.kind', '=', 'reference.target_kind')
              .onRef('found.key', '=', 'reference.target_key'),
          )
          .select('reference.key')
          .whereRef('reference.municipality_id', '=', 'record.municipality_id')
          .whereRef('reference.source', '=', 'record.source')
          .whereRef('reference.kind', '=', 'record.kind')
          .whereRef('reference.key', '=', 'record.key'),
      ),
    )
}

interface Unresolved {
  staged: { record: ImportRecord; referrer: Referrer; body: string }
  missing: readonly Reference[]
}

/** Keeps the records of one kind that have missing references until an import brings those; forgets the others. */
export async function keepUnresolved(
  pairs: readonly Unresolved[],
  { db, dialect, target, source }: LoadContext,
): Promise<void> {
  const [first] = pairs
  if (first === undefined) return
  const { kind } = first.staged.record
  const keys = dialect.listOf(pairs.map(({ staged }) => staged.record.key))
  for (const table of tables)
    await db
      .deleteFrom(table)
      .where('municipality_id', '=', target.id)
      .where('source', '=', source)
      .where('kind', '=', kind)
      .where(({ ref }) => dialect.isAmong(ref('key'), keys))
      .execute()
  const unresolved = pairs.filter(({ missing }) => missing.length > 0)
  const owner = { municipality_id: target.id, source, kind }
  const records = unresolved.map(({ staged: { record, referrer, body } }) => ({
    ...owner,
    key: record.key,
    place: referrer.where,
    body,
    is_incomplete: record.incomplete === true ? 1 : 0,
  }))
  await dialect.insertAll(db, 'unresolved_records', records)
  const references = unresolved.flatMap(({ staged: { record }, missing }) =>
    targetsOf(missing).map((to) => ({ ...owner, key: record.key, ...to })),
  )
  await dialect.insertAll(db, 'unresolved_references', references)
}

/** A record may refer to another one twice. */
function targetsOf(missing: readonly Reference[]) {
  const targets = missing.map(({ kind, key }) => ({ target_kind: kind, target_key: key }))
  return [...new Map(targets.map((to) => [`${to.target_kind} ${to.target_key}`, to])).values()]
}

/** What was pruned is not brought back by a record that it refers to. */
export async function dropPrunedUnresolved({ db, target, source }: LoadContext): Promise<void> {
  for (const kind of Object.keys(pluralOf) as RecordKind[])
    for (const table of tables)
      await db
        .deleteFrom(table)
        .where('municipality_id', '=', target.id)
        .where('source', '=', source)
        .where('kind', '=', kind)
        .where(
          'key',
          'in',
          importedTables(db)
            .selectFrom(recordKinds[kind].table)
            .select('key')
            .where('municipality_id', '=', target.id)
            .where('source', '=', source)
            .where('removed_at', 'is not', null),
        )
        .execute()
}
