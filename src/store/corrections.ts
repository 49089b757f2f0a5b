import type { Kysely, Selectable } from 'kysely'
import type { ReadDatabase } from './open.ts'
import type { Tables } from './tables.ts'

export type StoredCorrection = Selectable<Tables['corrections']>

export type NewCorrection = Omit<StoredCorrection, 'id' | 'lifted_on'>

/** Of one municipality, without those that were lifted. */
export const correctionsMax = 10_000

/** Newest first, all or as many as `limit`; also what was lifted. */
export async function listCorrections(
  db: ReadDatabase,
  municipality: string,
  limit?: number,
): Promise<StoredCorrection[]> {
  return db
    .selectFrom('corrections')
    .selectAll()
    .where('municipality', '=', municipality)
    .orderBy('id', 'desc')
    .$if(limit !== undefined, (query) => query.limit(limit ?? 0))
    .execute()
}

export async function insertCorrection(
  db: Kysely<Tables>,
  correction: NewCorrection,
): Promise<number> {
  const { id } = await db
    .insertInto('corrections')
    .values(correction)
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Returns false if it had ended, or there is none. */
export async function liftCorrection(
  db: Kysely<Tables>,
  { municipality, id, today }: { municipality: string; id: number; today: string },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('corrections')
    .set({ lifted_on: today })
    .where('municipality', '=', municipality)
    .where('id', '=', id)
    .where('lifted_on', 'is', null)
    .executeTakeFirst()
  return Number(numUpdatedRows) > 0
}

/** Undoes a lift that could not be applied. */
export async function keepCorrection(db: Kysely<Tables>, id: number): Promise<void> {
  await db.updateTable('corrections').set({ lifted_on: null }).where('id', '=', id).execute()
}

export async function deleteCorrection(db: Kysely<Tables>, id: number): Promise<void> {
  await db.deleteFrom('corrections').where('id', '=', id).execute()
}

/** Deletes the slug that the record had, whose words were taken down. */
export async function forgetCorrectedSlug(db: Kysely<Tables>, id: number): Promise<void> {
  await db.updateTable('corrections').set({ slug: null }).where('id', '=', id).execute()
}
