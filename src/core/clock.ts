/** Where time comes from; handed in, so that tests can move it. */
export interface Clock {
  /** Wall time in milliseconds since 1970. */
  now(): number
  /** Milliseconds that never run backwards, from an arbitrary start. */
  monotonic(): number
}

export const systemClock: Clock = {
  now: () => Date.now(),
  monotonic: () => performance.now(),
}
