import { setTimeout as pause } from 'node:timers/promises'
import pLimit, { type LimitFunction } from 'p-limit'
import { type Clock, systemClock } from '../../core/clock.ts'
import { type OpenOptions, type RequestWatch, SourceError } from '../source.ts'
import { FetchError, fetchOnce, type HttpResponse, type Validators } from './fetch-once.ts'
import type { KeptResponse } from './kept-responses.ts'
import { parseJson } from './parse-json.ts'
import {
  type FailedAttempt,
  type FetchPolicy,
  Retries,
  toFailure,
  withoutResponse,
} from './retries.ts'

interface ClientOptions
  extends Pick<OpenOptions, 'watch' | 'clock' | 'contact' | 'stop' | 'pauseMs'> {
  wait?: typeof pause
  /** Sent with each request, and never shown: a key, for example. */
  headers?: Readonly<Record<string, string>> | undefined
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

/** Requests JSON from one server, and retries after a timeout, a transient status or a truncated response. */
export class JsonClient {
  readonly #policy: FetchPolicy
  readonly #retries: Retries
  readonly #watch: RequestWatch | undefined
  readonly #clock: Clock
  readonly #wait: typeof pause
  readonly #headers: Readonly<Record<string, string>>
  readonly #limit: LimitFunction
  readonly #stop = new AbortController()
  #pauseMs: number
  #lastStart = Number.NEGATIVE_INFINITY
  #starts: Promise<void> = Promise.resolve()

  constructor(
    policy: FetchPolicy,
    {
      watch,
      clock = systemClock,
      wait = pause,
      contact,
      stop,
      headers,
      pauseMs = 0,
    }: ClientOptions = {},
  ) {
    this.#policy = policy
    this.#retries = new Retries(policy, { watch, clock, wait, stop: this.#stop.signal })
    this.#pauseMs = Math.max(policy.pauseMs, pauseMs)
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

  #getWithRetries(url: string, shown: string, request: SentForm): Promise<unknown> {
    return this.#retries.run(shown, async () => {
      await this.#waitForStart()
      this.#watch?.onRequest(shown)
      return this.#attempt(url, request)
    })
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
      return withoutResponse(error)
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

function toValue(text: string): { value: unknown } | FailedAttempt {
  const parsed = parseJson(text)
  if (parsed.ok) return parsed
  const { line, column, reason, isTooLarge } = parsed
  const failure = { status: 200, isPermanent: isTooLarge, isTooLarge, retryAfterMs: null }
  if (isTooLarge) return { ...failure, reason: `responded with JSON that ${reason}` }
  return { ...failure, reason: `did not respond with JSON (${line}:${column} ${reason})` }
}
