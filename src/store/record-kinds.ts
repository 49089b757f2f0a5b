import type { Kysely } from 'kysely'
import type { Imported } from './record-tables.ts'
import type { SearchKind, Tables } from './tables.ts'

/**
 * How each kind of record is stored, in loading order: a kind refers only to itself and to kinds before it. A reference
 * is a key as the source states it, in `x_key`, and the id of the record with it, in `x_id`; the targets of `partOf`
 * change together with the row. The tables in `parts` hold rows of one record, under `<kind>_id`.
 */
export const recordKinds = {
  organization: {
    table: 'organizations',
    references: { parent_id: 'organization' },
    partOf: [],
    parts: [],
  },
  person: { table: 'people', references: {}, partOf: [], parts: [] },
  membership: {
    table: 'memberships',
    references: { person_id: 'person', organization_id: 'organization' },
    partOf: ['person_id', 'organization_id'],
    parts: [],
  },
  bylaw: {
    table: 'bylaws',
    references: {},
    partOf: [],
    parts: ['sponsorships', 'documents'],
  },
  matter: {
    table: 'matters',
    references: { bylaw_id: 'bylaw' },
    partOf: ['bylaw_id'],
    parts: ['sponsorships', 'documents'],
  },
  meeting: {
    table: 'meetings',
    references: { organization_id: 'organization', chair_id: 'person' },
    partOf: ['organization_id'],
    parts: ['attendance', 'speaking_time', 'key_statements', 'documents'],
  },
  agenda_item: {
    table: 'agenda_items',
    references: { meeting_id: 'meeting', parent_id: 'agenda_item', matter_id: 'matter' },
    partOf: ['meeting_id', 'matter_id'],
    parts: ['documents', 'bylaw_references'],
  },
  motion: {
    table: 'motions',
    references: {
      meeting_id: 'meeting',
      agenda_item_id: 'agenda_item',
      matter_id: 'matter',
      organization_id: 'organization',
      mover_id: 'person',
      seconder_id: 'person',
    },
    partOf: ['meeting_id', 'matter_id'],
    parts: ['votes', 'candidates', 'bylaw_references'],
  },
  action: {
    table: 'actions',
    references: {
      matter_id: 'matter',
      organization_id: 'organization',
      meeting_id: 'meeting',
      motion_id: 'motion',
    },
    partOf: ['matter_id'],
    parts: [],
  },
} as const satisfies Record<string, KindTables>

interface KindTables {
  table: keyof Tables
  references: Readonly<Record<string, string>>
  partOf: readonly string[]
  parts: readonly (keyof Tables)[]
}

type Kinds = typeof recordKinds

/** The references of the rows of parts. */
const partReferences = {
  sponsorships: { person_id: 'person' },
  attendance: { person_id: 'person' },
  speaking_time: { person_id: 'person' },
  key_statements: { person_id: 'person' },
  votes: { person_id: 'person' },
  candidates: { person_id: 'person' },
  bylaw_references: { bylaw_id: 'bylaw' },
  documents: {},
} as const satisfies Record<PartTable, Readonly<Record<string, keyof Kinds>>>

/** The column with the key of what a column `x_id` refers to. */
export const keyColumn = (column: string) => column.replace(/_id$/, '_key')

export type ImportedTable = Kinds[keyof Kinds]['table']
export type PartTable = Kinds[keyof Kinds]['parts'][number]

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
  kind: keyof Kinds
  table: ImportedTable | PartTable
  column: string
  target: keyof Kinds
  /** The column with the id of the record. */
  owner: string
}

export const referenceColumns: readonly ReferenceColumn[] = (
  Object.keys(recordKinds) as (keyof Kinds)[]
).flatMap((kind) => {
  const { table, references, parts } = recordKinds[kind]
  const columnsOf = (of: Pick<ReferenceColumn, 'table' | 'owner'>, declared: object) =>
    Object.entries(declared as Record<string, keyof Kinds>).map(([column, target]) => ({
      ...of,
      kind,
      column,
      target,
    }))
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
