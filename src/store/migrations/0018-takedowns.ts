import { randomBytes } from 'node:crypto'
import type { Kysely } from 'kysely'
import {
  createIndex,
  createTable,
  each,
  id,
  maybeInteger,
  maybeText,
  partOf,
  text,
} from './create-table.ts'

/** What was taken down on request; beside the accounts, because it outlasts every import. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await createTable(db, 'takedowns', {
    id,
    ...each(text, 'municipality', 'kind', 'reason', 'added_at'),
    ...each(maybeText, 'record_kind', 'record_hash', 'hash', 'lifted_at'),
    ...each(maybeInteger, 'words', 'prefilter'),
  })
  await createIndex(db, 'takedowns', 'takedowns_municipality', ['municipality', 'id'])
  await createTable(
    db,
    'takedown_slugs',
    { hash: text, takedown_id: partOf('takedowns') },
    { key: { name: 'takedown_slugs_identity', columns: ['hash', 'takedown_id'] } },
  )
  await (db as Kysely<{ secrets: { name: string; value: string } }>)
    .insertInto('secrets')
    .values({ name: 'takedown', value: randomBytes(32).toString('hex') })
    .execute()
}
