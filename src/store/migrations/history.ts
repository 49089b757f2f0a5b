import type { Kysely } from 'kysely'
import {
  createIndex,
  createTable,
  each,
  id,
  integer,
  maybeText,
  partOf,
  text,
} from './create-table.ts'

/** What sources changed in records that were on record already. */
export async function createHistory(db: Kysely<unknown>): Promise<void> {
  await createTable(db, 'record_changes', {
    id,
    municipality_id: partOf('municipalities'),
    kind: text,
    record_id: integer,
    seen_at: text,
    not_before: maybeText,
    field: text,
    ...each(maybeText, 'old', 'new', 'long'),
    about_kind: text,
    ...each(maybeText, 'about_slug', 'about_title'),
  })
  const ofRecord = ['kind', 'record_id', 'id']
  await createIndex(db, 'record_changes', 'record_changes_record', ofRecord)
  const ofKind = ['municipality_id', 'kind', 'id']
  await createIndex(db, 'record_changes', 'record_changes_kind', ofKind)
}
