import { stringify } from 'csv-stringify/sync'
import type { TSchema } from 'typebox'

type Value = string | number | boolean | null
type Item = Readonly<Record<string, unknown>>

/** A column of a table, such as `item_outcome.result`. */
export interface Column {
  name: string
  /** Its schema. */
  field: Properties
  valueIn: (item: Item) => Value
}

interface Properties {
  type?: string | string[]
  format?: string
  description?: string
  properties?: Record<string, TSchema & Properties>
}

/** The columns of items of a schema: its fields and those of its objects, without lists. */
export function columnsOf(schema: TSchema): Column[] {
  return Object.entries((schema as Properties).properties ?? {}).flatMap(([name, field]) => {
    if ([field.type].flat().includes('array')) return []
    if (field.properties === undefined)
      return [{ name, field, valueIn: (item: Item) => item[name] as Value }]
    return columnsOf(field).map((column) => ({
      name: `${name}.${column.name}`,
      field: column.field,
      valueIn: (item: Item) => {
        const part = item[name] as Item | null
        return part === null ? null : column.valueIn(part)
      },
    }))
  })
}

export interface CsvOptions {
  /** Whether spreadsheets open it: with a byte order mark, and text that begins like a formula after an apostrophe. */
  forSpreadsheet: boolean
}

/** The first line, with the names of the columns. */
export function csvHeader(columns: readonly Column[], { forSpreadsheet }: CsvOptions): string {
  const names = columns.map(({ name }) => name)
  return `${forSpreadsheet ? '\uFEFF' : ''}${toLines([names], { forSpreadsheet })}`
}

/** A line for each item (RFC 4180). An unknown value is empty. */
export function csvLines(
  columns: readonly Column[],
  items: readonly Item[],
  options: CsvOptions,
): string {
  const rows = items.map((item) => columns.map(({ valueIn }) => toCell(valueIn(item))))
  return toLines(rows, options)
}

/** The library would write `false` as nothing. */
function toCell(value: Value): Value {
  return typeof value === 'boolean' ? String(value) : value
}

/** Many programs take any of these for the end of a line; the library quotes only CRLF. */
const lineBreak = /[\r\n]/

function toLines(rows: readonly (readonly Value[])[], { forSpreadsheet }: CsvOptions): string {
  return stringify([...rows], {
    record_delimiter: 'windows',
    quoted_match: lineBreak,
    escape_formulas: forSpreadsheet,
  })
}
