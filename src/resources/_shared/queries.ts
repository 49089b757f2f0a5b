import type { ReadDatabase } from '../../store/open.ts'

/** Which part of a list to read: so many rows after a position, or after so many others. */
export interface Range {
  after?: readonly (string | number)[] | undefined
  limit: number
  offset?: number
}

/** How many entities of a kind a municipality has; one statement. */
export async function countRows(
  db: ReadDatabase,
  table: 'matters' | 'meetings' | 'motions' | 'organizations' | 'people',
  municipalityId: number,
): Promise<number> {
  const { count } = await db
    .selectFrom(table as 'people')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('municipality_id', '=', municipalityId)
    .where('removed_at', 'is', null)
    .executeTakeFirstOrThrow()
  return Number(count)
}
