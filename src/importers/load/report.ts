import { pluralOf } from '../records.ts'
import type { Diagnostic } from '../source.ts'
import type { Changes } from './changes.ts'
import type { DiagnosticList } from './diagnostic-list.ts'
import type { Plan } from './plan.ts'

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
  warnings: Diagnostic[]
  /** References that lead out of a slice, by the plural name of the kind that they lead to. */
  unresolved: Record<string, number>
}

export function kindReports(plan: Plan, pruned: Changes): LoadReport['kinds'] {
  const reports = plan.kinds.map(({ kind, added, changed, same }) => [
    pluralOf[kind],
    { added, changed, same, removed: pruned.changedRows[kind].size },
  ])
  return Object.fromEntries(reports)
}

/** How many staged records a plan is of. */
export function plannedIn({ kinds }: Plan): number {
  return kinds.reduce((sum, { added, changed, same }) => sum + added + changed + same, 0)
}

/** Whether anything in the database differs from before. */
export function hasChanges(kinds: LoadReport['kinds']): boolean {
  return Object.values(kinds).some(({ added, changed, removed }) => added + changed + removed > 0)
}

/** How many references are unresolved, to each kind. */
export function unresolvedByPlural({ toKinds }: DiagnosticList): Record<string, number> {
  return Object.fromEntries([...toKinds].map(([kind, count]) => [pluralOf[kind], count]))
}
