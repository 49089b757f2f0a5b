import type { ReadDatabase } from '../store/open.ts'

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
