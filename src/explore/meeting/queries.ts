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
