import { municipalityColumns } from '../../store/municipality-columns.ts'
import type { ReadDatabase } from '../../store/open.ts'

/** By slug. */
export async function listMunicipalities(db: ReadDatabase) {
  return db.selectFrom('municipalities').select(municipalityColumns).orderBy('slug').execute()
}
