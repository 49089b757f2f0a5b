import type { Kysely } from 'kysely'
import type { ImportedTable } from '../../store/record-kinds.ts'
import type { Flag, Imported, Tables } from '../../store/tables.ts'
import type { RecordKind } from '../records.ts'

export interface StagingTable {
  /** The position in the source, from 1. */
  id: number
  kind: RecordKind
  key: string
  location: string
  /** Characters of the body, to limit the records in memory. */
  size: number
  /** The content hash, without unresolved references. */
  hash: string
  parent_key: string | null
  served_id: number | null
  served_slug: string | null
  is_incomplete: Flag
  /** 1 for a record of an earlier import with a reference to a record of this one. */
  is_resumed: Flag
  body: string
}

/** A reference to a record that was not staged before it; deleted once resolved. */
export interface StagingReferencesTable {
  record_id: number
  position: number
  field: string
  target_kind: RecordKind
  target_key: string
  is_required: Flag
}

export interface StagingTables {
  staging: StagingTable
  staging_references: StagingReferencesTable
}

/** The staging tables, and the columns that all imported tables share. */
export type StagingDatabase = Kysely<StagingTables & Record<ImportedTable, Imported>>

type Nested = Imported & Pick<Tables['agenda_items'], 'parent_id'>

export function stagingOf(db: Kysely<Tables>): StagingDatabase {
  return db as unknown as StagingDatabase
}

/** Like `stagingOf`, for the tables with a `parent_id`. */
export function nestedOf(
  db: Kysely<Tables>,
): Kysely<StagingTables & Record<'organizations' | 'agenda_items', Nested>> {
  return db as never
}
