import type { Sent } from './wire.ts'

/** How a stress test is asked to run. */
export interface Order {
  /** How much of it; each stress test says what it counts. */
  size: number
  seed: number
  log: (line: string) => void
  /** By how much limits of speed are stretched: 1 by hand, more in the suite, whose machine is anybody's. */
  timeoutFactor: number
  /** A folder with an archive of Legistar to take instead of what is made up. */
  archive?: string | undefined
}

/** What the service may return: one of these statuses and, for an error, one of these codes. */
export interface Expectation {
  status: readonly number[]
  code?: readonly string[]
  /** Rejected before any endpoint is reached, so that nothing of the endpoint's own shows in the response. */
  early?: boolean
}

/** A request whose response was wrong, complete enough to send it again. */
export interface Failure {
  sent: Sent
  expected: Expectation
  why: string
}

/** How a stress test went. It is passed when `errors` is empty. */
export interface Outcome {
  requests: number
  statuses: Record<string, number>
  /** The first errors; `failureCount` counts all. */
  errors: Failure[]
  failureCount: number
  metrics: Record<string, number | string>
}

/** A stress test: a hostile or exhaustive exercise that passes or fails. */
export interface StressTest {
  name: string
  about: string
  /** What `size` counts. */
  counts: string
  /** For every change, and for a long run by hand. */
  sizes: { small: number; large: number }
  run: (order: Order) => Promise<Outcome>
}
