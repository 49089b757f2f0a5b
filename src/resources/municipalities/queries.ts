import type { ReadDatabase } from '../../store/open.ts'

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

/** The municipality with this slug, or undefined. */
export async function findMunicipality(db: ReadDatabase, slug: string) {
  return db.selectFrom('municipalities').select(columns).where('slug', '=', slug).executeTakeFirst()
}

/** Every municipality that is served, by slug. */
export async function listMunicipalities(db: ReadDatabase) {
  return db.selectFrom('municipalities').select(columns).orderBy('slug').execute()
}
