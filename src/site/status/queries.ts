import { listFailingImports, listLastImports } from '../../store/import-runs.ts'
import type { ReadStore } from '../../store/open.ts'

export type ImportState = Awaited<ReturnType<typeof listImportStates>>[number]

/** Every municipality by name, with its last import and a failure after it; three statements. */
export async function listImportStates(store: ReadStore) {
  return store.read(async (db) => {
    const municipalities = await db
      .selectFrom('municipalities')
      .select(['id', 'slug', 'name', 'time_zone as timeZone'])
      // A source that cannot be opened makes no failing import, because it may have been a typing error.
      .select(({ selectFrom }) =>
        selectFrom('sources')
          .select(({ fn }) => fn.max('checked_at').as('checkedAt'))
          .whereRef('sources.municipality_id', '=', 'municipalities.id')
          .where('sources.result', '=', 'failed')
          .as('unreadAt'),
      )
      .orderBy('name')
      .execute()
    const imports = await listLastImports(db)
    const importedAt = new Map(imports.map((run) => [run.municipalityId, run.finishedAt]))
    const failures = await listFailingImports(db)
    const failedAt = new Map([
      ...municipalities.map(({ id, unreadAt }) => [id, unreadAt] as const),
      ...failures.map((run) => [run.municipalityId, run.finishedAt] as const),
    ])
    return municipalities.map((municipality) => ({
      ...municipality,
      importedAt: importedAt.get(municipality.id) ?? null,
      failedAt: failedAt.get(municipality.id) ?? null,
    }))
  })
}
