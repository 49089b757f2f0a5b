import type { Sent } from './wire.ts'

/** Options of a stress test. */
export interface Order {
  /** The size; `counts` names its unit. */
  size: number
  seed: number
  log: (line: string) => void
  /** By how much limits of speed are stretched: 1 by hand, more in the suite, whose machine is anybody's. */
  timeoutFactor: number
  /** A folder with a Legistar archive, in place of the generated one. */
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

/** The result of a stress test, which passes if `errors` is empty. */
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
  /** The unit of `size`. */
  counts: string
  /** For every change, and for a long run by hand. */
  sizes: { small: number; large: number }
  run: (order: Order) => Promise<Outcome>
}
