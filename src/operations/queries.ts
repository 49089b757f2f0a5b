import { listFailingImports, listLastImports } from '../store/import-runs.ts'
import type { ReadDatabase, ReadStore } from '../store/open.ts'

/** Reads one row where there is any: that takes a database that answers, and the tables of this schema. */
export async function touch(db: ReadDatabase): Promise<void> {
  await db.selectFrom('municipalities').select('id').limit(1).execute()
}

/** How current each municipality is, also one that was never imported; three statements of one state. */
export async function listImportStates(store: ReadStore) {
  return store.read(async (db) => {
    const municipalities = await db
      .selectFrom('municipalities')
      .select(['id', 'slug', 'created_at as createdAt'])
      .orderBy('slug')
      .execute()
    const lasts = new Map((await listLastImports(db)).map((run) => [run.municipalityId, run]))
    const failing = await listFailingImports(db)
    return municipalities.map(({ id, slug, createdAt }) => ({
      municipality: slug,
      currentAt: lasts.get(id)?.finishedAt ?? createdAt,
      failing: failing.filter(({ municipalityId }) => municipalityId === id).length,
    }))
  })
}

export type ImportState = Awaited<ReturnType<typeof listImportStates>>[number]
