import type { Kysely } from 'kysely'
import type { SqlDialect } from '../../store/dialect/dialect.ts'
import type { Tables } from '../../store/tables.ts'

/** The municipality that an import fills. */
export interface LoadTarget {
  id: number
  jurisdictionId: string
  timeZone: string
}

/** What the steps of one import write to; the same for all of them. */
export interface LoadScope {
  readonly db: Kysely<Tables>
  readonly dialect: SqlDialect
  readonly target: LoadTarget
  readonly source: string
  /** When the import writes, ISO 8601 UTC: the `updated_at` of all that it changes. */
  readonly now: string
  /** Whether this source is a slice of a larger record, so that references may lead out of it. */
  readonly isPartial: boolean
  /** Whether rows that the source no longer holds are removed. */
  readonly prune: boolean
}
