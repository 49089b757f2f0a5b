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
export function csvHeader(columns: readonly Column[], options: CsvOptions): string {
  const names = columns.map(({ name }) => name)
  return `${options.forSpreadsheet ? '\uFEFF' : ''}${toLine(names, options)}`
}

/** A line for each item (RFC 4180). An unknown value is empty. */
export function csvLines(
  columns: readonly Column[],
  items: readonly Item[],
  options: CsvOptions,
): string {
  // Items that follow each other repeat values, as votes do those of their motion.
  const cells = columns.map(({ valueIn }) => {
    let before: Value | undefined
    let cell = ''
    return (item: Item) => {
      const value = valueIn(item)
      if (value === before) return cell
      before = value
      cell = toCell(value, options)
      return cell
    }
  })
  return items.map((item) => `${cells.map((cellIn) => cellIn(item)).join(',')}\r\n`).join('')
}

function toLine(values: readonly Value[], options: CsvOptions): string {
  return `${values.map((value) => toCell(value, options)).join(',')}\r\n`
}

/** What programs that calculate may take for a formula (OWASP, CSV injection), also in the wide forms of East Asian fonts. */
const formula = /^[=+\-@\t\r\n＝＋－＠]/

/** RFC 4180 has CRLF at the end of a line; many programs end it at one of the two as well. */
const needsQuotes = /[",\r\n]/

function toCell(value: Value | undefined, { forSpreadsheet }: CsvOptions): string {
  if (value === null || value === undefined) return ''
  const isFormula = forSpreadsheet && typeof value === 'string' && formula.test(value)
  const text = isFormula ? `'${value}` : String(value)
  return needsQuotes.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
