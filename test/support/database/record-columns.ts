import { accessTables } from '../../../src/store/access-tables.ts'
import { copiedTables } from '../../../src/store/copy/copied-tables.ts'
import { recordKinds } from '../../../src/store/record-kinds.ts'
import { dumpOf } from './dump.ts'
import type { Row } from './inspector.ts'

const ofOperator: ReadonlySet<string> = new Set(accessTables)
/** The tables that an import writes. */
const tables = Object.keys(copiedTables).filter((table) => !ofOperator.has(table))

/** The rows of each table, which name other rows by slug or title instead of id. */
export type RecordRows = Record<string, Row[]>

export async function recordRows(databaseUrl: string): Promise<RecordRows> {
  const dump = await dumpOf(databaseUrl)
  const names = new Map(
    Object.entries(dump).map(([table, rows]) => [
      table,
      new Map(rows.map((row) => [row.id, row.slug ?? row.title])),
    ]),
  )
  const named = (table: string, column: string, value: unknown): unknown => {
    const target = column === 'parent_id' ? table : tableOf(column)
    return target === undefined ? value : (names.get(target)?.get(value) ?? null)
  }
  const described = (table: string, row: Row) =>
    Object.fromEntries(
      Object.entries(row).map(([column, value]) => [column, named(table, column, value)]),
    )
  return Object.fromEntries(
    tables.map((table) => [table, (dump[table] ?? []).map((row) => described(table, row))]),
  )
}

const otherNames: Readonly<Record<string, string>> = {
  chair: 'people',
  mover: 'people',
  seconder: 'people',
  other: 'people',
  decided_by: 'organizations',
  linked_bylaw: 'bylaws',
  linked_motion: 'motions',
  document: 'documents',
}

/** The table to whose rows a column refers by id. */
function tableOf(column: string): string | undefined {
  const name = column.endsWith('_id') ? column.slice(0, -'_id'.length) : ''
  return (
    otherNames[name] ?? (recordKinds as Record<string, { table: string } | undefined>)[name]?.table
  )
}

/**
 * `table.column` of each whose values differ; `table` if one side has no rows, or if only the combination of values
 * differs.
 */
export function differingColumns(here: RecordRows, there: RecordRows): string[] {
  return tables.flatMap((table) => {
    const [own, other] = [here[table] ?? [], there[table] ?? []]
    if (own.length === 0 || other.length === 0) return own.length === other.length ? [] : [table]
    const columns = columnsOf(own)
    const differing = columns.filter((column) => !isSame([column], own, other))
    const rest = columns.filter((column) => !differing.includes(column))
    return [
      ...differing.map((column) => `${table}.${column}`),
      ...(isSame(rest, own, other) ? [] : [table]),
    ]
  })
}

const columnsOf = ([first = {}]: readonly Row[]) => Object.keys(first)

function isSame(columns: readonly string[], own: readonly Row[], other: readonly Row[]): boolean {
  const values = (rows: readonly Row[]) =>
    JSON.stringify(rows.map((row) => JSON.stringify(columns.map((column) => row[column]))).sort())
  return values(own) === values(other)
}

const nothing: ReadonlySet<unknown> = new Set([null, '', 0, '[]', '{}'])

/** `table.column` of each that has no value in any row. */
export function emptyColumns(rows: RecordRows): string[] {
  return tables.flatMap((table) => {
    const own = rows[table] ?? []
    if (own.length === 0) return [table]
    return columnsOf(own).flatMap((column) =>
      own.every((row) => nothing.has(row[column])) ? `${table}.${column}` : [],
    )
  })
}
