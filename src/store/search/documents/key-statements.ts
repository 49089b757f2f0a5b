import {
  documentOf,
  organizationMarks,
  paragraphs,
  peopleOf,
  type ReadDocuments,
} from './document.ts'

export const keyStatementDocuments: ReadDocuments = async (ids, db) => {
  const rows = await db
    .selectFrom('key_statements')
    .innerJoin('meetings', 'meetings.id', 'key_statements.meeting_id')
    .select(['key_statements.id', 'key_statements.slug', 'meeting_id', 'speaker', 'person_id'])
    .select(['text', 'context', 'meetings.title as meeting_title', 'meetings.date'])
    .select('meetings.organization_id')
    .where('key_statements.id', 'in', ids)
    .orderBy('key_statements.id')
    .execute()
  return rows.map((row) =>
    documentOf({
      ...{ kind: 'key_statement', row, title: row.speaker ?? row.meeting_title, date: row.date },
      body: paragraphs(row.text, row.context),
      marks: [
        ...organizationMarks([row.organization_id]),
        ...peopleOf([{ id: row.person_id, name: null, isAuthor: true }]).marks,
      ],
      meetingId: row.meeting_id,
    }),
  )
}
