import { importedTables, recordKinds } from '../../store/record-kinds.ts'
import type { RecordKind } from '../records.ts'
import type { LoadScope } from './scope.ts'

/** The ids of the stored records of a kind. */
export function presentRows(kind: RecordKind, { db, target, source }: LoadScope) {
  return importedTables(db)
    .selectFrom(`${recordKinds[kind].table} as row`)
    .select('row.id')
    .where('row.municipality_id', '=', target.id)
    .where('row.source', '=', source)
}
