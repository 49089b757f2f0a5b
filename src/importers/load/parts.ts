import { recordKinds } from '../../store/record-kinds.ts'
import type { RecordKind } from '../records.ts'
import type { LoadScope } from './scope.ts'
import { removeFromSearch } from './search-index.ts'

/** Deletes the parts of rows and their search documents, because an update replaces all parts. */
export async function deleteParts(
  kind: RecordKind,
  ids: readonly number[],
  scope: LoadScope,
): Promise<void> {
  if (ids.length === 0) return
  const { db } = scope
  const owner = db.dynamic.ref(`${kind}_id`)
  for (const table of recordKinds[kind].parts) {
    const parts = db.selectFrom(table).select('id').where(owner, 'in', ids)
    if (table === 'key_statements')
      await removeFromSearch('key_statement', idsOf(await parts.execute()), scope)
    if (table === 'documents') {
      const sections = db
        .selectFrom('document_sections')
        .select('id')
        .where('document_id', 'in', parts)
      await removeFromSearch('document_section', idsOf(await sections.execute()), scope)
    }
    await db.deleteFrom(table).where(owner, 'in', ids).execute()
  }
}

const idsOf = (rows: readonly { id: number }[]) => rows.map(({ id }) => id)
