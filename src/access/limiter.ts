import type { Clock } from '../core/clock.ts'
import { SlidingWindow, type Verdict } from './sliding-window.ts'

export const windowMs = 60_000

/** Allows `limit` requests per key in any `windowSeconds`. */
export interface Limiter {
  readonly limit: number
  readonly windowSeconds: number
  /** Only admitted requests count. */
  take(keyId: string): Promise<Verdict>
}

/** Exact only if a single process serves. */
export function memoryLimiter(limit: number, clock: Clock): Limiter {
  const window = new SlidingWindow(limit, windowMs)
  return {
    limit,
    windowSeconds: windowMs / 1000,
    take: async (keyId) => window.take(keyId, clock.monotonic()),
  }
}
