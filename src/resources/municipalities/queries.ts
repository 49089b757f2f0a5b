import type { ReadDatabase, ReadStore } from '../../store/open.ts'

const columns = [
  'id',
  'slug',
  'name',
  'division_id as divisionId',
  'jurisdiction_id as jurisdictionId',
  'time_zone as timeZone',
  'url',
  'data_version as dataVersion',
  'created_at as createdAt',
  'updated_at as updatedAt',
] as const

/** Finds the municipality with a slug, or undefined. Asked for every request: its data may be new. */
export function municipalityFinder(store: ReadStore) {
  const query = store.db
    .selectFrom('municipalities')
    .select(columns)
    .where('slug', '=', '')
    .compile()
  return (slug: string) => store.lookUp(query, [slug])
}

/** Every municipality that is served, by slug. */
export async function listMunicipalities(db: ReadDatabase) {
  return db.selectFrom('municipalities').select(columns).orderBy('slug').execute()
}
