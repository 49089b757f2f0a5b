import { batches } from '../../core/batches.ts'
import { importedTables, recordKinds } from '../../store/record-kinds.ts'
import type { StoredRecords } from '../source.ts'
import type { LoadScope } from './scope.ts'

/** What is stored of one source in a municipality. */
export function storedRecords({
  db,
  dialect,
  target,
  source,
}: Pick<LoadScope, 'db' | 'dialect' | 'target' | 'source'>): StoredRecords {
  const inBatches = async <V>(
    slugs: readonly string[],
    find: (some: readonly string[]) => Promise<{ slug: string; value: V }[]>,
  ) => {
    const found = new Map<string, V>()
    for (const some of batches(slugs))
      for (const { slug, value } of await find(some)) found.set(slug, value)
    return found
  }
  return {
    keysOf: (kind, slugs) =>
      inBatches(slugs, (some) =>
        importedTables(db)
          .selectFrom(recordKinds[kind].table)
          .select(['slug', 'key as value'])
          .where('municipality_id', '=', target.id)
          .where('source', '=', source)
          .where(({ ref }) => dialect.inArray(ref('slug'), dialect.arrayParam(some)))
          .execute(),
      ),
    positionsOf: (slugs) =>
      inBatches(slugs, (some) =>
        db
          .selectFrom('motions')
          .select(['slug', 'position as value'])
          .where('municipality_id', '=', target.id)
          .where('source', '=', source)
          .where(({ ref }) => dialect.inArray(ref('slug'), dialect.arrayParam(some)))
          .execute(),
      ),
    itemDocumentsOf: (slugs) =>
      inBatches(slugs, async (some) => {
        const rows = await db
          .selectFrom('agenda_items')
          .innerJoin('documents', 'documents.agenda_item_id', 'agenda_items.id')
          .select(({ fn }) => ['agenda_items.slug', fn.countAll<number>().as('value')])
          .where('agenda_items.municipality_id', '=', target.id)
          .where('agenda_items.source', '=', source)
          .where(({ ref }) => dialect.inArray(ref('agenda_items.slug'), dialect.arrayParam(some)))
          .groupBy('agenda_items.slug')
          .execute()
        return rows.map(({ slug, value }) => ({ slug, value: Number(value) }))
      }),
  }
}
