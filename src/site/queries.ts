import type { ReadDatabase } from '../store/open.ts'

/** The slugs and names of all councils; one statement. */
export async function listCouncilNames(db: ReadDatabase) {
  return db.selectFrom('municipalities').select(['slug', 'name']).orderBy('slug').execute()
}

/** Slug of the municipality for examples; undefined if the service has none. */
export async function findExampleSlug(db: ReadDatabase): Promise<string | undefined> {
  const row = await db
    .selectFrom('municipalities')
    .select('slug')
    .orderBy('slug')
    .limit(1)
    .executeTakeFirst()
  return row?.slug
}

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
