import type { FastifyBaseLogger } from 'fastify'
import { systemClock } from '../core/clock.ts'

// Ctrl-C in a terminal reaches every process of the group, and npm passes it on to its child besides.
const sameSignalMs = 500

/** Aborts at the first SIGTERM or SIGINT; a later one ends the process at once, with `onSecond` before. */
export function stopSignal(onSecond?: () => void): AbortSignal {
  const stop = new AbortController()
  let stoppedAt = 0
  const listener = () => {
    if (!stop.signal.aborted) {
      stoppedAt = systemClock.monotonic()
      stop.abort()
    } else if (systemClock.monotonic() - stoppedAt >= sameSignalMs) {
      onSecond?.()
      process.exit(1)
    }
  }
  process.on('SIGTERM', listener)
  process.on('SIGINT', listener)
  return stop.signal
}

/** Until the next release: without a listener, SIGUSR2 of an old unit file would end the process. */
export function ignoreReloadSignal(logger: FastifyBaseLogger): void {
  process.on('SIGUSR2', () =>
    logger.warn(
      'SIGUSR2 no longer replaces the workers and is ignored; restart the service instead, and remove ExecReload= from its systemd unit',
    ),
  )
}

/** Resolves when `signal` is aborted. */
export async function aborted(signal: AbortSignal): Promise<void> {
  if (signal.aborted) return
  await new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }))
}
