import type { Kysely } from 'kysely'

/** Every list and detail reads through one of these. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const lists: Record<string, string[][]> = {
    organizations: [['municipality_id', 'name_folded', 'id'], ['parent_id']],
    people: [['municipality_id', 'name_folded', 'id']],
    bylaws: [
      ['municipality_id', 'year desc', 'id desc'],
      ['municipality_id', 'status_folded', 'year desc', 'id desc'],
      ['municipality_id', 'category_folded', 'year desc', 'id desc'],
    ],
    matters: [
      ['municipality_id', 'last_seen desc', 'id desc'],
      ['municipality_id', 'status_folded', 'last_seen desc', 'id desc'],
      ['municipality_id', 'category_folded', 'last_seen desc', 'id desc'],
      ['bylaw_id'],
    ],
    meetings: [
      ['municipality_id', 'date desc', 'id desc'],
      ['municipality_id', 'type_folded', 'date desc', 'id desc'],
      ['organization_id', 'date desc', 'id desc'],
      ['municipality_id', 'has_transcript', 'date desc', 'id desc'],
    ],
    motions: [
      ['municipality_id', 'date desc', 'id desc'],
      ['municipality_id', 'result_folded', 'date desc', 'id desc'],
      ['mover_id', 'date desc', 'id desc'],
      ['meeting_id', 'date desc', 'id desc'],
      ['matter_id', 'date desc', 'id desc'],
    ],
    memberships: [['person_id'], ['organization_id']],
    attendance: [['meeting_id'], ['person_id']],
    speaking_time: [['meeting_id'], ['person_id']],
    key_statements: [['meeting_id']],
    documents: [['meeting_id'], ['agenda_item_id'], ['matter_id']],
    document_sections: [['document_id']],
    agenda_items: [['meeting_id', 'position'], ['matter_id']],
    sponsorships: [['matter_id']],
    votes: [['motion_id'], ['person_id', 'value']],
    search_entries: [['municipality_id'], ['meeting_id']],
    api_keys: [['account_id']],
  }
  for (const [table, indexes] of Object.entries(lists)) {
    for (const columns of indexes) {
      const name = [table, ...columns.map((column) => column.replace(' desc', ''))].join('_')
      await db.schema.createIndex(name).on(table).columns(columns).execute()
    }
  }
}
