import { expect } from 'vitest'
import type { StressTest } from './stress-test.ts'

// Test runs use the small size of each stress test and this seed; `npm run stress` uses the large size.
const seed = 20_260_101
// Test runs only find missing responses; slow ones are found by `npm run stress` on an idle machine.
const timeoutFactor = 10

/** Runs a stress test within a test run; each error shows the request. */
export async function runStressTest({ run, sizes }: StressTest): Promise<void> {
  const outcome = await run({ size: sizes.small, seed, timeoutFactor, log: () => undefined })
  expect(outcome.errors).toEqual([])
  expect(outcome.failureCount).toBe(0)
  expect(outcome.requests).toBeGreaterThanOrEqual(Math.min(sizes.small, 500))
}
