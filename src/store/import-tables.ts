import type { Generated } from 'kysely'

/** A run of an import. */
interface ImportsTable {
  id: Generated<number>
  municipality_id: number
  source: string
  /** URL and licence as stated by the source. */
  source_url: string | null
  licence: string | null
  started_at: string
  finished_at: string
  added: number
  changed: number
  same: number
  removed: number
  /** Motions of the source that could not be read. */
  unread_motions: Generated<number>
  /** Name of the importer on the command line, such as `escribe`; null for older runs. */
  importer: string | null
  /** `unopened`: the source could not be opened, perhaps because an argument was wrong. */
  result: Generated<'done' | 'refused' | 'failed' | 'unopened'>
  /** One line; null if the run succeeded. */
  error: string | null
  /** The warnings that the import printed, as a JSON list of lines. */
  warnings: Generated<string>
}

/** How far a source that supports incremental reads has been read. */
interface ReadSourcesTable {
  municipality_id: number
  /** Name of the importer on the command line. */
  importer: string
  source: string
  /** Start of the last import after which nothing older was unread. */
  read_until: string
}

/** A URL that was imported, to be read again. */
interface SourcesTable {
  municipality_id: number
  /** Name of the importer on the command line. */
  importer: string
  location: string
  /** The first day that was read; null for everything. */
  since: string | null
  /** Start of the last import after which nothing older was unread. */
  read_until: string
  /** End of the last import, whatever its result. */
  checked_at: string
  result: 'done' | 'failed'
  /** One line; null if the last import succeeded. */
  error: string | null
}

/** A record that its source no longer has: what it has again if it returns. */
interface RemovedRecordsTable {
  municipality_id: number
  kind: string
  source: string
  key: string
  id: number
  slug: string
  ocd_id: string | null
  created_at: string
  removed_at: string
}

export interface ImportTables {
  imports: ImportsTable
  read_sources: ReadSourcesTable
  sources: SourcesTable
  removed_records: RemovedRecordsTable
}
