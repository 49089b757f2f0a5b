import type { Outcome } from './stress-test.ts'

/** Adds up the results of all rounds of a stress test, with its own metrics. */
export function sumOf(outcomes: readonly Outcome[], metrics: Record<string, number>): Outcome {
  const statuses: Record<string, number> = {}
  for (const outcome of outcomes)
    for (const [status, count] of Object.entries(outcome.statuses))
      statuses[status] = (statuses[status] ?? 0) + count
  return {
    requests: outcomes.reduce((all, { requests }) => all + requests, 0),
    statuses,
    errors: outcomes.flatMap(({ errors }) => errors).slice(0, 50),
    failureCount: outcomes.reduce((all, { failureCount }) => all + failureCount, 0),
    metrics,
  }
}
