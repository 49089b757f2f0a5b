import { setTimeout as pause } from 'node:timers/promises'
import pLimit, { type LimitFunction } from 'p-limit'
import { type Clock, systemClock } from '../../core/clock.ts'
import { type OpenOptions, type RequestWatch, SourceError } from '../source.ts'
import { FetchError, fetchOnce, type HttpResponse, type Validators } from './fetch-once.ts'
import type { KeptResponse } from './kept-responses.ts'
import { parseJson } from './parse-json.ts'

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

interface ClientOptions extends Pick<OpenOptions, 'watch' | 'clock' | 'contact' | 'stop'> {
  wait?: typeof pause
  /** Sent with each request, and never shown: a key, for example. */
  headers?: Readonly<Record<string, string>> | undefined
}

interface Failure {
  /** Null if there was no response. */
  status: number | null
  /** Whether the same request cannot succeed later. */
  isPermanent: boolean
  /** Whether a response with less may be accepted. */
  isTooLarge: boolean
}

/** A request that failed after all attempts. */
export class RequestError extends SourceError implements Failure {
  readonly status: number | null
  readonly isPermanent: boolean
  readonly isTooLarge: boolean

  constructor(message: string, { status, isPermanent, isTooLarge }: Failure) {
    super(message)
    this.status = status
    this.isPermanent = isPermanent
    this.isTooLarge = isTooLarge
  }
}

interface FailedAttempt extends Failure {
  reason: string
  /** From the `Retry-After` header. */
  retryAfterMs: number | null
}

/** Says what asks, and how to reach who runs it. */
export function userAgentOf(contact: string | null | undefined): string {
  return contact ? `reeve (imports council records; ${contact})` : 'reeve (imports council records)'
}

/** What is sent and expected, if it is not a GET of JSON. */
export interface RequestForm {
  /** Sent as JSON with POST. */
  body?: object
  /** The media type of a response whose text is the value. */
  text?: 'text/html' | 'text/plain' | 'text/csv'
  /** Instead of the limit of the policy. */
  bytesMax?: number
  /** The first and the last byte of a file to read; the value is a `FilePart`. */
  range?: readonly [from: number, to: number]
}

/** What a server sent of a file. */
export interface FilePart {
  bytes: Buffer
  /** Whether it is the whole file, because the server sends no parts. */
  isWhole: boolean
}

/** With `validators`, the value is a `KeptResponse`, or null if the response is the one that has them. */
interface SentForm extends RequestForm {
  validators?: Validators | undefined
}

/** Statuses after which a retry may succeed. */
export const transientStatuses: ReadonlySet<number> = new Set([408, 425, 429, 500, 502, 503, 504])

/** Requests JSON from one server, and retries after a timeout, a transient status or a truncated response. */
export class JsonClient {
  readonly #policy: FetchPolicy
  readonly #watch: RequestWatch | undefined
  readonly #clock: Clock
  readonly #wait: typeof pause
  readonly #headers: Readonly<Record<string, string>>
  readonly #limit: LimitFunction
  readonly #stop = new AbortController()
  #pausedUntil = 0
  #pauseMs: number
  #lastStart = Number.NEGATIVE_INFINITY
  #starts: Promise<void> = Promise.resolve()

  constructor(
    policy: FetchPolicy,
    { watch, clock = systemClock, wait = pause, contact, stop, headers }: ClientOptions = {},
  ) {
    this.#policy = policy
    this.#pauseMs = policy.pauseMs
    this.#watch = watch
    this.#clock = clock
    this.#wait = wait
    this.#headers = { ...headers, 'user-agent': userAgentOf(contact) }
    this.#limit = pLimit({ concurrency: policy.concurrency, rejectOnClear: true })
    if (stop?.aborted) this.stop()
    else stop?.addEventListener('abort', () => this.stop(), { once: true })
  }

  /** The JSON at `url`; errors show `shown` instead, because `url` may contain a key. Throws `RequestError`. */
  get(url: string, shown: string, request: RequestForm = {}): Promise<unknown> {
    return this.#limit(() => this.#getWithRetries(url, shown, request))
  }

  /** The text at `url`, which the server need not send again if it is the kept one. Throws `RequestError`. */
  async getUnlessKept(
    url: string,
    shown: string,
    request: RequestForm,
    kept: KeptResponse | undefined,
  ): Promise<KeptResponse> {
    const validators = kept?.validators ?? { etag: null, lastModified: null }
    const form = { ...request, validators }
    const value = await this.#limit(() => this.#getWithRetries(url, shown, form))
    return (value ?? kept) as KeptResponse
  }

  /** Lengthens the pause between the starts of two requests. */
  slowTo(pauseMs: number): void {
    this.#pauseMs = Math.max(this.#pauseMs, pauseMs)
  }

  /** Aborts all requests; no more can be sent. */
  stop(): void {
    this.#limit.clearQueue()
    this.#stop.abort()
  }

  async #getWithRetries(url: string, shown: string, request: SentForm): Promise<unknown> {
    const { attempts } = this.#policy
    for (let attempt = 1; ; attempt += 1) {
      await this.#waitForRetryAfter()
      await this.#waitForStart()
      this.#watch?.onRequest(shown)
      const response = await this.#attempt(url, request)
      if ('value' in response) return response.value
      const { reason, isPermanent } = response
      if (isPermanent) throw new RequestError(`${shown} ${reason}`, response)
      if (attempt >= attempts)
        throw new RequestError(`${shown} ${reason} (${attemptCount(attempts)})`, response)
      await this.#backOff(shown, attempt, response)
    }
  }

  async #attempt(
    url: string,
    { body, text, validators, range, bytesMax = this.#policy.bytesMax }: SentForm,
  ): Promise<{ value: unknown } | FailedAttempt> {
    try {
      const response = await fetchOnce(url, {
        headers: {
          ...this.#headers,
          ...(range === undefined
            ? { accept: text ?? 'application/json' }
            : { range: `bytes=${range.join('-')}`, 'accept-encoding': 'identity' }),
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
          ...conditionsOf(validators),
        },
        body: body === undefined ? undefined : JSON.stringify(body),
        timeoutMs: this.#policy.timeoutMs,
        bytesMax,
        isBinary: range !== undefined,
        stop: this.#stop.signal,
        beforeRedirect: () => this.#waitForStart(),
      })
      return this.#read(response, text, validators)
    } catch (error) {
      if (this.#stop.signal.aborted) throw new SourceError('the import was stopped')
      if (!(error instanceof FetchError)) throw error
      const { message: reason, isPermanent, isTooLarge } = error
      return { reason, status: null, isPermanent, isTooLarge, retryAfterMs: null }
    }
  }

  #read(
    response: HttpResponse,
    text: RequestForm['text'],
    validators: SentForm['validators'],
  ): { value: unknown } | FailedAttempt {
    const isConditional = Object.keys(conditionsOf(validators)).length > 0
    if (response.status === 304 && isConditional) return { value: null }
    if (!response.ok) return toFailure(response, this.#clock.now())
    if (response.bytes !== undefined)
      return { value: { bytes: response.bytes, isWhole: response.status === 200 } }
    if (validators !== undefined)
      return { value: { text: response.text, validators: response.validators } }
    return text === undefined ? toValue(response.text) : { value: response.text }
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

  // From the start that happened, not the one that was planned: after a late timer, requests would catch up in a burst.
  #waitForStart(): Promise<void> {
    const start = this.#starts.then(async () => {
      for (;;) {
        const left = this.#lastStart + this.#pauseMs - this.#clock.monotonic()
        if (left <= 0) break
        await this.#pause(left)
      }
      this.#lastStart = this.#clock.monotonic()
    })
    this.#starts = start.catch(() => {})
    return start
  }

  async #pause(milliseconds: number): Promise<void> {
    await this.#wait(Math.ceil(milliseconds), undefined, { signal: this.#stop.signal })
  }
}

/** RFC 9110, 13.1: a server that knows tags ignores the date. */
function conditionsOf(validators: Validators | undefined): Record<string, string> {
  const { etag = null, lastModified = null } = validators ?? {}
  return {
    ...(etag === null ? {} : { 'if-none-match': etag }),
    ...(lastModified === null ? {} : { 'if-modified-since': lastModified }),
  }
}

function attemptCount(attempts: number): string {
  return attempts === 1 ? '1 attempt' : `${attempts} attempts`
}

function toFailure({ status, retryAfter, isChallenge }: HttpResponse, now: number): FailedAttempt {
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

function toValue(text: string): { value: unknown } | FailedAttempt {
  const parsed = parseJson(text)
  if (parsed.ok) return parsed
  const { line, column, reason, isTooLarge } = parsed
  const failure = { status: 200, isPermanent: isTooLarge, isTooLarge, retryAfterMs: null }
  if (isTooLarge) return { ...failure, reason: `responded with JSON that ${reason}` }
  return { ...failure, reason: `did not respond with JSON (${line}:${column} ${reason})` }
}

// Date.parse accepts nearly anything, even -1.
const httpDate = /^[A-Z][a-z]{2}, .* GMT$/

/** Milliseconds of a `Retry-After` header, which is seconds or a date; null if it is invalid. */
export function readRetryAfter(header: string | null, now: number): number | null {
  const text = header?.trim() ?? ''
  if (/^\d{1,9}$/.test(text)) return Number(text) * 1000
  const time = httpDate.test(text) ? Date.parse(text) : Number.NaN
  return Number.isNaN(time) ? null : Math.max(0, time - now)
}
