import type { Outcome } from './campaign.ts'

/** What came of all rounds of a campaign, with figures of its own. */
export function sumOf(outcomes: readonly Outcome[], figures: Record<string, number>): Outcome {
  const statuses: Record<string, number> = {}
  for (const outcome of outcomes)
    for (const [status, count] of Object.entries(outcome.statuses))
      statuses[status] = (statuses[status] ?? 0) + count
  return {
    requests: outcomes.reduce((all, { requests }) => all + requests, 0),
    statuses,
    faults: outcomes.flatMap(({ faults }) => faults).slice(0, 50),
    faultCount: outcomes.reduce((all, { faultCount }) => all + faultCount, 0),
    figures,
  }
}
