import { groupBy } from '../../../core/group-by.ts'
import type { ReadDatabase } from '../../../store/open.ts'

/** The keys of by-laws by the id of the record that refers to them, without pruned ones. */
export async function bylawKeysOf(
  db: ReadDatabase,
  column: 'agenda_item_id' | 'motion_id',
  owners: readonly number[],
): Promise<(owner: number) => string[]> {
  const rows = await db
    .selectFrom('bylaw_references')
    .innerJoin('bylaws', 'bylaws.id', 'bylaw_references.bylaw_id')
    .select([`bylaw_references.${column} as owner`, 'bylaws.key'])
    .where(`bylaw_references.${column}`, 'in', owners)
    .orderBy('bylaw_references.id')
    .execute()
  const found = groupBy(rows, ({ owner }) => owner)
  return (owner) => found(owner).map(({ key }) => key)
}
