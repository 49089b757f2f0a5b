type NamedRow = Record<string, unknown>

/**
 * Makes objects of rows that come as arrays. It is written out for its columns: an object that is made whole takes a third
 * of the time of one to which each column is added.
 */
export function rowNamer(columns: readonly string[]): (row: readonly unknown[]) => NamedRow {
  const fields = columns.map((column, i) => `${JSON.stringify(column)}: row[${i}]`)
  return new Function('row', `return { ${fields.join()} }`) as ReturnType<typeof rowNamer>
}
