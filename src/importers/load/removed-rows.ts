import { importedTables, recordKinds } from '../../store/record-kinds.ts'
import { removeDocuments } from '../../store/search/index-documents.ts'
import type { RecordKind } from '../records.ts'
import type { LoadScope } from './scope.ts'

/** Deletes rows with their parts, and keeps their identities for their return. */
export async function removeRows(
  kind: RecordKind,
  ids: readonly number[],
  scope: LoadScope,
): Promise<void> {
  const { db, dialect, now } = scope
  await deleteParts(kind, ids, scope)
  const rows = await importedTables(db)
    .deleteFrom(recordKinds[kind].table)
    .where('id', 'in', ids)
    .returningAll()
    .execute()
  const identities = rows.map((row) => ({
    municipality_id: row.municipality_id,
    kind,
    source: row.source,
    key: row.key,
    id: row.id,
    slug: row.slug,
    ocd_id: 'ocd_id' in row ? row.ocd_id : null,
    created_at: row.created_at,
    removed_at: now,
  }))
  await dialect.insertAll(db, 'removed_records', identities)
}

/** Deletes the parts of rows and their search documents. */
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
      await removeDocuments('key_statement', idsOf(await parts.execute()), scope)
    if (table === 'documents') {
      const sections = db
        .selectFrom('document_sections')
        .select('id')
        .where('document_id', 'in', parts)
      await removeDocuments('document_section', idsOf(await sections.execute()), scope)
    }
    await db.deleteFrom(table).where(owner, 'in', ids).execute()
  }
}

const idsOf = (rows: readonly { id: number }[]) => rows.map(({ id }) => id)

interface Identity {
  id: number
  slug: string
  created_at: string
}

/** Takes the identities of removed records that have returned, by key. */
export async function takeIdentities(
  kind: RecordKind,
  keys: readonly string[],
  { db, dialect, target, source }: LoadScope,
): Promise<ReadonlyMap<string, Identity>> {
  const rows = await db
    .deleteFrom('removed_records')
    .where('municipality_id', '=', target.id)
    .where('kind', '=', kind)
    .where('source', '=', source)
    .where(({ ref }) => dialect.inArray(ref('key'), dialect.arrayParam(keys)))
    .returning(['key', 'id', 'slug', 'created_at'])
    .execute()
  return new Map(rows.map((row) => [row.key, row]))
}

/** Which of these keys are stored, or were until their records were removed. */
export async function listKnownKeys(
  kind: RecordKind,
  keys: readonly string[],
  { db, dialect, target, source }: Pick<LoadScope, 'db' | 'dialect' | 'target' | 'source'>,
): Promise<ReadonlySet<string>> {
  const removed = db.selectFrom('removed_records').where('kind', '=', kind)
  const tables = [importedTables(db).selectFrom(recordKinds[kind].table), removed as never]
  const found = new Set<string>()
  for (const table of tables) {
    const rows = await table
      .select('key')
      .where('municipality_id', '=', target.id)
      .where('source', '=', source)
      .where(({ ref }) => dialect.inArray(ref('key'), dialect.arrayParam(keys)))
      .execute()
    for (const { key } of rows) found.add(key)
  }
  return found
}
