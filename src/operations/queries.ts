import { listFailingImports, listLastImports } from '../store/import-runs.ts'
import { newestRecord } from '../store/newest-record.ts'
import type { ReadDatabase, ReadStore } from '../store/open.ts'
import { listSources } from '../store/sources.ts'

/** Fails if the database is down or has no tables. */
export async function touch(db: ReadDatabase): Promise<void> {
  await db.selectFrom('municipalities').select('id').limit(1).execute()
}

/** The import state of every municipality, and the remembered sources, read in one snapshot. */
export async function listImportStates(store: ReadStore) {
  return store.read(async (db) => {
    const municipalities = await db
      .selectFrom('municipalities')
      .select(['id', 'slug', 'created_at as createdAt'])
      .select(newestRecord().as('newestRecord'))
      .orderBy('slug')
      .execute()
    const lasts = new Map((await listLastImports(db)).map((run) => [run.municipalityId, run]))
    const failing = await listFailingImports(db)
    const sources = await listSources(db)
    const states = municipalities.map(({ id, slug, createdAt, newestRecord }) => ({
      municipality: slug,
      newestRecord,
      currentAt: lasts.get(id)?.finishedAt ?? createdAt,
      failing: failing.filter(({ municipalityId }) => municipalityId === id).length,
    }))
    return { states, sources }
  })
}

export type ImportStates = Awaited<ReturnType<typeof listImportStates>>
