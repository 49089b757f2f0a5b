import { InvalidSource } from '../source.ts'
import { columnsNamed, type Table } from './csv-table.ts'

/** A column of a mapping: one name, or those that it has in several tables. */
type Columns<Field extends string> = Readonly<
  Partial<Record<Field, string | readonly string[] | null | undefined>>
>

/** The position of the column of each field. */
export type TableLayout<Field extends string> = ReadonlyMap<Field, number>

/** Where a mapping finds its columns. Throws `InvalidSource` if one is not in the table once. */
export function tableLayout<Field extends string>(
  { name, header }: Pick<Table, 'name' | 'header'>,
  columns: Columns<Field>,
  mayLack: readonly Field[] = [],
): TableLayout<Field> {
  const layout = new Map<Field, number>()
  for (const field of Object.keys(columns) as Field[]) {
    const written = columns[field]
    if (written == null) continue
    const names = [written].flat() as string[]
    const [found, ...others] = columnsNamed(header, names)
    const shown = names.join('" or "')
    if (others.length > 0)
      throw new InvalidSource(
        `${name} has several columns that may be "${shown}"; give each a name of its own. Nothing was imported`,
      )
    if (found !== undefined) layout.set(field, found)
    else if (!mayLack.includes(field))
      throw new InvalidSource(
        `${name} has no column "${shown}"; it has ${header.map((one) => `"${one}"`).join(', ')}; correct the mapping. Nothing was imported`,
      )
  }
  return layout
}
