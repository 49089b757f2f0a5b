import type { setTimeout as pause } from 'node:timers/promises'
import type { Clock } from '../../core/clock.ts'
import { type RequestWatch, SourceError } from '../source.ts'
import type { FetchError, HttpResponse } from './fetch-once.ts'

/** Limits for requests to one server; times in milliseconds. */
export interface FetchPolicy {
  concurrency: number
  /** Between the starts of two requests. */
  pauseMs: number
  /** Attempts per request, including the first. */
  attempts: number
  timeoutMs: number
  /** Limit for the decompressed body of one response. */
  bytesMax: number
  /** The delay after the first failure; it doubles with each, up to `backOffMaxMs`. */
  backOffMs: number
  backOffMaxMs: number
  /** A longer `Retry-After` ends the import. */
  retryAfterMaxMs: number
}

export const defaultFetchPolicy: FetchPolicy = {
  concurrency: 4,
  pauseMs: 10,
  attempts: 7,
  timeoutMs: 60_000,
  bytesMax: 64 * 1024 * 1024,
  backOffMs: 1000,
  backOffMaxMs: 60_000,
  retryAfterMaxMs: 600_000,
}

interface Failure {
  /** Null if there was no response. */
  status: number | null
  /** Whether the same request cannot succeed later. */
  isPermanent: boolean
  /** Whether a response with less may be accepted. */
  isTooLarge: boolean
  /** From the `Retry-After` header. */
  retryAfterMs: number | null
}

/** A request that failed after all attempts. */
export class RequestError extends SourceError implements Failure {
  readonly status: number | null
  readonly isPermanent: boolean
  readonly isTooLarge: boolean
  readonly retryAfterMs: number | null

  constructor(message: string, { status, isPermanent, isTooLarge, retryAfterMs }: Failure) {
    super(message)
    this.status = status
    this.isPermanent = isPermanent
    this.isTooLarge = isTooLarge
    this.retryAfterMs = retryAfterMs
  }
}

export interface FailedAttempt extends Failure {
  reason: string
}

/** Statuses after which a retry may succeed. */
export const transientStatuses: ReadonlySet<number> = new Set([408, 425, 429, 500, 502, 503, 504])

interface RetryOptions {
  watch?: RequestWatch | undefined
  clock: Clock
  wait: typeof pause
  stop: AbortSignal
}

/** Repeats requests to one server after a timeout, a transient status or a truncated response. */
export class Retries {
  readonly #policy: FetchPolicy
  readonly #options: RetryOptions
  #pausedUntil = 0

  constructor(policy: FetchPolicy, options: RetryOptions) {
    this.#policy = policy
    this.#options = options
  }

  /** The value of the first attempt that has one; errors name what is requested as `shown`. Throws `RequestError`. */
  async run<T>(shown: string, attempt: () => Promise<{ value: T } | FailedAttempt>): Promise<T> {
    const { attempts } = this.#policy
    for (let count = 1; ; count += 1) {
      await this.#waitForRetryAfter()
      const response = await attempt()
      if ('value' in response) return response.value
      const { reason, isPermanent } = response
      if (isPermanent) throw new RequestError(`${shown} ${reason}`, response)
      if (count >= attempts)
        throw new RequestError(`${shown} ${reason} (${attemptCount(attempts)})`, response)
      await this.#backOff(shown, count, response)
    }
  }

  // A Retry-After delays all requests, because servers count them together.
  async #backOff(shown: string, attempt: number, failure: FailedAttempt): Promise<void> {
    const { backOffMs, backOffMaxMs, retryAfterMaxMs } = this.#policy
    const { retryAfterMs } = failure
    if (retryAfterMs === null) {
      const longest = Math.min(backOffMaxMs, backOffMs * 2 ** (attempt - 1))
      // Jitter, so that requests that failed together are not retried together.
      const delayMs = longest * (0.5 + Math.random() / 2)
      this.#reportRetry(shown, attempt, failure, delayMs)
      await this.#pause(delayMs)
      return
    }
    if (retryAfterMs > retryAfterMaxMs) {
      const seconds = Math.ceil(retryAfterMs / 1000)
      throw new RequestError(`${shown} asked to retry after ${seconds} s`, failure)
    }
    this.#reportRetry(shown, attempt, failure, retryAfterMs)
    this.#pausedUntil = Math.max(this.#pausedUntil, this.#options.clock.monotonic() + retryAfterMs)
  }

  #reportRetry(shown: string, attempt: number, { reason }: FailedAttempt, delayMs: number): void {
    const which = `attempt ${attempt} of ${this.#policy.attempts}`
    const seconds = Math.ceil(delayMs / 1000)
    this.#options.watch?.onRetry(`${shown} ${reason} (${which}), trying again in ${seconds} s`)
  }

  async #waitForRetryAfter(): Promise<void> {
    for (;;) {
      const left = this.#pausedUntil - this.#options.clock.monotonic()
      if (left <= 0) return
      await this.#pause(left)
    }
  }

  async #pause(milliseconds: number): Promise<void> {
    const { wait, stop } = this.#options
    await wait(Math.ceil(milliseconds), undefined, { signal: stop })
  }
}

function attemptCount(attempts: number): string {
  return attempts === 1 ? '1 attempt' : `${attempts} attempts`
}

/** A response that is none of what was requested. */
export function toFailure(
  { status, retryAfter, isChallenge }: HttpResponse,
  now: number,
): FailedAttempt {
  if (isChallenge)
    return {
      reason: `responded with ${status} and a page that only lets people pass, which Reeve does not get around: ask the publisher to admit the program`,
      status,
      isPermanent: true,
      isTooLarge: false,
      retryAfterMs: null,
    }
  return {
    reason: `responded with ${status}`,
    status,
    isPermanent: !transientStatuses.has(status),
    isTooLarge: false,
    retryAfterMs: readRetryAfter(retryAfter, now),
  }
}

/** A request without a response. */
export const withoutResponse = ({
  message,
  isPermanent,
  isTooLarge,
}: FetchError): FailedAttempt => ({
  ...{ reason: message, status: null, isPermanent, isTooLarge, retryAfterMs: null },
})

// Date.parse accepts nearly anything, even -1.
const httpDate = /^[A-Z][a-z]{2}, .* GMT$/

/** Milliseconds of a `Retry-After` header, which is seconds or a date; null if it is invalid. */
export function readRetryAfter(header: string | null, now: number): number | null {
  const text = header?.trim() ?? ''
  if (/^\d{1,9}$/.test(text)) return Number(text) * 1000
  const time = httpDate.test(text) ? Date.parse(text) : Number.NaN
  return Number.isNaN(time) ? null : Math.max(0, time - now)
}
