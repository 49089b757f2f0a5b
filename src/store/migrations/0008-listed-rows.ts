import type { Kysely } from 'kysely'

/**
 * The indexes of whole lists say what is removed: so a list is counted, and its ids are read, without a look at the rows.
 * A partial index would be smaller, but without statistics PostgreSQL takes one for the way to everything that is there.
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
