import type { Config } from '../config/config.ts'

/** How a server ends, in milliseconds. */
export interface Drain {
  /** For so long it still takes new connections, and says at `/readyz` that it is ending. */
  noticeMs: number
  /** For so long after that it keeps idle connections. */
  lingerMs: number
}

const lingerMs = 1000

/** The end that SIGTERM asks for. */
export function drainOf({ drainSeconds }: Config): Drain {
  return { noticeMs: drainSeconds * 1000, lingerMs }
}
