import type { Kysely } from 'kysely'
import { createTable, each, maybeText, text } from './create-table.ts'

/** How to take part in meetings; beside the accounts, because it outlasts every import and the record itself. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const key = ['municipality', 'body_source', 'body_key']
  await createTable(
    db,
    'take_part',
    { ...each(text, ...key), ...each(maybeText, 'url', 'rule') },
    { key: { name: 'take_part_key', columns: key } },
  )
}
