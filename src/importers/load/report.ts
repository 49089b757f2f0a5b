import { pluralOf, type RecordKind } from '../records.ts'
import type { Finding } from '../source.ts'
import type { Problems } from './problems.ts'

/** How the records of one kind came out. */
export interface KindReport {
  added: number
  changed: number
  same: number
  removed: number
}

/** What an import did, by the plural name of each kind. */
export interface LoadReport {
  kinds: Record<string, KindReport>
  notices: Finding[]
  /** References that lead out of a slice, by the plural name of the kind that they lead to. */
  leftOut: Record<string, number>
}

export function emptyKinds(): Record<RecordKind, KindReport> {
  const kinds = Object.keys(pluralOf) as RecordKind[]
  const entries = kinds.map((kind) => [kind, { added: 0, changed: 0, same: 0, removed: 0 }])
  return Object.fromEntries(entries) as Record<RecordKind, KindReport>
}

export function byPlural(kinds: Record<RecordKind, KindReport>): Record<string, KindReport> {
  return Object.fromEntries(
    Object.entries(kinds).map(([kind, report]) => [pluralOf[kind as RecordKind], report]),
  )
}

/** Whether anything in the database is not as it was before. */
export function hasChanges(kinds: Record<RecordKind, KindReport>): boolean {
  return Object.values(kinds).some(({ added, changed, removed }) => added + changed + removed > 0)
}

/** How many references were left out, to each kind. */
export function leftOutByPlural(leftOut: Problems | null): Record<string, number> {
  const counts = leftOut?.toKinds ?? new Map<RecordKind, number>()
  return Object.fromEntries([...counts].map(([kind, count]) => [pluralOf[kind], count]))
}
