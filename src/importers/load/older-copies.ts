import { importedTables, recordKinds } from '../../store/record-kinds.ts'
import { type RecordKind, recordKindNames } from '../records.ts'
import type { LoadScope } from './scope.ts'
import { stagingOf } from './staging-table.ts'

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
export async function storeSourceDates({ db, target, source }: LoadScope): Promise<void> {
  for (const kind of recordKindNames) {
    const { table } = recordKinds[kind]
    const staged = stagingOf(db)
      .selectFrom('staging')
      .select('staging.source_updated_at')
      .where('staging.kind', '=', kind)
      .where('staging.source_updated_at', 'is not', null)
      .whereRef('staging.key', '=', `${table}.key` as 'staging.key')
    await importedTables(db)
      .updateTable(table)
      .set({ source_updated_at: staged })
      .where('municipality_id', '=', target.id)
      .where('source', '=', source)
      .where(({ exists }) =>
        exists(
          staged.whereRef(
            'staging.source_updated_at',
            'is distinct from',
            `${table}.source_updated_at` as 'staging.source_updated_at',
          ),
        ),
      )
      .execute()
  }
}
