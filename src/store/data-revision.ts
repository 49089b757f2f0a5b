import type { ReadDatabase } from './open.ts'

/** Something that is another after every import, and after every municipality that is added. */
export async function findDataRevision(db: ReadDatabase): Promise<string> {
  const row = await db
    .selectFrom('municipalities')
    .select(({ fn, selectFrom }) => [
      fn.countAll<number>().as('municipalities'),
      fn.sum<number | null>('data_version').as('versions'),
      selectFrom('imports')
        .select((eb) => eb.fn.max('id').as('id'))
        .as('lastImport'),
    ])
    .executeTakeFirstOrThrow()
  return `${row.municipalities} ${row.versions} ${row.lastImport}`
}
