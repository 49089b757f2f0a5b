import { type Kysely, sql } from 'kysely'

/** How often each two people voted alike: in all, and until each day on which both voted. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await createTables(db)
  await countDays(db)
  await sql`insert into agreement_days
    (person_id, other_id, organization_id, date, motions, same, contested_motions, contested_same)
    select person_id, other_id, organization_id, date, ${sql.join(counts.map(untilThen))}
    from counted_days window until_then as
      (partition by person_id, other_id, organization_id order by date)`.execute(db)
  await sql`drop table counted_days`.execute(db)
  await copyLastDays(db)
  for (const [name, columns] of Object.entries(indexes))
    await db.schema.createIndex(name).on('agreements').columns(columns).execute()
}

const counts = ['motions', 'same', 'contested_motions', 'contested_same']
const pair = ['person_id', 'other_id', 'organization_id']
const indexes = {
  agreements_person_id: ['person_id', 'organization_id', 'other_name_folded', 'other_id'],
  agreements_municipality_id: [
    ...['municipality_id', 'organization_id', 'name_folded', 'person_id'],
    ...['other_name_folded', 'other_id'],
  ],
}

const untilThen = (name: string) => sql`sum(${sql.id(name)}) over until_then`

async function createTables(db: Kysely<unknown>): Promise<void> {
  const tableOf = (name: string) =>
    ['other_id', 'organization_id', ...counts].reduce(
      (table, column) => table.addColumn(column, 'integer', (added) => added.notNull()),
      db.schema
        .createTable(name)
        .addColumn('person_id', 'integer', (column) =>
          column.notNull().references('people.id').onDelete('cascade'),
        ),
    )
  await tableOf('agreements')
    .addColumn('municipality_id', 'integer', (column) =>
      column.notNull().references('municipalities.id').onDelete('cascade'),
    )
    .addColumn('name_folded', 'text', (column) => column.notNull())
    .addColumn('other_name_folded', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('agreements_key', pair as never[])
    .execute()
  await tableOf('agreement_days')
    .addColumn('date', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('agreement_days_key', [...pair, 'date'] as never[])
    .execute()
}

/** Every day on which two people voted, by the body that decided and in all (0). Two unlike votes of one person on one motion are none. */
async function countDays(db: Kysely<unknown>): Promise<void> {
  await sql`create temp table sides as
    select motions.id as motion_id, people.id as person_id, min(votes.value) as value, min(motions.date) as date,
      coalesce(min(motions.decided_by_id), 0) as organization_id, coalesce(min(motions.contested), 0) as contested
    from motions inner join votes on votes.motion_id = motions.id inner join people on people.id = votes.person_id
    where motions.removed_at is null and people.removed_at is null and votes.value in ('For', 'Against')
    group by motions.id, people.id having min(votes.value) = max(votes.value)`.execute(db)
  await sql`create index sides_motion_id on sides (motion_id)`.execute(db)
  await sql`create temp table counted_days as
    select one.person_id, other.person_id as other_id, one.organization_id, one.date, count(*) as motions,
      sum(case when one.value = other.value then 1 else 0 end) as same,
      sum(one.contested) as contested_motions,
      sum(case when one.value = other.value then one.contested else 0 end) as contested_same
    from sides as one inner join sides as other on other.motion_id = one.motion_id and one.person_id < other.person_id
    group by one.person_id, other.person_id, one.organization_id, one.date`.execute(db)
  await sql`drop table sides`.execute(db)
  await sql`create temp table days_in_all as
    select person_id, other_id, 0 as organization_id, date, ${sql.join(counts.map(total))}
    from counted_days group by person_id, other_id, date`.execute(db)
  await sql`delete from counted_days where organization_id = 0`.execute(db)
  await sql`insert into counted_days select * from days_in_all`.execute(db)
  await sql`drop table days_in_all`.execute(db)
}

const total = (name: string) => sql`sum(${sql.id(name)}) as ${sql.id(name)}`

/** The last day has the counts of all days. */
async function copyLastDays(db: Kysely<unknown>): Promise<void> {
  const numbers = sql.join(counts.map((name) => sql.id(name)))
  const copy = (person: string, other: string) => sql`insert into agreements
    (municipality_id, person_id, other_id, organization_id, name_folded, other_name_folded, ${numbers})
    select person.municipality_id, person.id, other.id, organization_id, person.name_folded, other.name_folded, ${numbers}
    from agreement_days as day
    inner join people as person on person.id = day.${sql.id(person)}
    inner join people as other on other.id = day.${sql.id(other)}
    where date = (select max(date) from agreement_days as later where later.person_id = day.person_id
      and later.other_id = day.other_id and later.organization_id = day.organization_id)`
  await copy('person_id', 'other_id').execute(db)
  await copy('other_id', 'person_id').execute(db)
}
