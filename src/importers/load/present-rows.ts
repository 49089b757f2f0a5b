import { importedTables, recordKinds } from '../../store/record-kinds.ts'
import type { RecordKind } from '../records.ts'
import type { LoadScope } from './scope.ts'

/** Which of these keys are stored, also of removed records. */
export async function listStoredKeys(
  kind: RecordKind,
  keys: readonly string[],
  { db, dialect, target, source }: Pick<LoadScope, 'db' | 'dialect' | 'target' | 'source'>,
): Promise<ReadonlySet<string>> {
  const rows = await importedTables(db)
    .selectFrom(recordKinds[kind].table)
    .select('key')
    .where('municipality_id', '=', target.id)
    .where('source', '=', source)
    .where(({ ref }) => dialect.inArray(ref('key'), dialect.arrayParam(keys)))
    .execute()
  return new Set(rows.map(({ key }) => key))
}

/** The ids of the stored records of a kind, without removed ones. */
export function presentRows(kind: RecordKind, { db, target, source }: LoadScope) {
  return importedTables(db)
    .selectFrom(`${recordKinds[kind].table} as row`)
    .select('row.id')
    .where('row.municipality_id', '=', target.id)
    .where('row.source', '=', source)
    .where('row.removed_at', 'is', null)
}
