import type { Kysely } from 'kysely'
import type { SqlDialect } from '../../store/dialect/dialect.ts'
import type { Tables } from '../../store/tables.ts'
import type { RecordKind } from '../records.ts'
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
  touched: Touched
  problems: Problems
}

/** Row ids whose content moved, so that what stands on them (parents, search texts) moves too. */
export type Touched = Record<RecordKind, Set<number>>
