import type { ReadDatabase } from './open.ts'

/** A string that changes with every import and every new municipality. */
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
