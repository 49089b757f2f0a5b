import { type Kysely, sql } from 'kysely'

/** What the list of votes is filtered and ordered by, beside each vote. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('motions').addColumn('decided_by_id', 'integer').execute()
  for (const column of [...copied, 'dissent'])
    await db.schema
      .alterTable('votes')
      .addColumn(column, column === 'result_folded' ? 'text' : 'integer')
      .execute()
  for (const column of ['date', 'name_folded'])
    await db.schema
      .alterTable('votes')
      .addColumn(column, 'text', (added) => added.notNull().defaultTo(''))
      .execute()
  await fillColumns(db)
  await createIndexes(db)
}

const copied = [
  'municipality_id',
  'meeting_id',
  'matter_id',
  'decided_by_id',
  'result_folded',
  'contested',
]

async function fillColumns(db: Kysely<unknown>): Promise<void> {
  await sql`update motions set decided_by_id = coalesce(
    (select id from organizations where id = motions.organization_id and removed_at is null),
    (select organizations.id from meetings
      inner join organizations on organizations.id = meetings.organization_id
      where meetings.id = motions.meeting_id
        and meetings.removed_at is null and organizations.removed_at is null))`.execute(db)
  const carried = sql`('carried', 'carried as amended', 'adopted', 'approved', 'passed', 'received and carried')`
  const columns = copied.map((column) => sql`${sql.id(column)} = motions.${sql.id(column)}`)
  await sql`update votes set ${sql.join(columns)}, date = motions.date, dissent = case
      when value not in ('For', 'Against') then null
      when motions.result_folded in ${carried} then case value when 'Against' then 1 else 0 end
      when motions.result_folded = 'defeated' then case value when 'For' then 1 else 0 end end
    from motions where motions.id = votes.motion_id`.execute(db)
  await sql`update votes set name_folded = people.name_folded from people
    where people.id = votes.person_id and people.removed_at is null`.execute(db)
  await foldNames(db)
}

/** Folds the names of votes without a person, which SQL cannot. */
async function foldNames(db: Kysely<unknown>): Promise<void> {
  await sql`create temp table folded_names as
    select distinct person_name as name, '' as folded from votes where name_folded = ''`.execute(db)
  await sql`create index folded_names_name on folded_names (name)`.execute(db)
  const { rows } = await sql<{ name: string }>`select name from folded_names`.execute(db)
  for (const { name } of rows)
    await sql`update folded_names set folded = ${folded(name)} where name = ${name}`.execute(db)
  await sql`update votes set name_folded = folded from folded_names
    where votes.name_folded = '' and name = votes.person_name`.execute(db)
  await sql`drop table folded_names`.execute(db)
}

const folded = (name: string) =>
  name.normalize('NFKD').toLowerCase().normalize('NFKD').replace(/\p{M}/gu, '')

async function createIndexes(db: Kysely<unknown>): Promise<void> {
  const newestFirst = ['date desc', 'motion_id desc']
  const byName = ['name_folded', 'id']
  const indexes: Record<string, string[]> = {
    votes_municipality_id: ['municipality_id', ...newestFirst, ...byName],
    votes_value: ['municipality_id', 'value', ...newestFirst, ...byName],
    votes_result: ['municipality_id', 'result_folded', ...newestFirst, ...byName],
    votes_contested: ['municipality_id', 'contested', ...newestFirst, ...byName],
    votes_dissent: ['municipality_id', 'dissent', ...newestFirst, ...byName],
    votes_decided_by_id: ['decided_by_id', ...newestFirst, ...byName],
    votes_matter_id: ['matter_id', ...newestFirst, ...byName],
    votes_meeting_id: ['meeting_id', 'motion_id desc', ...byName],
    votes_motion_id_name: ['motion_id', ...byName],
    votes_person_id: ['person_id', ...newestFirst, 'id'],
  }
  await db.schema.dropIndex('votes_person_id_value').execute()
  for (const [name, columns] of Object.entries(indexes))
    await db.schema.createIndex(name).on('votes').columns(columns).execute()
}
