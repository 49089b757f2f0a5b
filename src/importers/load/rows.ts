import type { AnyPart, Layout } from '../../record/field.ts'
import { kinds, type RecordKind } from '../../record/kinds.ts'
import type { PartTable } from '../../store/record-kinds.ts'
import type { Rows } from './references.ts'

/** A row that belongs to exactly one record. */
export type PartRow = readonly [table: PartTable | 'document_sections', row: Values]

type Values = Record<string, unknown>

/** The columns of the fields of a record or a part, besides its references. */
export function fieldColumns({ columns }: Layout, fields: object): Values {
  const row: Values = {}
  for (const { path, column, store } of columns) {
    let value: unknown = fields
    for (const name of path) value = (value as Values | null | undefined)?.[name]
    row[column] = store(value)
  }
  return row
}

/** What the row of a part has beside its fields. `index` is its position, `above` that of the part that it belongs to. */
export type PartColumns = (table: string, part: object, index: number, above: number) => Values

/** The rows of the parts of a record, each before its own parts. */
export function* recordParts(
  kind: RecordKind,
  record: object,
  id: number,
  tools: { rows: Rows; more: PartColumns },
): Generator<PartRow> {
  const { layout } = kinds[kind]
  const owner = { [`${kind}_id`]: id }
  yield* partRows(layout, record, { owner, above: 0 }, tools)
  for (const { field, table, target } of layout.keys) {
    const key = `${target}_key`
    for (const value of listIn<string>(record, field)) {
      const reference = {
        [key]: value,
        [`${target}_id`]: tools.rows.idOf(target as RecordKind, value),
      }
      yield [table, { ...owner, ...reference }]
    }
  }
}

function* partRows(
  { parts }: Layout,
  holder: object,
  { owner, above }: { owner: Values; above: number },
  tools: { rows: Rows; more: PartColumns },
): Generator<PartRow> {
  for (const { field, part } of parts) {
    for (const [index, value] of listIn<object>(holder, field).entries()) {
      const row = partRow(part, value, tools.rows)
      Object.assign(row, owner, tools.more(part.table, value, index, above))
      yield [part.table as PartTable, row]
      if (part.layout.parts.length > 0)
        yield* partRows(part.layout, value, { owner: { document_id: row.id }, above: index }, tools)
    }
  }
}

function partRow({ layout }: AnyPart, part: object, rows: Rows): Values {
  const row = fieldColumns(layout, part)
  for (const { field, id, target } of layout.references) {
    const key = (part as Values)[field] as string | null | undefined
    row[field] = key ?? null
    row[id] = rows.idOf(target as RecordKind, key)
  }
  return row
}

const listIn = <T>(holder: object, field: string) =>
  ((holder as Values)[field] as readonly T[] | undefined) ?? []
