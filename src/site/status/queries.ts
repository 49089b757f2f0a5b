import { groupBy } from '../../core/group-by.ts'
import { listFailingImports, listLastImports } from '../../store/import-runs.ts'
import { jsonRows, parseRows } from '../../store/json-rows.ts'
import { newestRecord } from '../../store/newest-record.ts'
import type { ReadDatabase, ReadStore } from '../../store/open.ts'
import { downFamilies } from '../../store/source-state.ts'
import { selectPendingSource, selectSources } from '../../store/sources.ts'

export type ImportState = Awaited<ReturnType<typeof readStatus>>['states'][number]

/** Every municipality by name, with the day of its newest record and of its source, its last import and a failure after it, its sources, hosts that are down, and a first import that failed; three statements. */
export async function readStatus(store: ReadStore) {
  return store.read(async (db) => {
    const found = await db
      .selectNoFrom([
        jsonRows(db, selectMunicipalities(db)).as('municipalities'),
        jsonRows(db, selectPendingSource(db)).as('pending'),
        jsonRows(db, selectSources(db)).as('sources'),
      ])
      .executeTakeFirstOrThrow()
    const municipalities = parseRows(found.municipalities)
    const sources = parseRows(found.sources)
    const sourcesOf = groupBy(sources, ({ municipalityId }) => municipalityId)
    const imports = await listLastImports(db)
    const importedAt = new Map(imports.map((run) => [run.municipalityId, run.finishedAt]))
    const runs = await listFailingImports(db)
    const failures = runs.filter(({ result }) => result !== 'interrupted')
    const failedAt = new Map(failures.map((run) => [run.municipalityId, run.finishedAt]))
    const states = municipalities.map((municipality) => ({
      ...municipality,
      importedAt: importedAt.get(municipality.id) ?? null,
      failedAt: failedAt.get(municipality.id) ?? null,
      sources: sourcesOf(municipality.id),
    }))
    return { states, down: downFamilies(sources), pending: parseRows(found.pending)[0] }
  })
}

function selectMunicipalities(db: ReadDatabase) {
  return db
    .selectFrom('municipalities')
    .select(['id', 'slug', 'name', 'time_zone as timeZone', 'as_of as asOf'])
    .select(newestRecord().as('newestRecord'))
    .orderBy('name')
}
