import { batches } from '../../core/batches.ts'
import type { Slugs } from './ids.ts'
import type { Changes, LoadScope } from './scope.ts'
import { slugInMeeting, wasWithoutMeeting } from './writers.ts'

/**
 * Gives motions that came before their meetings the slugs that they would have had after them. Their former ones lead to
 * them, and belong to no other motion.
 */
export async function moveMotions(
  { changedRows }: Pick<Changes, 'changedRows'>,
  scope: LoadScope,
  slugs: Slugs,
): Promise<void> {
  const { db, dialect, target } = scope
  // The numbers of equal slugs follow this order.
  for (const ids of batches([...changedRows.motion].sort((a, b) => a - b))) {
    const rows = await db
      .selectFrom('motions')
      .innerJoin('meetings', 'meetings.id', 'motions.meeting_id')
      .select(['motions.id', 'motions.slug', 'motions.position', 'meetings.slug as meeting'])
      .where(({ ref }) => dialect.inArray(ref('motions.id'), dialect.arrayParam(ids)))
      .where('motions.identifier', 'is', null)
      .orderBy('motions.id')
      .execute()
    const moved = rows.filter(({ slug }) => wasWithoutMeeting(slug))
    if (moved.length === 0) continue
    const former = moved.map(({ id, slug }) => ({
      ...{ municipality_id: target.id, kind: 'motion', slug, id },
    }))
    await dialect.insertAll(db, 'former_slugs', former)
    const assigned = await slugs.assign(
      'motion',
      moved.map(({ meeting, position }) => slugInMeeting(meeting, position)),
    )
    const updates = moved.map(({ id }, n) => ({ id, slug: assigned[n] }))
    await dialect.updateAll(db, 'motions', updates)
  }
}
