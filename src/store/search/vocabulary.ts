import type { Kysely } from 'kysely'
import { batches } from '../../core/batches.ts'
import type { SearchDocumentRow, Tables } from '../tables.ts'
import { type DocumentTerms, documentTerms } from './terms.ts'

type Database = Pick<Kysely<Tables>, 'selectFrom' | 'insertInto' | 'deleteFrom'>

const wordsAtOnce = 500
// A document can have millions of characters.
const documentsAtOnce = 100

/** Adds the words of documents to those that the words of a query are compared with. */
export async function addWords(db: Database, documents: readonly DocumentTerms[]): Promise<void> {
  const words = new Set(documents.flatMap(({ written }) => [...written].filter(isLong)))
  for (const some of batches(words, wordsAtOnce))
    await db
      .insertInto('search_vocabulary')
      .values(some.map((word) => ({ word })))
      .onConflict((conflict) => conflict.doNothing())
      .execute()
}

// A number is not compared.
const isLong = (word: string): boolean => word.length > 2 && !/^\d/.test(word)

/**
 * Call it before documents change, and what it returns after: that drops the words which no document still has,
 * whenever as many documents were removed since the index was built as there are, because it reads all of them.
 */
export async function watchWords(db: Database, lastId: () => number): Promise<() => Promise<void>> {
  const before = await countRemoved(db, lastId())
  return async () => {
    const { present, removed } = await countRemoved(db, lastId())
    const turnoversOf = (count: number) => Math.floor(count / Math.max(1, present))
    if (turnoversOf(removed) > turnoversOf(before.removed)) await renewWords(db)
  }
}

/** Ids are never used again. */
async function countRemoved(db: Database, lastId: number) {
  const { count } = await db
    .selectFrom('search_documents')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return { present: Number(count), removed: lastId - Number(count) }
}

async function renewWords(db: Database): Promise<void> {
  await db.deleteFrom('search_vocabulary').execute()
  for (let last = 0; ; ) {
    const documents = await documentsAfter(db, last)
    if (documents.length === 0) return
    await addWords(db, documents.map(documentTerms))
    last = documents.at(-1)?.id ?? last
  }
}

function documentsAfter(db: Database, id: SearchDocumentRow['id']) {
  return db
    .selectFrom('search_documents')
    .select(['id', 'title', 'body', 'identifiers', 'other_words'])
    .where('id', '>', id)
    .orderBy('id')
    .limit(documentsAtOnce)
    .execute()
}
