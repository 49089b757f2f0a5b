import { listLastImports } from '../store/import-runs.ts'
import type { ReadDatabase } from '../store/open.ts'

/** Reads one row where there is any: that takes a database that answers, and the tables of this schema. */
export async function touch(db: ReadDatabase): Promise<void> {
  await db.selectFrom('municipalities').select('id').limit(1).execute()
}

/** When the last import of each municipality ended that ended well; those without one are left out. */
export async function findImportTimes(db: ReadDatabase) {
  return listLastImports(db)
}
