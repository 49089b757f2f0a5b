import type { ReadDatabase } from '../../store/open.ts'

/** The first and last day on which the municipality's bodies met; nulls without meetings. One statement. */
export async function findMeetingSpan(db: ReadDatabase, municipalityId: number) {
  return db
    .selectFrom('meetings')
    .select(({ fn }) => [
      fn.min<string | null>('date').as('first'),
      fn.max<string | null>('date').as('last'),
    ])
    .where('municipality_id', '=', municipalityId)
    .where('removed_at', 'is', null)
    .executeTakeFirstOrThrow()
}

export type MeetingSpan = Awaited<ReturnType<typeof findMeetingSpan>>
