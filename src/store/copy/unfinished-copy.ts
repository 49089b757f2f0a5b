import type { Kysely } from 'kysely'
import { StoreError } from '../store-error.ts'
import type { Tables } from '../tables.ts'

type Marked = Pick<Kysely<Tables>, 'selectFrom'>

/** The logical hash of the source while `reeve migrate-to` fills this database. */
export async function unfinishedCopyOf(db: Marked): Promise<string | undefined> {
  const mark = await db.selectFrom('unfinished_copy').select('source_hash').executeTakeFirst()
  return mark?.source_hash
}

/** Throws `StoreError` for an unfinished copy. */
export async function assertNoUnfinishedCopy(db: Marked): Promise<void> {
  if ((await unfinishedCopyOf(db)) === undefined) return
  throw new StoreError(
    'the database is an unfinished copy: run the same reeve migrate-to again to resume it',
  )
}
