import { setTimeout as pause } from 'node:timers/promises'
import pLimit, { type LimitFunction } from 'p-limit'
import { type Clock, systemClock } from '../../core/clock.ts'
import { type OpenOptions, type RequestWatch, SourceError } from '../source.ts'
import { FetchError, fetchOnce, type HttpResponse } from './fetch-once.ts'
import { isTooDeep, tooDeep } from './json-depth.ts'
import { parseJson } from './json-positions.ts'

/** How hard a server is asked; times in milliseconds. */
export interface FetchPolicy {
  /** Requests under way at once. */
  concurrency: number
  /** How often one thing is asked for before it is given up. */
  attempts: number
  /** How long one answer may take, whole. */
  timeoutMs: number
  /** How large one answer may be, in bytes, unpacked. */
  bytesMax: number
  /** The pause after the first failure; it doubles with each, up to `longestPauseMs`. */
  backOffMs: number
  backOffMaxMs: number
  /** A server that asks for a longer pause than this with Retry-After is not waited for. */
  retryAfterMaxMs: number
}

export const defaultFetchPolicy: FetchPolicy = {
  concurrency: 4,
  attempts: 7,
  timeoutMs: 60_000,
  bytesMax: 64 * 1024 * 1024,
  backOffMs: 1000,
  backOffMaxMs: 60_000,
  retryAfterMaxMs: 600_000,
}

interface ClientOptions extends Pick<OpenOptions, 'watch' | 'clock'> {
  /** Waits so many milliseconds. */
  wait?: typeof pause
}

/** An address that did not answer with JSON. `status` is that of its answer, null where there was none. */
export class RequestError extends SourceError {
  readonly status: number | null

  constructor(message: string, status: number | null) {
    super(message)
    this.status = status
  }
}

/** What went wrong in one attempt. */
interface FailedAttempt {
  reason: string
  status: number | null
  isPermanent: boolean
  /** How long the server asks to wait; null where it does not say. */
  retryAfterMs: number | null
}

const headers = { accept: 'application/json', 'user-agent': 'reeve (imports council records)' }

/** Statuses after which the same request may succeed. */
export const transientStatuses: ReadonlySet<number> = new Set([408, 425, 429, 500, 502, 503, 504])

/**
 * Asks one server for JSON, politely, and again where that can help: after too many requests, an error of the server, no
 * answer in time, an answer cut short.
 */
export class JsonClient {
  readonly #policy: FetchPolicy
  readonly #watch: RequestWatch | undefined
  readonly #clock: Clock
  readonly #wait: typeof pause
  readonly #limit: LimitFunction
  readonly #stop = new AbortController()
  #pausedUntil = 0

  constructor(
    policy: FetchPolicy,
    { watch, clock = systemClock, wait = pause }: ClientOptions = {},
  ) {
    this.#policy = policy
    this.#watch = watch
    this.#clock = clock
    this.#wait = wait
    this.#limit = pLimit(policy.concurrency)
  }

  /** The JSON at an address, which a failure calls `shown`: it may hold a key. Throws `FetchFailed`. */
  get(url: string, shown: string): Promise<unknown> {
    return this.#limit(() => this.#getWithRetries(url, shown))
  }

  /** Ends what is under way; nothing can be asked afterwards. */
  stop(): void {
    this.#limit.clearQueue()
    this.#stop.abort()
  }

  async #getWithRetries(url: string, shown: string): Promise<unknown> {
    const { attempts } = this.#policy
    for (let attempt = 1; ; attempt += 1) {
      await this.#waitForRetryAfter()
      this.#watch?.onRequest(shown)
      const answer = await this.#attempt(url)
      if ('value' in answer) return answer.value
      const { reason, status, isPermanent } = answer
      if (isPermanent) throw new RequestError(`${shown} ${reason}`, status)
      if (attempt >= attempts)
        throw new RequestError(`${shown} ${reason} (${attemptCount(attempts)})`, status)
      await this.#backOff(shown, attempt, answer)
    }
  }

  async #attempt(url: string): Promise<{ value: unknown } | FailedAttempt> {
    const { timeoutMs, bytesMax } = this.#policy
    try {
      const answer = await fetchOnce(url, { headers, timeoutMs, bytesMax, stop: this.#stop.signal })
      return answer.ok ? toValue(answer.text) : toFailure(answer, this.#clock.now())
    } catch (error) {
      if (this.#stop.signal.aborted) throw new SourceError('the import was stopped')
      if (!(error instanceof FetchError)) throw error
      const { message: reason, isPermanent } = error
      return { reason, status: null, isPermanent, retryAfterMs: null }
    }
  }

  // One that is told to wait holds back all: the server counts requests, not what they are for.
  async #backOff(shown: string, attempt: number, failure: FailedAttempt): Promise<void> {
    const { backOffMs, backOffMaxMs, retryAfterMaxMs } = this.#policy
    const { retryAfterMs, status } = failure
    if (retryAfterMs === null) {
      const longest = Math.min(backOffMaxMs, backOffMs * 2 ** (attempt - 1))
      // Between half of it and all of it, so that requests that failed together do not come back together.
      const delayMs = longest * (0.5 + Math.random() / 2)
      this.#reportRetry(shown, attempt, failure, delayMs)
      await this.#pause(delayMs)
      return
    }
    if (retryAfterMs > retryAfterMaxMs) {
      const seconds = Math.ceil(retryAfterMs / 1000)
      throw new RequestError(`${shown} asks for a pause of ${seconds} s`, status)
    }
    this.#reportRetry(shown, attempt, failure, retryAfterMs)
    this.#pausedUntil = Math.max(this.#pausedUntil, this.#clock.monotonic() + retryAfterMs)
  }

  #reportRetry(shown: string, attempt: number, { reason }: FailedAttempt, delayMs: number): void {
    const which = `attempt ${attempt} of ${this.#policy.attempts}`
    const seconds = Math.ceil(delayMs / 1000)
    this.#watch?.onRetry(`${shown} ${reason} (${which}), trying again in ${seconds} s`)
  }

  async #waitForRetryAfter(): Promise<void> {
    for (;;) {
      const left = this.#pausedUntil - this.#clock.monotonic()
      if (left <= 0) return
      await this.#pause(left)
    }
  }

  async #pause(milliseconds: number): Promise<void> {
    await this.#wait(Math.ceil(milliseconds), undefined, { signal: this.#stop.signal })
  }
}

function attemptCount(attempts: number): string {
  return attempts === 1 ? '1 attempt' : `${attempts} attempts`
}

function toFailure({ status, retryAfter }: HttpResponse, now: number): FailedAttempt {
  return {
    reason: `answers ${status}`,
    status,
    isPermanent: !transientStatuses.has(status),
    retryAfterMs: readRetryAfter(retryAfter, now),
  }
}

function toValue(text: string): { value: unknown } | FailedAttempt {
  const failure = { status: 200, isPermanent: false, retryAfterMs: null }
  try {
    const value: unknown = JSON.parse(text)
    if (!isTooDeep(value)) return { value }
    return { ...failure, reason: `answers with JSON that ${tooDeep}`, isPermanent: true }
  } catch {
    const broken = parseJson(text)
    const position = broken.ok ? '' : ` at ${broken.line}:${broken.column}, which ${broken.reason}`
    return { ...failure, reason: `answers with no JSON${position}` }
  }
}

// Date.parse takes nearly anything for a date, also -1.
const httpDate = /^[A-Z][a-z]{2}, .* GMT$/

/** Milliseconds that a Retry-After header asks to wait, given as seconds or as a date; null where it says nothing. */
export function readRetryAfter(header: string | null, now: number): number | null {
  const text = header?.trim() ?? ''
  if (/^\d{1,9}$/.test(text)) return Number(text) * 1000
  const time = httpDate.test(text) ? Date.parse(text) : Number.NaN
  return Number.isNaN(time) ? null : Math.max(0, time - now)
}
