import { type Kysely, sql } from 'kysely'

/** How many motions of each municipality have a vote by name. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('municipalities')
    .addColumn('recorded_vote_count', 'integer', (column) => column.notNull().defaultTo(0))
    .execute()
  await sql`update municipalities set recorded_vote_count = (select count(*) from motions
    where municipality_id = municipalities.id and has_votes = 1 and removed_at is null)`.execute(db)
}
