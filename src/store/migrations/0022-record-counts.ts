import { type Kysely, sql } from 'kysely'

/** What the record of each municipality contains: counts, first and last meeting, languages. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const name of ['meeting', 'motion', 'matter', 'bylaw', 'person', 'vote'])
    await db.schema
      .alterTable('municipalities')
      .addColumn(`${name}_count`, 'integer', (column) => column.notNull().defaultTo(0))
      .execute()
  for (const column of ['first_meeting', 'last_meeting'])
    await db.schema.alterTable('municipalities').addColumn(column, 'text').execute()
  await db.schema
    .alterTable('municipalities')
    .addColumn('languages', 'text', (column) => column.notNull().defaultTo('[]'))
    .execute()
  await count(db)
  await addLanguages(db)
}

async function count(db: Kysely<unknown>): Promise<void> {
  const of = (table: string) => sql`(select count(*) from ${sql.table(table)} as row
    where row.municipality_id = municipalities.id and row.removed_at is null)`
  const meetings = sql`from meetings
    where meetings.municipality_id = municipalities.id and meetings.removed_at is null`
  await sql`update municipalities set meeting_count = ${of('meetings')}, motion_count = ${of('motions')},
    matter_count = ${of('matters')}, bylaw_count = ${of('bylaws')}, person_count = ${of('people')},
    vote_count = (select count(*) from votes inner join motions on motions.id = votes.motion_id
      where motions.municipality_id = municipalities.id and motions.removed_at is null),
    first_meeting = (select min(date) ${meetings}), last_meeting = (select max(date) ${meetings})`.execute(
    db,
  )
}

async function addLanguages(db: Kysely<unknown>): Promise<void> {
  const of = (table: string, column: string) => sql`select row.municipality_id, language
    from ${sql.table(table)} as row inner join documents on documents.${sql.id(column)} = row.id
    where row.removed_at is null and language is not null`
  const { rows } = await sql<{ id: number; language: string }>`
    select distinct municipality_id as id, language from (${of('meetings', 'meeting_id')}
      union ${of('matters', 'matter_id')} union ${of('bylaws', 'bylaw_id')}
      union ${of('agenda_items', 'agenda_item_id')}) as found order by language`.execute(db)
  for (const id of new Set(rows.map((row) => row.id))) {
    const languages = rows.filter((row) => row.id === id).map(({ language }) => language)
    await sql`update municipalities set languages = ${JSON.stringify(languages)} where id = ${id}`.execute(
      db,
    )
  }
}
