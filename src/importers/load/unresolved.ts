import type { Kysely } from 'kysely'
import type { Tables } from '../../store/tables.ts'
import { type ImportRecord, type RecordKind, recordKindNames } from '../records.ts'
import { contentHash } from './canonical-record.ts'
import { stagedRows } from './plan.ts'
import type { LoadScope } from './scope.ts'
import { parentKeyOf, referenceRows } from './stage.ts'
import { InsertBuffer, recordBatches, type StagingTables, stagingOf } from './staging-table.ts'

const tables = ['unresolved_records', 'unresolved_references'] as const

/**
 * Stages records of earlier imports that refer to a record of this one, so that references are resolved in any order of
 * imports.
 */
export async function stageResumed(scope: LoadScope): Promise<void> {
  // With `--prune`, the source has every remaining record.
  if (scope.prune) return
  await dropOutranked(scope)
  await insertResumed(scope)
  const db = stagingOf(scope.db)
  const resumed = recordBatches((after, limit) =>
    db
      .selectFrom('staging')
      .select(['id', 'size'])
      .where('is_resumed', '=', 1)
      .where('id', '>', after)
      .orderBy('id')
      .limit(limit)
      .execute(),
  )
  for await (const ids of resumed) {
    const rows = await db
      .selectFrom('staging')
      .select(['id', 'body'])
      .where('id', 'in', ids)
      .execute()
    const buffer = new InsertBuffer()
    const updates = rows.map(({ id, body }) => {
      const record = JSON.parse(body) as ImportRecord
      for (const reference of referenceRows(id, record)) buffer.add('staging_references', reference)
      return { id, hash: contentHash(body), parent_key: parentKeyOf(record) }
    })
    await scope.dialect.updateAll(scope.db, 'staging', updates)
    await buffer.flush(scope)
  }
}

/** A staged incomplete record must not prevent the complete one from being resolved. */
async function dropOutranked({ db, target, source }: LoadScope): Promise<void> {
  await stagingOf(db)
    .deleteFrom('staging')
    .where('is_incomplete', '=', 1)
    .where(({ exists }) =>
      exists(
        db
          .selectFrom('unresolved_records as record')
          .select('record.key')
          .where('record.municipality_id', '=', target.id)
          .where('record.source', '=', source)
          .where('record.is_incomplete', '=', 0)
          .whereRef('record.kind', '=', 'staging.kind' as 'record.kind')
          .whereRef('record.key', '=', 'staging.key' as 'record.key'),
      ),
    )
    .execute()
}

async function insertResumed(scope: LoadScope): Promise<void> {
  const staging = stagingOf(scope.db)
  const { last } = await staging
    .selectFrom('staging')
    .select(({ fn, lit }) => fn.coalesce(fn.max('id'), lit(0)).as('last'))
    .executeTakeFirstOrThrow()
  await staging
    .insertInto('staging')
    .columns([
      ...(['id', 'kind', 'key', 'location', 'size', 'hash'] as const),
      ...(['is_incomplete', 'is_resumed', 'body'] as const),
    ])
    .expression(resumable(scope, last) as never)
    .execute()
}

/** Unresolved records that are not staged but refer to a staged record; numbered after `last`. */
function resumable({ db, target, source }: LoadScope, last: number) {
  return (db as Kysely<Tables & StagingTables>)
    .selectFrom('unresolved_records as record')
    .leftJoin('staging as same', (join) =>
      join.onRef('same.kind', '=', 'record.kind').onRef('same.key', '=', 'record.key'),
    )
    .select(({ eb, fn, lit, val }) => [
      eb(
        fn.agg<number>('row_number').over((over) => over.orderBy('record.key')),
        '+',
        last,
      ).as('id'),
      'record.kind',
      'record.key',
      'record.place',
      fn<number>('length', ['record.body']).as('size'),
      val('').as('hash'),
      'record.is_incomplete',
      lit(1).as('is_resumed'),
      'record.body',
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

/** Stores the records with unresolved references for later imports, and deletes the resolved ones. */
export async function keepUnresolved(scope: LoadScope): Promise<void> {
  for (const kind of recordKindNames) {
    for (const table of tables) await forgetStaged(table, kind, scope)
    await keepStaged(kind, scope)
  }
}

// A row has the flag of the record that it was written from, so this excludes records that were outranked.
const written = (kind: RecordKind, scope: LoadScope) =>
  stagedRows(kind, scope).whereRef('s.is_incomplete', '=', 'row.is_incomplete')

async function forgetStaged(
  table: (typeof tables)[number],
  kind: RecordKind,
  scope: LoadScope,
): Promise<void> {
  const { db, target, source } = scope
  await db
    .deleteFrom(table)
    .where('municipality_id', '=', target.id)
    .where('source', '=', source)
    .where('kind', '=', kind)
    .where(({ exists }) =>
      exists(
        written(kind, scope)
          .select('s.id')
          .whereRef('s.key', '=', `${table}.key` as 's.key'),
      ),
    )
    .execute()
}

async function keepStaged(kind: RecordKind, scope: LoadScope): Promise<void> {
  const { db } = scope
  const records = written(kind, scope)
    .where('s.id', 'in', ({ selectFrom }) => selectFrom('staging_references').select('record_id'))
    .select(['row.municipality_id', 'row.source', 's.kind', 's.key', 's.location', 's.body'])
    .select('s.is_incomplete')
  await db
    .insertInto('unresolved_records')
    .columns(['municipality_id', 'source', 'kind', 'key', 'place', 'body', 'is_incomplete'])
    .expression(records as never)
    .execute()
  const references = written(kind, scope)
    .innerJoin('staging_references as r', 'r.record_id', 's.id')
    .select(['row.municipality_id', 'row.source', 's.kind', 's.key'])
    .select(['r.target_kind', 'r.target_key'])
    .distinct()
  await db
    .insertInto('unresolved_references')
    .columns(['municipality_id', 'source', 'kind', 'key', 'target_kind', 'target_key'])
    .expression(references as never)
    .execute()
}

/** With `--prune`, unresolved records that are not staged are deleted, so that pruned rows do not come back. */
export async function dropPrunedUnresolved({ db, target, source }: LoadScope): Promise<void> {
  for (const table of tables)
    await db
      .deleteFrom(table)
      .where('municipality_id', '=', target.id)
      .where('source', '=', source)
      .where(({ not, exists }) =>
        not(
          exists(
            stagingOf(db)
              .selectFrom('staging as s')
              .select('s.id')
              .whereRef('s.kind', '=', `${table}.kind` as 's.kind')
              .whereRef('s.key', '=', `${table}.key` as 's.key'),
          ),
        ),
      )
      .execute()
}
