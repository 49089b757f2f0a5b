import type { Sent } from './wire.ts'

/** Options of a stress test. */
export interface Order {
  /** The size; `counts` names its unit. */
  size: number
  seed: number
  log: (line: string) => void
  /** Multiplies time limits: 1 by hand, more in test runs on a busy machine. */
  timeoutFactor: number
  /** A folder with records, instead of generated ones: a Legistar archive, or a bundle for `copies`. */
  archive?: string | undefined
}

/** The valid statuses of a response and, for errors, the valid codes. */
export interface Expectation {
  status: readonly number[]
  code?: readonly string[]
  /** Whether it is rejected before routing, so that headers of an endpoint are missing. */
  early?: boolean
}

/** A request with an invalid response. */
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

/** A test with random, hostile or exhaustive input that runs longer than a test run allows. */
export interface StressTest {
  name: string
  about: string
  /** The unit of `size`. */
  counts: string
  /** In every test run, and by hand. */
  sizes: { small: number; large: number }
  /** Whether it uses both databases. */
  isOnBoth?: true
  run: (order: Order) => Promise<Outcome>
}
