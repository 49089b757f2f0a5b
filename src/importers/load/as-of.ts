import { dateInZone } from '../../core/calendar-date.ts'
import type { OpenedSource } from '../source.ts'
import type { LoadScope } from './scope.ts'
import { stagingOf } from './staging-table.ts'

/**
 * Moves the day up to which the record speaks: what the source says of itself, else its newest change, else the newest
 * thing that happened, but never a day to come. It moves back only with `--prune`, where the source is the whole record.
 * Returns whether it moved.
 */
export async function deriveAsOf(
  scope: LoadScope,
  source: Pick<OpenedSource, 'asOf'>,
): Promise<boolean> {
  const { db, target, prune } = scope
  const found = source.asOf?.() ?? (await newestChange(scope)) ?? (await newestEvent(scope))
  if (found === null) return false
  const today = dateInZone(Date.parse(scope.now), target.timeZone)
  const [day = today] = [found, today].sort()
  const isWhole = prune && (await isOnlySource(scope))
  const moved = await db
    .updateTable('municipalities')
    .set({ as_of: day })
    .where('id', '=', target.id)
    .where(({ eb, or }) =>
      or([
        eb('as_of', 'is', null),
        eb('as_of', '<', day),
        // An import with a wrong clock may have set a day to come.
        eb('as_of', '>', isWhole ? day : today),
      ]),
    )
    .executeTakeFirst()
  return moved.numUpdatedRows > 0n
}

/** Whether no other source was imported into the municipality. */
async function isOnlySource({ db, target, source }: LoadScope): Promise<boolean> {
  const other = await db
    .selectFrom('imports')
    .select('id')
    .where('municipality_id', '=', target.id)
    .where('result', '=', 'done')
    .where('source', '!=', source)
    .limit(1)
    .executeTakeFirst()
  return other === undefined
}

async function newestChange({ db, now, target }: LoadScope): Promise<string | null> {
  const { newest } = await stagingOf(db)
    .selectFrom('staging')
    .select(({ fn }) => fn.max('source_updated_at').as('newest'))
    .where('source_updated_at', '<=', now)
    .executeTakeFirstOrThrow()
  return newest === null ? null : dateInZone(Date.parse(newest), target.timeZone)
}

async function newestEvent({ db, now, target }: LoadScope): Promise<string | null> {
  const today = dateInZone(Date.parse(now), target.timeZone)
  const newestIn = async (table: 'meetings' | 'motions' | 'actions') => {
    const row = await db
      // The columns read here are the same in all tables.
      .selectFrom(table as 'meetings')
      .select(({ fn }) => fn.max('date').as('date'))
      .where('municipality_id', '=', target.id)
      .where('date', '<=', today)
      .$if(table === 'meetings', (query) => query.where('status', '=', 'completed'))
      .executeTakeFirst()
    return row?.date || null
  }
  const days = [await newestIn('meetings'), await newestIn('motions'), await newestIn('actions')]
  return (
    days
      .filter((day) => day !== null)
      .sort()
      .at(-1) ?? null
  )
}
