import type { Config } from '../config/config.ts'

/** How a server ends, in milliseconds. */
export interface Drain {
  /** For so long it still takes new connections, and says at `/readyz` that it is ending. */
  readinessDelayMs: number
  /** For so long after that it keeps idle connections. */
  keepAliveGraceMs: number
}

const keepAliveGraceMs = 1000

/** The end that SIGTERM asks for. */
export function drainOf({ drainSeconds }: Config): Drain {
  return { readinessDelayMs: drainSeconds * 1000, keepAliveGraceMs }
}
