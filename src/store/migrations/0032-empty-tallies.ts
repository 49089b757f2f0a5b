import { type Kysely, sql } from 'kysely'

/**
 * No tally where nobody is for or against, no losing side where the result contradicts the counts, and full votes by name
 * apart from those that lack some of the names.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`update motions set contested = null,
      tally_for = null, tally_against = null, tally_abstain = null, tally_absent = null
    where coalesce(tally_for, 0) = 0 and coalesce(tally_against, 0) = 0
      and coalesce(tally_for, tally_against, tally_abstain, tally_absent) is not null and not exists (
      select 1 from votes where motion_id = motions.id and value in ('For', 'Against'))`.execute(db)
  await sql`update votes set contested = null from motions
    where motions.id = votes.motion_id
      and motions.contested is null and votes.contested is not null`.execute(db)
  await sql`update votes set dissent = null from motions
    where motions.id = votes.motion_id and votes.dissent is not null
      and ((motions.result_folded in (${sql.join(carried.map(sql.lit))}) and tally_for < tally_against)
        or (motions.result_folded = 'defeated' and tally_against = 0 and tally_for > 0))`.execute(
    db,
  )
  await countMotions(db)
}

/** How many motions of each municipality name as many on each side as were counted, and how many others name somebody. */
async function countMotions(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('municipalities')
    .addColumn('partial_vote_count', 'integer', (column) => column.notNull().defaultTo(0))
    .execute()
  const named = (...values: string[]) => sql`(select count(*) from votes
    where motion_id = motions.id and value in (${sql.join(values.map(sql.lit))}))`
  const full = sql`(exists (select 1 from votes where motion_id = motions.id and candidate is not null)
    or (tally_for is not null and tally_against is not null
      and ${named('For')} >= tally_for and ${named('Against')} >= tally_against))`
  const of = (motions: ReturnType<typeof sql>) => sql`(select count(*) from motions
    where municipality_id = municipalities.id and removed_at is null and has_votes = 1 and ${motions})`
  await sql`update municipalities set recorded_vote_count = ${of(full)},
    partial_vote_count = ${of(sql`not ${full} and ${named('For', 'Against')} > 0`)}`.execute(db)
}

const carried = [
  ...['carried', 'carried as amended', 'adopted', 'approved', 'passed', 'received and carried'],
  ...['adopté tel que modifié', 'adoptée telle que modifiée'],
  ...["adopté à l'unanimité", "adoptée à l'unanimité", 'adopté à l’unanimité'],
  ...['adoptée à l’unanimité', 'adopté sur division', 'adoptée sur division'],
]
