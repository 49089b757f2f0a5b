import { setTimeout as pause } from 'node:timers/promises'
import pLimit, { type LimitFunction } from 'p-limit'
import { type Clock, systemClock } from '../../core/clock.ts'
import { type OpenOptions, type RequestWatch, SourceError } from '../source.ts'
import { askHttp, type HttpAnswer, Unanswered } from './http-answer.ts'
import { isTooDeep, tooDeep } from './json-depth.ts'
import { parseJson } from './json-positions.ts'

/** How hard a server is asked; times in milliseconds. */
export interface Manners {
  /** Requests under way at once. */
  atOnce: number
  /** How often one thing is asked for before it is given up. */
  attempts: number
  /** How long one answer may take, whole. */
  timeoutMs: number
  /** How large one answer may be, in bytes, unpacked. */
  bytesMax: number
  /** The pause after the first failure; it doubles with each, up to `longestPauseMs`. */
  pauseMs: number
  longestPauseMs: number
  /** A server that asks for a longer pause than this with Retry-After is not waited for. */
  longestRetryAfterMs: number
}

export const politeManners: Manners = {
  atOnce: 4,
  attempts: 7,
  timeoutMs: 60_000,
  bytesMax: 64 * 1024 * 1024,
  pauseMs: 1000,
  longestPauseMs: 60_000,
  longestRetryAfterMs: 600_000,
}

interface ClientOptions extends Pick<OpenOptions, 'watch' | 'clock'> {
  /** Waits so many milliseconds. */
  wait?: typeof pause
}

/** An address that did not answer with JSON. `status` is that of its answer, null where there was none. */
export class FetchFailed extends SourceError {
  readonly status: number | null

  constructor(message: string, status: number | null) {
    super(message)
    this.status = status
  }
}

/** What went wrong in one attempt. */
interface Fault {
  reason: string
  status: number | null
  isLasting: boolean
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
  readonly #manners: Manners
  readonly #watch: RequestWatch | undefined
  readonly #clock: Clock
  readonly #wait: typeof pause
  readonly #limit: LimitFunction
  readonly #stop = new AbortController()
  #pausedUntil = 0

  constructor(manners: Manners, { watch, clock = systemClock, wait = pause }: ClientOptions = {}) {
    this.#manners = manners
    this.#watch = watch
    this.#clock = clock
    this.#wait = wait
    this.#limit = pLimit(manners.atOnce)
  }

  /** The JSON at an address, which a failure calls `shown`: it may hold a key. Throws `FetchFailed`. */
  get(url: string, shown: string): Promise<unknown> {
    return this.#limit(() => this.#getUntilAnswered(url, shown))
  }

  /** Ends what is under way; nothing can be asked afterwards. */
  stop(): void {
    this.#limit.clearQueue()
    this.#stop.abort()
  }

  async #getUntilAnswered(url: string, shown: string): Promise<unknown> {
    const { attempts } = this.#manners
    for (let attempt = 1; ; attempt += 1) {
      await this.#waitUntilWelcome()
      this.#watch?.onRequest(shown)
      const answer = await this.#askOnce(url)
      if ('value' in answer) return answer.value
      const { reason, status, isLasting } = answer
      if (isLasting) throw new FetchFailed(`${shown} ${reason}`, status)
      if (attempt >= attempts)
        throw new FetchFailed(`${shown} ${reason} (${attemptCount(attempts)})`, status)
      await this.#rest(shown, attempt, answer)
    }
  }

  async #askOnce(url: string): Promise<{ value: unknown } | Fault> {
    const { timeoutMs, bytesMax } = this.#manners
    try {
      const answer = await askHttp(url, { headers, timeoutMs, bytesMax, stop: this.#stop.signal })
      return answer.ok ? parsed(answer.text) : refusal(answer, this.#clock.now())
    } catch (error) {
      if (this.#stop.signal.aborted) throw new SourceError('the import was stopped')
      if (!(error instanceof Unanswered)) throw error
      const { message: reason, isLasting } = error
      return { reason, status: null, isLasting, retryAfterMs: null }
    }
  }

  // One that is told to wait holds back all: the server counts requests, not what they are for.
  async #rest(shown: string, attempt: number, fault: Fault): Promise<void> {
    const { pauseMs, longestPauseMs, longestRetryAfterMs } = this.#manners
    const { retryAfterMs, status } = fault
    if (retryAfterMs === null) {
      const longest = Math.min(longestPauseMs, pauseMs * 2 ** (attempt - 1))
      // Between half of it and all of it, so that requests that failed together do not come back together.
      const restMs = longest * (0.5 + Math.random() / 2)
      this.#tellRetry(shown, attempt, fault, restMs)
      await this.#pause(restMs)
      return
    }
    if (retryAfterMs > longestRetryAfterMs) {
      const seconds = Math.ceil(retryAfterMs / 1000)
      throw new FetchFailed(`${shown} asks for a pause of ${seconds} s`, status)
    }
    this.#tellRetry(shown, attempt, fault, retryAfterMs)
    this.#pausedUntil = Math.max(this.#pausedUntil, this.#clock.monotonic() + retryAfterMs)
  }

  #tellRetry(shown: string, attempt: number, { reason }: Fault, restMs: number): void {
    const which = `attempt ${attempt} of ${this.#manners.attempts}`
    const seconds = Math.ceil(restMs / 1000)
    this.#watch?.onRetry(`${shown} ${reason} (${which}), trying again in ${seconds} s`)
  }

  async #waitUntilWelcome(): Promise<void> {
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

function refusal({ status, retryAfter }: HttpAnswer, now: number): Fault {
  return {
    reason: `answers ${status}`,
    status,
    isLasting: !transientStatuses.has(status),
    retryAfterMs: readRetryAfter(retryAfter, now),
  }
}

function parsed(text: string): { value: unknown } | Fault {
  const fault = { status: 200, isLasting: false, retryAfterMs: null }
  try {
    const value: unknown = JSON.parse(text)
    if (!isTooDeep(value)) return { value }
    return { ...fault, reason: `answers with JSON that ${tooDeep}`, isLasting: true }
  } catch {
    const broken = parseJson(text)
    const place = broken.ok ? '' : ` at ${broken.line}:${broken.column}, which ${broken.reason}`
    return { ...fault, reason: `answers with no JSON${place}` }
  }
}

// Date.parse takes nearly anything for a date, also -1.
const httpDate = /^[A-Z][a-z]{2}, .* GMT$/

/** Milliseconds that a Retry-After header asks to wait, given as seconds or as a date; null where it says nothing. */
export function readRetryAfter(header: string | null, now: number): number | null {
  const text = header?.trim() ?? ''
  if (/^\d{1,9}$/.test(text)) return Number(text) * 1000
  const moment = httpDate.test(text) ? Date.parse(text) : Number.NaN
  return Number.isNaN(moment) ? null : Math.max(0, moment - now)
}
