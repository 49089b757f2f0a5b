import { migrateSchema, type WriteStore } from '../open.ts'
import { StoreError } from '../store-error.ts'
import { unfinishedCopyOf } from './unfinished-copy.ts'

/** Makes the schema of a database that may be copied to; throws `StoreError`, with nothing changed, for any other. */
export async function prepareTarget(target: WriteStore): Promise<void> {
  const tables = await target.db.introspection.getTables({ withInternalKyselyTables: true })
  const has = (name: string) => tables.some((table) => table.name === name)
  if (tables.length > 0 && !has('kysely_migration')) {
    throw new StoreError(
      'the database to copy to holds tables of something else; name an empty one',
    )
  }
  const isCopy = has('unfinished_copy') && (await unfinishedCopyOf(target.db)) !== undefined
  if (has('municipalities') && !isCopy && (await isFilled(target))) {
    throw new StoreError(
      'the database to copy to has municipalities or accounts already; name an empty one',
    )
  }
  await migrateSchema(target)
}

async function isFilled({ db }: WriteStore): Promise<boolean> {
  const first = (table: 'municipalities' | 'accounts') =>
    db.selectFrom(table).select('id').limit(1).executeTakeFirst()
  return (await first('municipalities')) !== undefined || (await first('accounts')) !== undefined
}

/** Marks the target as unfinished, or finds that it is, of the same source. */
export async function beginCopy(target: WriteStore, sourceHash: string): Promise<void> {
  await target.transaction(async (db) => {
    const begun = await unfinishedCopyOf(db)
    if (begun === sourceHash) return
    if (begun !== undefined) {
      throw new StoreError(
        'the source has changed since this copy of it was begun; empty the database to copy to, and begin again',
      )
    }
    await db.insertInto('unfinished_copy').values({ source_hash: sourceHash }).execute()
    // Its own are of no use to anybody yet; those of the source keep cursors and known browsers valid.
    await db.deleteFrom('secrets').execute()
  })
}

export async function finishCopy({ db }: WriteStore): Promise<void> {
  await db.deleteFrom('unfinished_copy').execute()
}
