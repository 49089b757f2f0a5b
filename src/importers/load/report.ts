import { pluralOf } from '../records.ts'
import type { Diagnostic } from '../source.ts'
import type { Changes } from './changes.ts'
import type { DiagnosticList } from './diagnostic-list.ts'
import type { Plan } from './plan.ts'

export interface KindReport {
  added: number
  changed: number
  same: number
  removed: number
}

export interface LoadReport {
  kinds: Record<string, KindReport>
  warnings: Diagnostic[]
  /** References to records outside a subset, by the plural name of their kind. */
  unresolved: Record<string, number>
}

export function kindReports(plan: Plan, pruned: Changes): LoadReport['kinds'] {
  const reports = plan.kinds.map(({ kind, added, changed, same }) => [
    pluralOf[kind],
    { added, changed, same, removed: pruned.changedRows[kind].size },
  ])
  return Object.fromEntries(reports)
}

export function plannedIn({ kinds }: Plan): number {
  return kinds.reduce((sum, { added, changed, same }) => sum + added + changed + same, 0)
}

export function hasChanges(kinds: LoadReport['kinds']): boolean {
  return Object.values(kinds).some(({ added, changed, removed }) => added + changed + removed > 0)
}

export function unresolvedByPlural({ toKinds }: DiagnosticList): Record<string, number> {
  return Object.fromEntries([...toKinds].map(([kind, count]) => [pluralOf[kind], count]))
}
