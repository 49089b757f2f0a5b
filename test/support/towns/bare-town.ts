import type { WriteStore } from '../../../src/store/open.ts'

const now = '2026-01-01T00:00:00.000Z'

/** A municipality without records; returns its row id. */
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
  return id
}

/** Inserts people that have only a name and the fields given. */
export async function barePeople(
  store: WriteStore,
  municipalityId: number,
  people: readonly { name: string; name_folded: string }[],
): Promise<void> {
  const rows = people.map((person, i) => ({
    municipality_id: municipalityId,
    source: 's',
    key: `k${i}`,
    slug: `k${i}`,
    ocd_id: `k${i}`,
    content_hash: '',
    created_at: now,
    updated_at: now,
    other_names: '[]',
    names_folded: person.name_folded,
    contact_details: '[]',
    ...person,
  }))
  await store.db.insertInto('people').values(rows).execute()
}
