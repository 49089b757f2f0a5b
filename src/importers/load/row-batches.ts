import { batches } from '../../core/batches.ts'
import type { LoadScope } from './scope.ts'

const batchLength = 5000

/** The ids of the rows of a council in batches, read once: a list by id for each batch would sort all rows each time. */
export async function* idBatches(
  { db, target }: Pick<LoadScope, 'db' | 'target'>,
  table: 'matters' | 'motions' | 'people',
): AsyncGenerator<number[]> {
  const rows = await db
    .selectFrom(table)
    .select('id')
    .where('municipality_id', '=', target.id)
    .orderBy('id')
    .execute()
  yield* batches(
    rows.map(({ id }) => id),
    batchLength,
  )
}

/** Rows in batches by id, so that a large record needs no more memory. A batch may be updated before the next is read. */
export async function* rowBatches<R extends { id: number }>(
  list: (after: number, limit: number) => Promise<R[]>,
): AsyncGenerator<R[]> {
  for (let after = 0; ; ) {
    const rows = await list(after, batchLength)
    if (rows.length > 0) yield rows
    if (rows.length < batchLength) return
    after = rows.at(-1)?.id ?? after
  }
}

export interface IdRange {
  first: number
  last: number
}

/** The lowest and the highest id of a batch. */
export function idRange(batch: readonly { id: number }[]): IdRange {
  return { first: batch[0]?.id ?? 0, last: batch.at(-1)?.id ?? 0 }
}
