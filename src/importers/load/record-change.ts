import type { AboutKind, HistoryKind } from '../../record/history-fields.ts'
import type { ImportRecord, RecordKind } from '../../record/kinds.ts'
import type { WriteStore } from '../../store/open.ts'
import type { Lifted } from './masked.ts'

export type Values = Readonly<Record<string, unknown>>

/** A record before it is written, with the row that it replaces, if any. */
export interface Replaced {
  id: number
  slug: string
  old: Values | undefined
  columns: Values
  record: ImportRecord
  /** Whether it was removed, and is back. */
  isReturned: boolean
}

/** A change that is to be kept. */
export interface Change {
  kind: HistoryKind
  id: number
  field: string
  old: string | null
  new: string | null
  about: { kind: AboutKind; slug?: string | null; title?: string | null }
}

export interface HistoryScope extends Pick<WriteStore, 'db' | 'dialect'> {
  target: { id: number }
  source: string
  now: string
  lifted: Lifted
}

/** What an import tells of the records that it replaces and removes. */
export interface KeptHistory {
  /** The columns of the rows of a kind that it compares. */
  columnsOf(kind: RecordKind): string[]
  /** Call before the rows and their parts are replaced. */
  note(kind: RecordKind, all: readonly Replaced[]): Promise<void>
  /** Call before rows are removed. */
  noteRemoved(kind: RecordKind, rows: readonly (Values & { id: number })[]): void
  /** Call once all rows are written and removed. */
  finish(): Promise<void>
}
