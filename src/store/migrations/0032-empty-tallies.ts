import { type Kysely, sql } from 'kysely'

/** No tally where nobody is for or against, and no losing side where the result contradicts the counts. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`update motions set contested = null,
      tally_for = null, tally_against = null, tally_abstain = null, tally_absent = null
    where tally_for = 0 and tally_against = 0 and not exists (
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
}

const carried = [
  ...['carried', 'carried as amended', 'adopted', 'approved', 'passed', 'received and carried'],
  ...['adopté tel que modifié', 'adoptée telle que modifiée'],
  ...["adopté à l'unanimité", "adoptée à l'unanimité", 'adopté à l’unanimité'],
  ...['adoptée à l’unanimité', 'adopté sur division', 'adoptée sur division'],
]
