import { type Kysely, sql } from 'kysely'
import { createIndex, isPostgres } from './create-table.ts'

export interface FilteredList {
  table: string
  /** What the list is of: one of these columns is always given. */
  scopes: string[]
  filters: string[]
  order: string[]
}

/** An index for each combination of the filters of a list, so that a page reads only what it shows. */
export async function indexList(db: Kysely<unknown>, list: FilteredList): Promise<void> {
  const { table, scopes, filters, order } = list
  for (const scope of scopes)
    for (const chosen of combinations(filters)) {
      const name = [table, scope, ...chosen.map(nameOf), 'listed'].join('_')
      await createIndex(db, table, name, [scope, ...chosen, ...order])
    }
  await expectTwoValues(db, list)
}

/** Of equally good indexes SQLite takes the oldest, so that of most filters comes first. */
export function combinations(filters: readonly string[]): string[][] {
  const all: string[][] = [[]]
  for (const filter of filters) all.push(...all.map((chosen) => [...chosen, filter]))
  return all.sort((one, other) => other.length - one.length)
}

/** PostgreSQL has names of at most 63 characters. */
export function nameOf(column: string): string {
  return column.replace(/^has_(recorded_)?|_folded$/g, '')
}

/**
 * Of a column with one value so far PostgreSQL expects that a filter leaves every row, and reads them all for another
 * value; of a body with more motions than most it expects few, and sorts them all.
 */
export async function expectTwoValues(
  db: Kysely<unknown>,
  { table, scopes, filters }: FilteredList,
): Promise<void> {
  if (!isPostgres(db)) return
  for (const column of [...filters, ...scopes.filter((scope) => scope !== 'municipality_id')])
    await sql`alter table ${sql.id(table)} alter column ${sql.id(column)} set (n_distinct = 2)`.execute(
      db,
    )
}
