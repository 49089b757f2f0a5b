import { sourceErrorsMax } from '../source.ts'
import type { DiagnosticList } from './diagnostic-list.ts'
import type { LoadScope } from './scope.ts'
import { stagingOf } from './staging-table.ts'

/** Rejects the staged motions whose agenda item belongs to another meeting. */
export async function rejectForeignItems(
  { db, target, source }: LoadScope,
  errors: DiagnosticList,
): Promise<void> {
  const rows = await stagingOf(db)
    .selectFrom('staging as s')
    .innerJoin('motions as motion', (join) =>
      join
        .onRef('motion.key', '=', 's.key')
        .onRef('motion.is_incomplete', '=', 's.is_incomplete')
        .on('motion.municipality_id', '=', target.id)
        .on('motion.source', '=', source),
    )
    .innerJoin(
      db
        .selectFrom('motions')
        .innerJoin('agenda_items as item', 'item.id', 'motions.agenda_item_id')
        .innerJoin('meetings as own', 'own.id', 'motions.meeting_id')
        .innerJoin('meetings as other', 'other.id', 'item.meeting_id')
        .select(['motions.id', 'item.key as item', 'own.key as meeting', 'other.key as other'])
        .whereRef('item.meeting_id', '!=', 'motions.meeting_id')
        .where('motions.municipality_id', '=', target.id)
        .as('foreign'),
      'foreign.id',
      'motion.id',
    )
    .select(['s.location', 's.key', 'foreign.item', 'foreign.meeting', 'foreign.other'])
    .where('s.kind', '=', 'motion')
    .orderBy('s.id')
    .limit(sourceErrorsMax)
    .execute()
  errors.addRows(rows, ({ location, key, item, meeting, other }) => ({
    location,
    subject: `motion ${key}`,
    reason: `/agenda_item_key: "${item}" belongs to meeting "${other}", not to "${meeting}": a motion and its agenda item must belong to the same meeting`,
  }))
}
