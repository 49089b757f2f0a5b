import { expressionBuilder } from 'kysely'
import { listFailingImports, listLastImports } from '../../store/import-runs.ts'
import { jsonRows, parseRows } from '../../store/json-rows.ts'
import { newestRecord } from '../../store/newest-record.ts'
import type { ReadDatabase, ReadStore } from '../../store/open.ts'
import { selectPendingSource } from '../../store/sources.ts'
import type { Tables } from '../../store/tables.ts'

export type ImportState = Awaited<ReturnType<typeof readStatus>>['states'][number]

/** Every municipality by name, with the day of its newest record and of its source, its last import and a failure after it, and a first one that failed; three statements. */
export async function readStatus(store: ReadStore) {
  return store.read(async (db) => {
    const found = await db
      .selectNoFrom([
        jsonRows(db, selectMunicipalities(db)).as('municipalities'),
        jsonRows(db, selectPendingSource(db)).as('pending'),
      ])
      .executeTakeFirstOrThrow()
    const municipalities = parseRows(found.municipalities)
    const imports = await listLastImports(db)
    const importedAt = new Map(imports.map((run) => [run.municipalityId, run.finishedAt]))
    const runs = await listFailingImports(db)
    const failures = runs.filter(({ result }) => result !== 'interrupted')
    const failedAt = new Map([
      ...municipalities.map(({ id, unreadAt }) => [id, unreadAt] as const),
      ...failures.map((run) => [run.municipalityId, run.finishedAt] as const),
    ])
    const states = municipalities.map((municipality) => ({
      ...municipality,
      importedAt: importedAt.get(municipality.id) ?? null,
      failedAt: failedAt.get(municipality.id) ?? null,
    }))
    return { states, pending: parseRows(found.pending)[0] }
  })
}

function selectMunicipalities(db: ReadDatabase) {
  return (
    db
      .selectFrom('municipalities')
      .select(['id', 'slug', 'name', 'time_zone as timeZone', 'as_of as asOf'])
      .select(newestRecord().as('newestRecord'))
      // A source that cannot be opened makes no failing import, because it may have been a typing error.
      .select([lastOf('failed').as('unreadAt'), lastOf('interrupted').as('interruptedAt')])
      .orderBy('name')
  )
}

/** When a source of the municipality was last read with this result. */
function lastOf(result: 'failed' | 'interrupted') {
  return expressionBuilder<Tables, 'municipalities'>()
    .selectFrom('sources')
    .select(({ fn }) => fn.max('checked_at').as('checkedAt'))
    .whereRef('sources.municipality_id', '=', 'municipalities.id')
    .where('sources.result', '=', result)
}
