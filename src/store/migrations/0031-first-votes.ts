import { type Kysely, sql } from 'kysely'
import { combinations, expectTwoValues, type FilteredList, nameOf } from './0030-filter-indexes.ts'

/**
 * Lists of votes read one vote for each motion and value, and the motions of all others, so that indexes of every vote
 * make room for smaller ones.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const name of replaced) await db.schema.dropIndex(`votes_${name}`).ifExists().execute()
  await addColumns(db)
  const { scopes, filters } = votes
  // Without either, votes are listed by their motions.
  for (const scope of scopes)
    for (const chosen of combinations(filters))
      if (chosen.includes('value') || chosen.includes('dissent'))
        await indexFirst(db, [scope, ...chosen])
  for (const record of ['meeting_id', 'matter_id'])
    await indexFirst(db, [record], ['value', 'dissent'])
  for (const [name, columns] of Object.entries(indexes))
    await db.schema.createIndex(`votes_${name}`).on('votes').columns(columns).execute()
  await expectTwoValues(db, votes)
}

const votes: FilteredList = {
  table: 'votes',
  scopes: ['municipality_id', 'decided_by_id'],
  filters: ['value', 'dissent', 'contested', 'result_folded'],
  order: ['date desc', 'motion_id desc'],
}

const replaced = [
  ...['municipality_id', 'value', 'result', 'contested', 'dissent', 'decided_by_id'],
  ...['matter_id', 'meeting_id', 'motion_id', 'person_id'],
]

const indexes = {
  motion_id_value: ['motion_id', 'value', 'name_folded', 'id'],
  // All filters, so that the votes of a person are not read to find those that match.
  person_id: [
    ...['person_id', ...votes.order, 'id', ...votes.filters],
    ...['kind', 'decided_by_id'],
  ],
}

async function addColumns(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('votes').addColumn('kind', 'text').execute()
  await db.schema
    .alterTable('votes')
    .addColumn('is_first', 'integer', (column) => column.notNull().defaultTo(0))
    .execute()
  await sql`update votes set kind = motions.kind, is_first = case
      when votes.id in (select min(id) from votes group by motion_id, value) then 1 else 0 end
    from motions where motions.id = votes.motion_id`.execute(db)
}

async function indexFirst(
  db: Kysely<unknown>,
  chosen: readonly string[],
  covered: readonly string[] = [],
): Promise<void> {
  await db.schema
    .createIndex(['votes', ...chosen.map(nameOf), 'first'].join('_'))
    .on('votes')
    .columns([...chosen, ...votes.order, ...covered])
    .where(sql.ref('is_first'), '=', sql.lit(1))
    .execute()
}
