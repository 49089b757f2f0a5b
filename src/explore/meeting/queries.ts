import type { ReadDatabase } from '../../store/open.ts'

/** The statements of a meeting, in the order of the source; one statement. */
export async function listStatements(db: ReadDatabase, meetingId: number, limit: number) {
  return db
    .selectFrom('key_statements')
    .leftJoin('people', 'people.id', 'key_statements.person_id')
    .select(['key_statements.slug', 'key_statements.text', 'key_statements.context'])
    .select(['key_statements.speaker', 'key_statements.start_seconds'])
    .select(['people.name', 'people.slug as person_slug'])
    .where('key_statements.meeting_id', '=', meetingId)
    .orderBy('key_statements.id')
    .limit(limit)
    .execute()
}

/** The meeting whose minutes are at a URL, once for each of its documents in a known language. */
export function minutesAt(db: Pick<ReadDatabase, 'selectFrom'>, url: string | null) {
  return db
    .selectFrom('meetings')
    .leftJoin('documents', (join) =>
      join
        .onRef('documents.meeting_id', '=', 'meetings.id')
        .on('documents.language', 'is not', null),
    )
    .select(['meetings.title', 'meetings.date', 'documents.url', 'documents.type'])
    .select(['documents.language', 'documents.agenda_item_id'])
    .where('meetings.minutes_url', '=', url)
    .orderBy('meetings.id')
    .orderBy('documents.id')
    .limit(({ lit }) => lit(versionsMax))
}

export type MinutesRow = Awaited<ReturnType<ReturnType<typeof minutesAt>['execute']>>[number]

/** More than a meeting has. */
const versionsMax = 100
