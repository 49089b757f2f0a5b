import type { Config } from '../config/config.ts'

/** How a server ends, in milliseconds. */
export interface Drain {
  /** For so long it still takes new connections, and says at `/readyz` that it is ending. */
  noticeMs: number
  /** For so long after that it keeps connections on which nothing is asked. */
  lingerMs: number
}

/** The end that SIGTERM asks for. */
export function drainOf({ drainSeconds }: Config): Drain {
  // Whoever has been given notice is met by nobody who hangs up on a connection that was only just opened.
  return { noticeMs: drainSeconds * 1000, lingerMs: drainSeconds > 0 ? 1000 : 0 }
}
