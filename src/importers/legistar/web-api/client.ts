import { setTimeout as pause } from 'node:timers/promises'
import pLimit, { type LimitFunction } from 'p-limit'
import { askHttp, Unanswered } from '../../http-answer.ts'
import { SourceError } from '../../source.ts'
import type { Answer, KeptAnswers } from './kept-answers.ts'

/** How hard a server is asked; times in milliseconds. */
export interface Manners {
  /** Requests under way at once. */
  atOnce: number
  /** How often one thing is asked for before the import is given up. */
  attempts: number
  /** An answer that takes longer is not waited for. */
  timeoutMs: number
  /** An answer that is larger, unpacked, ends the import. */
  bytesMax: number
  /** The pause after the first failure; it doubles with each, up to `longestPauseMs`. */
  pauseMs: number
  longestPauseMs: number
  /** A server that asks for a longer pause than this with Retry-After is not waited for. */
  longestRetryAfterMs: number
}

type Outcome = Answer | { refused: number } | { again: string; afterMs: number | null }

const userAgent = 'reeve (imports council records)'
const worthAnotherTry: ReadonlySet<number> = new Set([408, 429, 500, 502, 503, 504])

/** Asks one council's Legistar, politely, and again where that can help. The token is in no URL that it returns. */
export class Client {
  readonly #base: string
  readonly #token: string | null
  readonly #manners: Manners
  readonly #kept: KeptAnswers | null
  readonly #limit: LimitFunction
  readonly #stop = new AbortController()
  #pausedUntil = 0

  constructor(given: {
    base: string
    token: string | null
    manners: Manners
    kept: KeptAnswers | null
  }) {
    this.#base = given.base
    this.#token = given.token
    this.#manners = given.manners
    this.#kept = given.kept
    this.#limit = pLimit(given.manners.atOnce)
  }

  /** The address of something, as it can be shown. */
  urlOf(path: string, query: Record<string, string> = {}): string {
    const words = Object.entries(query).map(([name, value]) => `${name}=${encoded(value)}`)
    return `${this.#base}/${path}${words.length === 0 ? '' : `?${words.join('&')}`}`
  }

  /** The value at a URL of `urlOf`. Throws `SourceError` where there is none. */
  async get(url: string): Promise<unknown> {
    const answer = await this.#askOrKnow(url, 'value')
    if ('absent' in answer) throw new SourceError(refusal(url, answer.absent))
    return answer.value
  }

  /** The same, where a 404 is nothing special. Any other refusal ends the import: what it hides would be lost. */
  ask(url: string): Promise<Answer> {
    return this.#askOrKnow(url, 'value or 404')
  }

  /** Ends what is under way; nothing can be asked afterwards. */
  stop(): void {
    this.#limit.clearQueue()
    this.#stop.abort()
  }

  async #askOrKnow(url: string, worthKeeping: 'value' | 'value or 404'): Promise<Answer> {
    const kept = await this.#kept?.read(url)
    if (kept !== undefined) return kept
    const answer = await this.#limit(() => this.#askUntilAnswered(url))
    if ('value' in answer || worthKeeping === 'value or 404') await this.#kept?.keep(url, answer)
    return answer
  }

  async #askUntilAnswered(url: string): Promise<Answer> {
    const { attempts } = this.#manners
    let why = ''
    for (let attempt = 1; attempt <= attempts; attempt += 1) {
      await this.#waitUntilWelcome()
      const outcome = await this.#askOnce(url)
      if ('refused' in outcome) throw new SourceError(refusal(url, outcome.refused))
      if (!('again' in outcome)) return outcome
      why = outcome.again
      if (attempt < attempts) await this.#rest(url, attempt, outcome)
    }
    throw new SourceError(`${url} ${why}, ${attempts} times; nothing was imported`)
  }

  async #askOnce(url: string): Promise<Outcome> {
    try {
      const { status, ok, text, retryAfterMs } = await askHttp(this.#withToken(url), {
        headers: { accept: 'application/json', 'user-agent': userAgent },
        timeoutMs: this.#manners.timeoutMs,
        bytesMax: this.#manners.bytesMax,
        stop: this.#stop.signal,
      })
      if (ok) return { value: JSON.parse(text) }
      if (status === 404) return { absent: status }
      if (!worthAnotherTry.has(status)) return { refused: status }
      return { again: `answers ${status}`, afterMs: retryAfterMs }
    } catch (error) {
      if (this.#stop.signal.aborted) throw new SourceError('the import was stopped')
      if (error instanceof SyntaxError)
        return { again: 'answers with JSON that is cut off or broken', afterMs: null }
      if (!(error instanceof Unanswered)) throw error
      if (error.isLasting) throw new SourceError(`${url} ${error.message}; nothing was imported`)
      return { again: error.message, afterMs: null }
    }
  }

  // One that is told to wait holds back all: the server counts requests, not what they are for.
  async #rest(url: string, attempt: number, { afterMs }: { afterMs: number | null }) {
    const { pauseMs, longestPauseMs, longestRetryAfterMs } = this.#manners
    if (afterMs === null) {
      const longest = Math.min(longestPauseMs, pauseMs * 2 ** (attempt - 1))
      // Between half of it and all of it, so that requests that failed together do not come back together.
      await this.#pause(longest * (0.5 + Math.random() / 2))
      return
    }
    if (afterMs > longestRetryAfterMs) {
      const seconds = Math.ceil(afterMs / 1000)
      throw new SourceError(
        `${url} asks to be left alone for ${seconds} s; nothing was imported, try again then`,
      )
    }
    this.#pausedUntil = Math.max(this.#pausedUntil, performance.now() + afterMs)
  }

  async #waitUntilWelcome(): Promise<void> {
    for (;;) {
      const left = this.#pausedUntil - performance.now()
      if (left <= 0) return
      await this.#pause(left)
    }
  }

  async #pause(milliseconds: number): Promise<void> {
    await pause(Math.ceil(milliseconds), undefined, { signal: this.#stop.signal })
  }

  #withToken(url: string): string {
    if (this.#token === null) return url
    return `${url}${url.includes('?') ? '&' : '?'}token=${encodeURIComponent(this.#token)}`
  }
}

// As Legistar's own examples write them: `$` and quotes as they are.
function encoded(value: string): string {
  return encodeURIComponent(value).replaceAll('%20', '+').replaceAll('%24', '$')
}

function refusal(url: string, status: number): string {
  const hint =
    status === 401 || status === 403
      ? '; some councils want a token, which goes into LEGISTAR_TOKEN'
      : ''
  return `${url} answers ${status}; nothing was imported${hint}`
}
