import { jsonRows, parseRows } from '../store/json-rows.ts'
import type { ReadDatabase } from '../store/open.ts'

interface Sitting {
  id: number
  date: string
  organizationId: number
}

/** The meetings of the same body before and after one; one statement. */
export async function findNeighbours(db: ReadDatabase, { id, date, organizationId }: Sitting) {
  const beside = (comparison: '<' | '>', direction: 'asc' | 'desc') =>
    db
      .selectFrom('meetings')
      .select(['slug', 'title', 'date'])
      .where('organization_id', '=', organizationId)
      .where('removed_at', 'is', null)
      .where(({ eb, refTuple, tuple }) =>
        eb(refTuple('meetings.date', 'meetings.id'), comparison, tuple(date, id)),
      )
      .orderBy('date', direction)
      .orderBy('id', direction)
      .limit(({ lit }) => lit(1))
  const row = await db
    .selectNoFrom([
      jsonRows(db, beside('<', 'desc')).as('previous'),
      jsonRows(db, beside('>', 'asc')).as('next'),
    ])
    .executeTakeFirstOrThrow()
  return { previous: parseRows(row.previous)[0], next: parseRows(row.next)[0] }
}

/** Motions on record, and those with at least one vote by name; one statement. */
export async function countMotions(db: ReadDatabase, municipalityId: number) {
  const row = await db
    .selectFrom('motions')
    .select(({ fn, exists, selectFrom, case: when }) => [
      fn.countAll<number>().as('motions'),
      fn
        .sum<number | null>(
          when()
            .when(
              exists(
                selectFrom('votes')
                  .select('votes.id')
                  .whereRef('votes.motion_id', '=', 'motions.id'),
              ),
            )
            .then(1)
            .else(0)
            .end(),
        )
        .as('recorded'),
    ])
    .where('municipality_id', '=', municipalityId)
    .where('removed_at', 'is', null)
    .executeTakeFirstOrThrow()
  return { motions: Number(row.motions), recorded: Number(row.recorded) }
}
