import { performance } from 'node:perf_hooks'
import { setImmediate as nextIteration } from 'node:timers/promises'

const iterationNumber = () => performance.nodeTiming.uvMetricsInfo.loopCount

/** Client connections that may be accepted between two iterations of callers. */
const acceptedMax = 100

// A process has one event loop.
let accepted = 0
/** Accepted connections at the end of the last iteration. */
let seen = 0
/** The last iteration that a caller had. */
let lastIteration = -1
let last = Promise.resolve()
/** Callers of `ownIteration` that wait. */
let waiting = 0

/** Call for each accepted connection of a client. */
export function noteConnection(): void {
  accepted += 1
}

/** Whether this iteration of the event loop has had no caller, and none waits; it is then the one. */
export function takeIteration(): boolean {
  const iteration = iterationNumber()
  if (waiting > 0 || seen !== accepted || lastIteration === iteration) return false
  lastIteration = iteration
  return true
}

/**
 * Resolves in an iteration of the event loop that no other caller has. Work that takes long has one for each part, so
 * that health checks and cached responses wait for one part only. Callers are served in order.
 */
export function ownIteration(): Promise<void> {
  waiting += 1
  last = last.then(nextQuietIteration)
  return last
}

// libuv accepts one connection in each iteration; a burst of them would otherwise wait for as many iterations.
async function nextQuietIteration(): Promise<void> {
  let isQuiet = seen === accepted && lastIteration !== iterationNumber()
  for (let waited = 0; !isQuiet && waited < acceptedMax; waited += 1) {
    await nextIteration()
    isQuiet = seen === accepted
    seen = accepted
  }
  lastIteration = iterationNumber()
  waiting -= 1
}
