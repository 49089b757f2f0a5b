import { batches } from '../../core/batches.ts'
import type { RecordKind } from '../../record/kinds.ts'
import type { Slugs } from './ids.ts'
import type { Changes, LoadScope } from './scope.ts'
import { slugInMeeting, wasWithoutMeeting } from './writers.ts'

/**
 * Gives motions that came before their meetings the slugs that they would have had after them. Their former ones lead to
 * them, and belong to no other motion.
 */
export async function moveMotions(
  { rows: { motion: motions } }: Pick<Changes, 'rows'>,
  scope: LoadScope,
  slugs: Slugs,
): Promise<void> {
  const { db, dialect } = scope
  // The numbers of equal slugs follow this order.
  for (const ids of batches([...motions.keys()].sort((a, b) => a - b))) {
    const rows = await db
      .selectFrom('motions')
      .innerJoin('meetings', 'meetings.id', 'motions.meeting_id')
      .select(['motions.id', 'motions.slug', 'motions.position', 'meetings.slug as meeting'])
      .where(({ ref }) => dialect.inArray(ref('motions.id'), dialect.arrayParam(ids)))
      .where('motions.identifier', 'is', null)
      .orderBy('motions.id')
      .execute()
    const early = rows.filter(({ slug }) => wasWithoutMeeting(slug))
    const moved = early.map(({ meeting, position, ...row }) => ({
      ...row,
      key: row.id,
      preferred: slugInMeeting(meeting, position),
    }))
    const assigned = await moveSlugs('motion', moved, scope, slugs)
    const updates = [...assigned].map(([id, slug]) => ({ id, slug }))
    await dialect.updateAll(db, 'motions', updates)
  }
}

interface Move<Key> {
  key: Key
  id: number
  slug: string
  preferred: string
}

/** Keeps the slugs of rows as former ones, and returns the new ones by key. */
export async function moveSlugs<Key>(
  kind: RecordKind,
  moves: readonly Move<Key>[],
  { db, dialect, target }: LoadScope,
  slugs: Slugs,
): Promise<ReadonlyMap<Key, string>> {
  if (moves.length === 0) return new Map()
  const former = moves.map(({ id, slug }) => ({ municipality_id: target.id, kind, slug, id }))
  await dialect.insertAll(db, 'former_slugs', former)
  const assigned = await slugs.assign(
    kind,
    moves.map(({ preferred }) => preferred),
  )
  return new Map(moves.map(({ key }, n) => [key, assigned[n] ?? '']))
}

/** Deletes the former slugs of rows. */
export async function forgetSlugs(
  kind: RecordKind,
  ids: readonly number[],
  { db }: Pick<LoadScope, 'db'>,
): Promise<void> {
  for (const some of batches(ids))
    await db.deleteFrom('former_slugs').where('kind', '=', kind).where('id', 'in', some).execute()
}
