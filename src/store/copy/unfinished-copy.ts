import type { Kysely } from 'kysely'
import { StoreError } from '../store-error.ts'
import type { Tables } from '../tables.ts'

type Marked = Pick<Kysely<Tables>, 'selectFrom'>

/** The logical hash of what a database is being filled with by `reeve migrate-to`; undefined where it is not. */
export async function unfinishedCopyOf(db: Marked): Promise<string | undefined> {
  const mark = await db.selectFrom('unfinished_copy').select('source_hash').executeTakeFirst()
  return mark?.source_hash
}

/** Throws `StoreError` for a database that holds a part of another one only. */
export async function assertNoUnfinishedCopy(db: Marked): Promise<void> {
  if ((await unfinishedCopyOf(db)) === undefined) return
  throw new StoreError(
    'the database is a copy that is not finished: run the same reeve migrate-to again, and it goes on where it was',
  )
}
