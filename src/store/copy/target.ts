import { migrateSchema, type WriteStore } from '../open.ts'
import { StoreError } from '../store-error.ts'
import { unfinishedCopyOf } from './unfinished-copy.ts'

/** Migrates an empty or partly copied target; throws `StoreError`, without changes, for any other. */
export async function prepareTarget(target: WriteStore): Promise<void> {
  const columns = await target.dialect.listColumns(target.db)
  const has = (name: string) => columns.some(({ table }) => table === name)
  if (columns.length > 0 && !has('kysely_migration')) {
    throw new StoreError(
      'the target database contains tables of another application; choose an empty one',
    )
  }
  const isCopy = has('unfinished_copy') && (await unfinishedCopyOf(target.db)) !== undefined
  if (!isCopy && (await isFilled(target, filledTables.filter(has)))) {
    throw new StoreError(
      'the target database already has municipalities or accounts; choose an empty one',
    )
  }
  await migrateSchema(target)
}

const filledTables = ['municipalities', 'accounts'] as const

async function isFilled(
  { db }: WriteStore,
  tables: readonly (typeof filledTables)[number][],
): Promise<boolean> {
  for (const table of tables) {
    if (await db.selectFrom(table).select('id').limit(1).executeTakeFirst()) return true
  }
  return false
}

/** Marks the target as an unfinished copy; accepts a mark of the same source. */
export async function beginCopy(target: WriteStore, sourceHash: string): Promise<void> {
  const begun = await unfinishedCopyOf(target.db)
  if (begun === sourceHash) return
  if (begun !== undefined) {
    throw new StoreError(
      'the source has changed since this copy was started; empty the target database and start again',
    )
  }
  // The target's own secrets are not in use yet; those of the source keep cursors and known browsers valid. Deleted
  // before the mark is set, because a resumed copy must keep the source's.
  await target.transaction((db) => db.deleteFrom('secrets').execute())
  await target.transaction(
    (db) => db.insertInto('unfinished_copy').values({ source_hash: sourceHash }).execute(),
    'record',
  )
}

export async function finishCopy({ db }: WriteStore): Promise<void> {
  await db.deleteFrom('unfinished_copy').execute()
}
