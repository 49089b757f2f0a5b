import type { Kysely } from 'kysely'
import type { Layout } from '../record/field.ts'
import { type Kinds, kinds, type RecordKind, recordKindNames } from '../record/kinds.ts'
import type { Imported } from './record-tables.ts'
import type { SearchKind, Tables } from './tables.ts'

type Fields = Kinds[RecordKind]['fields']
type PartsOf<F> = {
  [K in keyof F]: F[K] extends { part: { table: infer T } }
    ? T
    : F[K] extends { as: 'keys'; table: infer T }
      ? T
      : never
}[keyof F]
type EachParts<F> = F extends unknown ? PartsOf<F> : never

export type ImportedTable = Kinds[RecordKind]['table']
export type PartTable = EachParts<Fields>

interface KindTables {
  table: ImportedTable
  /** A key as the source states it, in `x_key`, and the id of the record with it, in `x_id`: the kind by `x_id`. */
  references: Readonly<Record<string, RecordKind>>
  /** The references whose targets change together with the row. */
  partOf: readonly string[]
  /** Tables with rows of one record, under `<kind>_id`. */
  parts: readonly PartTable[]
}

type PartReferences = Readonly<Record<PartTable, Readonly<Record<string, RecordKind>>>>

const referencesOf = ({ references }: Layout) =>
  Object.fromEntries(references.map(({ id, target }) => [id, target as RecordKind]))

/** How each kind of record is stored, in loading order: a kind refers only to itself and to kinds before it. */
export const recordKinds = Object.fromEntries(
  Object.entries(kinds).map(([kind, { table, partOf, layout }]): [string, KindTables] => [
    kind,
    {
      table,
      partOf,
      references: referencesOf(layout),
      parts: [
        ...layout.parts.map(({ part }) => part.table),
        ...layout.keys.map((one) => one.table),
      ] as PartTable[],
    },
  ]),
) as Record<RecordKind, KindTables>

/** The references of the rows of parts. */
const partReferences = Object.fromEntries(
  Object.values(kinds).flatMap(({ layout: { parts, keys } }) => [
    ...parts.map(({ part }) => [part.table, referencesOf(part.layout)]),
    ...keys.map(({ table, target }) => [table, { [`${target}_id`]: target }]),
  ]),
) as PartReferences

/** The column with the key of what a column `x_id` refers to. */
export const keyColumn = (column: string) => column.replace(/_id$/, '_key')

/** Sections of documents. */
const sectionTable = 'document_sections'

/** The searchable texts: the table of each kind, and its long columns. */
export const searchTexts = {
  matter: { table: 'matters', columns: ['description', 'plain_english_summary'] },
  agenda_item: { table: 'agenda_items', columns: ['description'] },
  motion: { table: 'motions', columns: ['text', 'summary', 'plain_english_summary'] },
  key_statement: { table: 'key_statements', columns: ['text', 'context'] },
  document_section: { table: sectionTable, columns: ['text'] },
} as const satisfies Record<SearchKind, { table: keyof Tables; columns: readonly string[] }>

export type RecordTable = ImportedTable | PartTable | typeof sectionTable

/** Every table filled by imports, each after the tables it refers to. */
export const recordTables: readonly RecordTable[] = [
  ...new Set(
    Object.values(recordKinds)
      .flatMap(({ table, parts }): RecordTable[] => {
        const hasDocuments = parts.some((part) => part === 'documents')
        return [table, ...parts, ...(hasDocuments ? ([sectionTable] as const) : [])]
      })
      .reverse(),
  ),
].reverse()

/** A column `x_id` of the rows of a kind, or of their parts. */
export interface ReferenceColumn {
  kind: RecordKind
  table: ImportedTable | PartTable
  column: string
  target: RecordKind
  /** The column with the id of the record. */
  owner: string
}

export const referenceColumns: readonly ReferenceColumn[] = recordKindNames.flatMap((kind) => {
  const { table, references, parts } = recordKinds[kind]
  const columnsOf = (
    of: Pick<ReferenceColumn, 'table' | 'owner'>,
    declared: Readonly<Record<string, RecordKind>>,
  ) => Object.entries(declared).map(([column, target]) => ({ ...of, kind, column, target }))
  return [
    ...columnsOf({ table, owner: 'id' }, references),
    ...parts.flatMap((part) =>
      columnsOf({ table: part, owner: `${kind}_id` }, partReferences[part]),
    ),
  ]
})

type Shared = Record<ImportedTable, Imported>

/** Narrows a handle to the columns that the tables of all kinds share. */
export function importedTables(db: Kysely<Tables>): Kysely<Shared>
export function importedTables(
  db: Pick<Kysely<Tables>, 'selectFrom'>,
): Pick<Kysely<Shared>, 'selectFrom'>
export function importedTables(db: Pick<Kysely<Tables>, 'selectFrom'>): unknown {
  return db
}
