import type { ReadDatabase } from '../store/open.ts'

/** The slugs and names of all councils; one statement. */
export async function listCouncilNames(db: ReadDatabase) {
  return db.selectFrom('municipalities').select(['slug', 'name']).orderBy('slug').execute()
}
