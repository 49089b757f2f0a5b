import { listFailingImports, listLastImports } from '../../store/import-runs.ts'
import type { ReadStore } from '../../store/open.ts'

export type ImportState = Awaited<ReturnType<typeof listImportStates>>[number]

/** Every municipality by name, with its last import and a failure after it; three statements. */
export async function listImportStates(store: ReadStore) {
  return store.read(async (db) => {
    const municipalities = await db
      .selectFrom('municipalities')
      .select(['id', 'slug', 'name', 'time_zone as timeZone'])
      .orderBy('name')
      .execute()
    const imports = await listLastImports(db)
    const importedAt = new Map(imports.map((run) => [run.municipalityId, run.finishedAt]))
    const failures = await listFailingImports(db)
    const failedAt = new Map(failures.map((run) => [run.municipalityId, run.finishedAt]))
    return municipalities.map((municipality) => ({
      ...municipality,
      importedAt: importedAt.get(municipality.id) ?? null,
      failedAt: failedAt.get(municipality.id) ?? null,
    }))
  })
}
