import type { Kysely } from 'kysely'
import type { SqlDialect } from '../../store/dialect/dialect.ts'
import type { Tables } from '../../store/tables.ts'
import type { RecordKind } from '../records.ts'
import type { Ids } from './ids.ts'
import type { NewRows } from './new-rows.ts'
import type { Problems } from './problems.ts'
import type { References } from './references.ts'
import type { Slugs } from './slugs.ts'

/** The municipality that an import fills. */
export interface LoadTarget {
  id: number
  jurisdictionId: string
  timeZone: string
}

/** What one run of an import shares between its steps. */
export interface LoadContext {
  db: Kysely<Tables>
  dialect: SqlDialect
  target: LoadTarget
  source: string
  /** The moment of this import, ISO 8601 UTC: the `updated_at` of all it changes. */
  now: string
  references: References
  slugs: Slugs
  ids: Ids
  /** Rows that wait to be written. */
  rows: NewRows
  /** Rows that this import wrote or took out: what search holds of them is made anew. */
  written: RowIds
  /** Rows with a part that moved: their `updated_at` moves too. */
  touched: RowIds
  /** Meetings that went or came back: all that stands on them disappears or appears with them. */
  shifted: Set<number>
  problems: Problems
  /** Of a source that is a slice: references out of it. Null where every reference must lead somewhere. */
  leftOut: Problems | null
}

/** Row ids of each kind. */
export type RowIds = Record<RecordKind, Set<number>>
