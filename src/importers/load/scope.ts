import type { Kysely } from 'kysely'
import type { SqlDialect } from '../../store/dialect/dialect.ts'
import type { Tables } from '../../store/tables.ts'
import type { RecordKind } from '../records.ts'
import type { Warning } from '../source.ts'

export interface LoadTarget {
  id: number
  jurisdictionId: string
  timeZone: string
}

/** Shared by all steps of one import. */
export interface LoadScope {
  readonly db: Kysely<Tables>
  readonly dialect: SqlDialect
  readonly target: LoadTarget
  readonly source: string
  /** The `updated_at` of all changed rows, ISO 8601 UTC. */
  readonly now: string
  /** Whether the source is a subset of a larger record, so that references may be unresolved. */
  readonly isPartial: boolean
  /** Whether rows that the source no longer has are removed. */
  readonly prune: boolean
  /** Whether records that cannot be right are omitted (decision 94). */
  readonly isThirdParty: boolean
  /** The keys of the records that were omitted, which `--prune` does not remove. */
  readonly omitted: ReadonlyMap<RecordKind, readonly string[]>
  /** The staged records of each kind of this source. */
  readonly counts: Map<RecordKind, number>
  /** Reports a warning. */
  warn(warning: Warning): void
}
