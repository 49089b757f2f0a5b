import type { WriteStore } from '../../src/store/open.ts'

const now = '2026-01-01T00:00:00.000Z'

/** A municipality of nothing but its name and its index of words; its row id. */
export async function bareTown(store: WriteStore, slug: string): Promise<number> {
  const { id } = await store.db
    .insertInto('municipalities')
    .values({
      slug,
      name: slug,
      division_id: slug,
      jurisdiction_id: slug,
      time_zone: 'UTC',
      url: null,
      created_at: now,
      updated_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await store.dialect.createSearchIndex(store.db, id)
  return id
}
