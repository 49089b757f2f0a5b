import { type Kysely, PostgresAdapter, sql } from 'kysely'

/** An index for each combination of the filters of a list, so that a page reads only what it shows. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const name of replaced) await db.schema.dropIndex(name).ifExists().execute()
  for (const list of lists) {
    for (const scope of list.scopes) await indexCombinations(db, scope, list)
    await expectTwoValues(db, list)
  }
  await db.schema
    .createIndex('meetings_organization_id_date_id')
    .on('meetings')
    .columns(['organization_id', ...newestFirst, ...meetings.filters, 'removed_at'])
    .execute()
}

export interface FilteredList {
  table: string
  /** What the list is of: one of these columns is always given. */
  scopes: string[]
  filters: string[]
  order: string[]
}

const newestFirst = ['date desc', 'id desc']
const meetings: FilteredList = {
  table: 'meetings',
  scopes: ['municipality_id'],
  filters: ['type_folded', 'status', 'has_minutes', 'has_transcript', 'has_recorded_votes'],
  order: newestFirst,
}
const lists: FilteredList[] = [
  meetings,
  {
    table: 'motions',
    scopes: ['municipality_id', 'decided_by_id'],
    filters: ['result_folded', 'kind', 'contested', 'has_votes'],
    order: newestFirst,
  },
  {
    table: 'matters',
    scopes: ['municipality_id'],
    filters: ['status_folded', 'category_folded'],
    order: ['last_seen desc', 'id desc'],
  },
  {
    table: 'bylaws',
    scopes: ['municipality_id'],
    filters: ['status_folded', 'category_folded'],
    order: ['year desc', 'id desc'],
  },
]

const replaced = [
  'motions_decided_by_id_date_id',
  'meetings_organization_id_date_id',
  ...lists.flatMap(({ table, filters, order }) => {
    const nameWith = (...filter: string[]) =>
      [table, 'municipality_id', ...filter, ...order.map(nameOf)].join('_')
    return [nameWith(), `${nameWith()}_removed_at`, ...filters.map((filter) => nameWith(filter))]
  }),
]

async function indexCombinations(
  db: Kysely<unknown>,
  scope: string,
  { table, filters, order }: FilteredList,
): Promise<void> {
  for (const chosen of combinations(filters)) {
    // Whole lists are counted without reading rows.
    const counted = chosen.length === 0 ? ['removed_at'] : []
    await db.schema
      .createIndex([table, scope, ...chosen.map(nameOf), 'listed'].join('_'))
      .on(table)
      .columns([scope, ...chosen, ...order, ...counted])
      .execute()
  }
}

/** Of equally good indexes SQLite takes the oldest, so that of most filters comes first. */
export function combinations(filters: readonly string[]): string[][] {
  const all: string[][] = [[]]
  for (const filter of filters) all.push(...all.map((chosen) => [...chosen, filter]))
  return all.sort((one, other) => other.length - one.length)
}

/** PostgreSQL has names of at most 63 characters. */
export function nameOf(column: string): string {
  return column.replace(/^has_(recorded_)?|_folded$| desc$/g, '')
}

/**
 * Of a column with one value so far PostgreSQL expects that a filter leaves every row, and reads them all for another
 * value; of a body with more motions than most it expects few, and sorts them all.
 */
export async function expectTwoValues(
  db: Kysely<unknown>,
  { table, scopes, filters }: FilteredList,
): Promise<void> {
  if (!(db.getExecutor().adapter instanceof PostgresAdapter)) return
  const columns = [...filters, ...scopes.filter((scope) => scope !== 'municipality_id')]
  for (const column of columns)
    await sql`alter table ${sql.id(table)} alter column ${sql.id(column)} set (n_distinct = 2)`.execute(
      db,
    )
  await sql`analyze ${sql.id(table)}`.execute(db)
}
