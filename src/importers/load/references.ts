import { recordKinds } from '../../store/record-kinds.ts'
import { type ImportRecord, type RecordKind, recordKindNames, recordSchemas } from '../records.ts'
import { contentHash } from './canonical-record.ts'
import { presentRows } from './present-rows.ts'
import type { LoadScope } from './scope.ts'
import { recordBatches, stagingOf } from './staging-table.ts'

/** A reference by key, and its field. */
export interface Reference {
  field: string
  kind: RecordKind
  key: string
  /** Whether the record is invalid without it. */
  isRequired: boolean
}

/** The field that refers to the record's own kind. Its target may come later in the source, so it is linked at the end. */
export const parentField = 'parent_key'

/** The kind that each other field refers to, or each key of a list. */
const kindOfField: Record<string, RecordKind> = {
  ...Object.fromEntries(
    Object.values(recordKinds)
      .flatMap(({ references }) => Object.entries(references))
      .map(([column, kind]) => [column.replace(/_id$/, '_key'), kind])
      .filter(([field]) => field !== parentField),
  ),
  bylaw_keys: 'bylaw',
}

/** Every reference of a record and of its parts. */
export function referencesOf(record: ImportRecord): Reference[] {
  const { required } = recordSchemas[record.kind]
  const found: Reference[] = []
  for (const [field, content] of Object.entries(record)) {
    const isRequired = (required as readonly string[]).includes(field)
    if (field !== parentField) collect(field, content, isRequired, found)
    else if (typeof content === 'string')
      found.push({ field, kind: record.kind, key: content, isRequired: false })
  }
  return found
}

function collect(field: string, content: unknown, isRequired: boolean, found: Reference[]): void {
  if (typeof content === 'string') {
    const kind = kindOfField[field]
    if (kind !== undefined) found.push({ field, kind, key: content, isRequired })
  } else if (Array.isArray(content)) {
    for (const part of content) collect(field, part, false, found)
  } else if (typeof content === 'object' && content !== null) {
    for (const name in content) collect(name, content[name as keyof object], false, found)
  }
}

/**
 * Deletes the staged references to staged records and to rows, and rehashes the records with other references without
 * them. The remaining `staging_references` are unresolved.
 */
export async function resolveReferences(scope: LoadScope): Promise<void> {
  const db = stagingOf(scope.db)
  await db
    .deleteFrom('staging_references')
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('staging')
          .select('staging.id')
          .whereRef('staging.kind', '=', 'staging_references.target_kind')
          .whereRef('staging.key', '=', 'staging_references.target_key'),
      ),
    )
    .execute()
  // With --prune, a subset is written without references to records that it no longer has.
  if (!(scope.prune && scope.isPartial))
    for (const kind of recordKindNames) await deleteResolved(kind, scope)
  await hashUnresolved(scope)
}

async function deleteResolved(kind: RecordKind, scope: LoadScope): Promise<void> {
  await stagingOf(scope.db)
    .deleteFrom('staging_references')
    .where('target_kind', '=', kind)
    .where(({ exists }) =>
      exists(
        presentRows(kind, scope).whereRef(
          'row.key',
          '=',
          'staging_references.target_key' as 'row.key',
        ),
      ),
    )
    .execute()
}

/** Rehashes the records with unresolved references without them. */
export async function hashUnresolved(scope: LoadScope): Promise<void> {
  const db = stagingOf(scope.db)
  const { dialect, isPartial } = scope
  const referrers = recordBatches((after, limit) =>
    db
      .selectFrom('staging')
      .select(['id', 'size'])
      .where('id', '>', after)
      .$if(!isPartial, (query) => query.where('is_resumed', '=', 1))
      .where('id', 'in', ({ selectFrom }) => selectFrom('staging_references').select('record_id'))
      .orderBy('id')
      .limit(limit)
      .execute(),
  )
  for await (const ids of referrers) {
    const unresolved = await db
      .selectFrom('staging_references')
      .select(['record_id', 'field', 'target_key as key'])
      // A range, because PostgreSQL, without statistics of resumed records, would scan the table for a list.
      .where('record_id', '>=', ids[0] ?? 0)
      .where('record_id', '<=', ids.at(-1) ?? 0)
      .execute()
    const records = await db
      .selectFrom('staging')
      .select(['id', 'body'])
      .where(({ ref }) => dialect.inArray(ref('id'), dialect.arrayParam(ids)))
      .execute()
    const byRecord = new Map<number, typeof unresolved>(ids.map((id) => [id, []]))
    for (const reference of unresolved) byRecord.get(reference.record_id)?.push(reference)
    const hashes = records.map(({ id, body }) => ({
      id,
      hash: contentHash(body, byRecord.get(id)),
    }))
    await dialect.updateAll(scope.db, 'staging', hashes)
  }
}
