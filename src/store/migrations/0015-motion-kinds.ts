import { type Kysely, sql } from 'kysely'

/** Kinds of motions, candidates of elections, and whether a vote was contested. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const column of ['kind', 'superseded_text'])
    await db.schema.alterTable('motions').addColumn(column, 'text').execute()
  await db.schema.alterTable('motions').addColumn('contested', 'integer').execute()
  await db.schema.alterTable('votes').addColumn('candidate', 'text').execute()
  await createCandidates(db)
  await sql`update motions set contested = case
    when ${was('For', sql`tally_for`)} and ${was('Against', sql`tally_against`)} then 1
    when tally_for is not null and tally_against is not null then 0 end`.execute(db)
  for (const column of ['kind', 'contested'])
    await db.schema
      .createIndex(`motions_municipality_id_${column}_date_id`)
      .on('motions')
      .columns(['municipality_id', column, 'date desc', 'id desc'])
      .execute()
}

function was(value: string, tally: ReturnType<typeof sql>) {
  return sql`(coalesce(${tally}, 0) > 0 or exists
    (select 1 from votes where votes.motion_id = motions.id and votes.value = ${value}))`
}

async function createCandidates(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('candidates')
    .addColumn('id', 'integer', (column) => column.primaryKey().autoIncrement())
    .addColumn('motion_id', 'integer', (column) =>
      column.notNull().references('motions.id').onDelete('cascade'),
    )
    .addColumn('person_id', 'integer', (column) => column.references('people.id'))
    .addColumn('person_name', 'text', (column) => column.notNull())
    .addColumn('votes', 'integer')
    .addColumn('elected', 'integer')
    .execute()
  await db.schema.createIndex('candidates_motion_id').on('candidates').column('motion_id').execute()
}
