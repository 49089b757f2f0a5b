import { expect } from 'vitest'
import type { StressTest } from './stress-test.ts'

// Every test run runs the small size of each stress test with this seed; `npm run stress` runs larger ones.
const seed = 20_260_101
// The suite finds what never responds; how fast a response is, a stress test by hand finds on a quiet machine.
const timeoutFactor = 10

/** Runs a stress test in a test; each error shows the request that was handled wrongly. */
export async function runStressTest({ run, sizes }: StressTest): Promise<void> {
  const outcome = await run({ size: sizes.small, seed, timeoutFactor, log: () => undefined })
  expect(outcome.errors).toEqual([])
  expect(outcome.failureCount).toBe(0)
  expect(outcome.requests).toBeGreaterThanOrEqual(Math.min(sizes.small, 500))
}
