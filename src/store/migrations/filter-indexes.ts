import { type Kysely, sql } from 'kysely'
import { isPostgres } from './create-table.ts'

interface FilteredList {
  table: string
  /** What the list is of: one of these columns is always given. */
  scopes: string[]
  filters: string[]
  order: string[]
  /** A column of the rows that are listed, if not all are. */
  only?: string
}

const newestFirst = ['date desc', 'id desc']

const lists: FilteredList[] = [
  {
    table: 'bylaws',
    scopes: ['municipality_id'],
    filters: ['status_folded', 'category_folded', 'year', 'updated_at'],
    order: ['sort_date desc', 'id desc'],
  },
  {
    table: 'matters',
    scopes: ['municipality_id'],
    filters: ['status_folded', 'category_folded', 'updated_at'],
    order: ['last_seen desc', 'id desc'],
  },
  {
    table: 'meetings',
    scopes: ['municipality_id'],
    filters: [
      ...['type_folded', 'status', 'has_minutes', 'has_transcript', 'has_recorded_votes'],
      'updated_at',
    ],
    order: newestFirst,
  },
  {
    table: 'motions',
    scopes: ['municipality_id', 'decided_by_id'],
    filters: ['result_folded', 'kind', 'contested', 'has_votes', 'updated_at'],
    order: newestFirst,
  },
  // Without a filter by value or dissent, votes are listed by their motions.
  {
    table: 'votes',
    scopes: ['municipality_id', 'decided_by_id'],
    filters: ['value', 'dissent', 'contested', 'result_folded'],
    order: ['date desc', 'motion_id desc'],
    only: 'is_first',
  },
]

/** An index for what each list is of, in its order and with its filters, so that a page reads no row that it drops. */
export async function indexLists(db: Kysely<unknown>): Promise<void> {
  for (const list of lists) {
    const { table, scopes, filters, order, only } = list
    for (const scope of scopes) {
      const index = db.schema
        .createIndex(`${table}_${scope}_filters`)
        .ifNotExists()
        .on(table)
        .columns([scope, ...order, ...filters])
      await (only === undefined ? index : index.where(sql.ref(only), '=', sql.lit(1))).execute()
    }
    await expectTwoValues(db, list)
  }
}

/**
 * Of a column with one value so far PostgreSQL expects that a filter leaves every row, and reads them all for another
 * value; of a body with more motions than most it expects few, and sorts them all.
 */
async function expectTwoValues(
  db: Kysely<unknown>,
  { table, scopes, filters }: FilteredList,
): Promise<void> {
  if (!isPostgres(db)) return
  for (const column of [...filters, ...scopes.filter((scope) => scope !== 'municipality_id')])
    await sql`alter table ${sql.id(table)} alter column ${sql.id(column)} set (n_distinct = 2)`.execute(
      db,
    )
}
