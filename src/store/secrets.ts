import type { ReadDatabase, WriteStore } from './open.ts'

/**
 * A secret shared by all processes of a database: `cursor` signs cursors, `device` signs trusted device tokens, `takedown`
 * is the key of the digests of what was taken down, `alert` signs links in e-mails.
 */
export async function findSecret(
  db: ReadDatabase,
  name: 'cursor' | 'device' | 'takedown' | 'alert',
): Promise<string> {
  const row = await db
    .selectFrom('secrets')
    .select('value')
    .where('name', '=', name)
    .executeTakeFirstOrThrow()
  return row.value
}

export async function replaceSecret(
  db: WriteStore['db'],
  name: 'cursor' | 'device',
  value: string,
): Promise<void> {
  await db.updateTable('secrets').set({ value }).where('name', '=', name).execute()
}
