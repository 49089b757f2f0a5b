import type { ReadDatabase } from '../../store/open.ts'

/** Slug of the municipality that examples ask for; undefined while none is served. */
export async function findExampleSlug(db: ReadDatabase): Promise<string | undefined> {
  const row = await db
    .selectFrom('municipalities')
    .select('slug')
    .orderBy('slug')
    .limit(1)
    .executeTakeFirst()
  return row?.slug
}
