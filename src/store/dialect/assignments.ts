import { type RawBuilder, sql } from 'kysely'

/** The assignments of an `update`: every column of `row` but its id, each set to what `toValue` gives for its name. */
export function assignments(
  row: Record<string, unknown>,
  toValue: (name: string) => RawBuilder<unknown>,
): RawBuilder<unknown> {
  const names = Object.keys(row).filter((name) => name !== 'id')
  return sql.join(names.map((name) => sql`${sql.id(name)} = ${toValue(name)}`))
}
