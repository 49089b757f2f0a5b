import type { Config } from '../config/config.ts'

/** The delays of a shutdown, in milliseconds. */
export interface Drain {
  /** How long it still accepts connections while `/readyz` returns 503. */
  readinessDelayMs: number
  /** How long idle connections stay open after that. */
  keepAliveGraceMs: number
}

const keepAliveGraceMs = 1000

export function drainOf({ drainSeconds }: Config): Drain {
  return { readinessDelayMs: drainSeconds * 1000, keepAliveGraceMs }
}
