import { expect } from 'vitest'
import type { Campaign } from './campaign.ts'

// Every test run fights the small size of each campaign with this seed; `npm run campaign` fights larger ones.
const seed = 20_260_101
// The suite finds what never answers; how fast an answer is, a campaign by hand finds on a quiet machine.
const patience = 10

/** Fights a campaign in a test; each fault shows the request that was answered wrongly. */
export async function win({ run, sizes }: Campaign): Promise<void> {
  const outcome = await run({ size: sizes.small, seed, patience, log: () => undefined })
  expect(outcome.faults).toEqual([])
  expect(outcome.faultCount).toBe(0)
  expect(outcome.requests).toBeGreaterThanOrEqual(Math.min(sizes.small, 500))
}
