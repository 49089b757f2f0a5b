import { importedTables, recordKinds } from '../../store/record-kinds.ts'
import { recordKindNames } from '../records.ts'
import type { Diagnostic } from '../source.ts'
import type { LoadScope } from './scope.ts'

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
