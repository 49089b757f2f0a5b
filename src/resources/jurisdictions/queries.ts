import type { ReadDatabase } from '../../store/open.ts'

/** Dates of the first and the last meeting; null without meetings. One statement. */
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
