import type { Clock } from '../core/clock.ts'
import { SlidingWindow, type Verdict } from './sliding-window.ts'

/** The window of the limit (contract 8). */
export const windowMs = 60_000

/** Holds each key to `limit` requests in any `windowSeconds`. */
export interface Limiter {
  readonly limit: number
  readonly windowSeconds: number
  /** Counts one request of a key, if it is let through. */
  take(keyId: string): Promise<Verdict>
}

/** Counts in the memory of this process: exact where it is the only one. */
export function memoryLimiter(limit: number, clock: Clock): Limiter {
  const window = new SlidingWindow(limit, windowMs)
  return {
    limit,
    windowSeconds: windowMs / 1000,
    take: async (keyId) => window.take(keyId, clock.monotonic()),
  }
}
