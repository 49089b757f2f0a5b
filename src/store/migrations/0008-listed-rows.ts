import type { Kysely } from 'kysely'

/**
 * Indexes that include `removed_at`, so that lists are counted and paged without reading rows. A partial index would be
 * smaller, but PostgreSQL without statistics prefers it for every query.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  const lists: Record<string, string[]> = {
    organizations: ['municipality_id', 'name_folded', 'id'],
    people: ['municipality_id', 'name_folded', 'id'],
    matters: ['municipality_id', 'last_seen desc', 'id desc'],
    meetings: ['municipality_id', 'date desc', 'id desc'],
    motions: ['municipality_id', 'date desc', 'id desc'],
  }
  for (const [table, columns] of Object.entries(lists)) {
    const name = [table, ...columns.map((column) => column.replace(' desc', ''))].join('_')
    await db.schema.dropIndex(name).execute()
    await db.schema
      .createIndex(`${name}_removed_at`)
      .on(table)
      .columns([...columns, 'removed_at'])
      .execute()
  }
}
