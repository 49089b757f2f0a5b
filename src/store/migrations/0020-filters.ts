import { type Kysely, sql } from 'kysely'

/** What motions, meetings and by-laws are filtered by. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const [table, column] of [
    ['motions', 'has_votes'],
    ['meetings', 'has_recorded_votes'],
  ] as const)
    await db.schema
      .alterTable(table)
      .addColumn(column, 'integer', (added) => added.notNull().defaultTo(0))
      .execute()
  await sql`update motions set has_votes = 1
    where exists (select 1 from votes where votes.motion_id = motions.id)`.execute(db)
  await sql`update meetings set has_recorded_votes = 1
    where exists (select 1 from motions where motions.meeting_id = meetings.id
      and motions.removed_at is null and motions.has_votes = 1)`.execute(db)
  const lists: Record<string, string[]> = {
    motions_municipality_id_has_votes_date_id: ['municipality_id', 'has_votes'],
    motions_decided_by_id_date_id: ['decided_by_id'],
    meetings_municipality_id_status_date_id: ['municipality_id', 'status'],
    meetings_municipality_id_has_minutes_date_id: ['municipality_id', 'has_minutes'],
    meetings_municipality_id_has_recorded_votes_date_id: ['municipality_id', 'has_recorded_votes'],
  }
  for (const [name, columns] of Object.entries(lists))
    await db.schema
      .createIndex(name)
      .on(name.startsWith('motions') ? 'motions' : 'meetings')
      .columns([...columns, 'date desc', 'id desc'])
      .execute()
  await addTexts(db)
}

/** The texts by which by-laws are found, which SQL cannot fold. */
async function addTexts(db: Kysely<unknown>): Promise<void> {
  for (const column of ['title_folded', 'number_folded', 'number_groups'])
    await db.schema
      .alterTable('bylaws')
      .addColumn(column, 'text', (added) => added.notNull().defaultTo(''))
      .execute()
  const { rows } = await sql<{ id: number; title: string; bylaw_number: string | null }>`
    select id, title, bylaw_number from bylaws`.execute(db)
  for (const { id, title, bylaw_number } of rows) {
    const number = folded(bylaw_number ?? '')
    await sql`update bylaws set title_folded = ${folded(title)}, number_folded = ${number},
      number_groups = ${groups(number)} where id = ${id}`.execute(db)
  }
}

const folded = (text: string) =>
  text.normalize('NFKD').toLowerCase().normalize('NFKD').replace(/\p{M}/gu, '')

function groups(number: string): string {
  const parts = number.match(/\d+|\p{L}+/gu) ?? []
  return [' ', ...parts.map((part) => `${part.replace(/^0+(?=\d)/, '')} `)].join('')
}
