import type { Generated } from 'kysely'

/** One run of an import: what it read, what it changed, and how it ended. */
interface ImportsTable {
  id: Generated<number>
  municipality_id: number
  source: string
  /** Where the source says it was published, and under what licence. */
  source_url: string | null
  licence: string | null
  started_at: string
  finished_at: string
  added: number
  changed: number
  same: number
  removed: number
  /** The name of the source as the command has it, `escribe` for one; unknown of runs before it was noted. */
  importer: string | null
  result: Generated<'done' | 'refused' | 'failed'>
  /** What went wrong, in one line; null where nothing did. */
  error: string | null
}

/** How far a source that can be read since a day has been read. */
interface ReadSourcesTable {
  municipality_id: number
  /** The name of the source as the command has it, and the name that it gives itself. */
  importer: string
  source: string
  /** When the last import began that leaves nothing unread which changed before it. */
  read_until: string
}

/** A record with a reference to a record that no import has brought yet. It is written again when one does. */
interface UnresolvedRecordsTable {
  municipality_id: number
  source: string
  kind: string
  key: string
  /** Where it is in its source: `file:line`, `file#pointer` or a URL. */
  place: string
  /** The record as JSON. */
  body: string
  is_incomplete: 0 | 1
}

/** The records that an unresolved record refers to. */
interface UnresolvedReferencesTable {
  municipality_id: number
  source: string
  kind: string
  key: string
  target_kind: string
  target_key: string
}

/** What is kept of imports beside what they brought. */
export interface ImportTables {
  imports: ImportsTable
  read_sources: ReadSourcesTable
  unresolved_records: UnresolvedRecordsTable
  unresolved_references: UnresolvedReferencesTable
}
