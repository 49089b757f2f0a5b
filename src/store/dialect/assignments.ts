import { type RawBuilder, sql } from 'kysely'

/** The `set` list of an `update`: every column of `row` except `id`. */
export function assignments(
  row: Record<string, unknown>,
  toValue: (name: string) => RawBuilder<unknown>,
): RawBuilder<unknown> {
  const names = Object.keys(row).filter((name) => name !== 'id')
  return sql.join(names.map((name) => sql`${sql.id(name)} = ${toValue(name)}`))
}
