import type { WriteStore } from '../../store/open.ts'
import { recordKinds } from '../../store/record-kinds.ts'
import { searchEngines } from '../../store/search/engines.ts'
import { watchWords } from '../../store/search/vocabulary.ts'
import { recordKindNames } from '../records.ts'

const batchLength = 5000

/** What `removeMunicipality` would remove. */
export async function findRemoval(db: WriteStore['db'], slug: string) {
  return db
    .selectFrom('municipalities')
    .select([
      'id',
      'name',
      'meeting_count as meetings',
      'motion_count as motions',
      'vote_count as votes',
      'matter_count as matters',
      'bylaw_count as bylaws',
      'person_count as people',
    ])
    .where('slug', '=', slug)
    .executeTakeFirst()
}

/** Removes a municipality with its record, search documents and runs of imports, in one transaction. */
export async function removeMunicipality(store: WriteStore, municipalityId: number): Promise<void> {
  const { dialect } = store
  await store.transaction(async (db) => {
    const lastId = await dialect.lastIdOf(db, 'search_documents')
    const dropOldWords = await watchWords(db, () => lastId)
    await removeSearchDocuments({ db, dialect }, municipalityId)
    // The kinds that refer to others first: only some of the references cascade.
    for (const kind of recordKindNames.toReversed())
      await db
        .deleteFrom(recordKinds[kind].table as 'motions')
        .where('municipality_id', '=', municipalityId)
        .execute()
    await db.deleteFrom('municipalities').where('id', '=', municipalityId).execute()
    await dropOldWords()
  }, 'record')
  await dialect.truncateLog(store.db)
}

async function removeSearchDocuments(
  { db, dialect }: Pick<WriteStore, 'db' | 'dialect'>,
  municipalityId: number,
): Promise<void> {
  for (;;) {
    const rows = await db
      .selectFrom('search_documents')
      .select(['id', 'municipality_id', 'day'])
      .where('municipality_id', '=', municipalityId)
      .limit(batchLength)
      .execute()
    if (rows.length === 0) return
    await searchEngines[dialect.name].remove(db, rows)
    const ids = rows.map(({ id }) => id)
    await db.deleteFrom('search_documents').where('id', 'in', ids).execute()
  }
}
