import { systemClock } from '../core/clock.ts'

// Ctrl-C reaches every process of the terminal's group, and npm sends it to its child a second time.
const sameSignalMs = 500

/** Aborts at the first SIGTERM or SIGINT; the second one calls `onSecond` and exits immediately. */
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

export async function aborted(signal: AbortSignal): Promise<void> {
  if (signal.aborted) return
  await new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }))
}
