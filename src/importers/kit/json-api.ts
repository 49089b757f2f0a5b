import { systemClock } from '../../core/clock.ts'
import { type OpenOptions, SourceError } from '../source.ts'
import { type FilePart, JsonClient, type RequestForm } from './json-client.ts'
import { type CachedResponse, ResumeCache } from './resume-cache.ts'
import { defaultFetchPolicy, type FetchPolicy, RequestError, transientStatuses } from './retries.ts'

// Larger than any page of a meeting; the time to read a page grows with its size.
const pageBytesMax = 16 * 1024 * 1024
const robotsBytesMax = 512 * 1024

interface ApiOptions {
  policy?: FetchPolicy
  /** Query parameters of each request that never appear in a displayed URL. */
  secret?: Readonly<Record<string, string>>
  /** Headers of each request that are never shown. */
  headers?: Readonly<Record<string, string>>
  /** Advice appended to the error after a 401 or 403. */
  hint?: string
}

/** A JSON API below one base URL, with a cache from which an interrupted import resumes. */
export class JsonApi {
  readonly #base: string
  readonly #options: ApiOptions
  readonly #server: JsonClient
  readonly #cache: ResumeCache | null

  private constructor(
    base: string,
    options: ApiOptions,
    server: JsonClient,
    cache: ResumeCache | null,
  ) {
    this.#base = base
    this.#options = options
    this.#server = server
    this.#cache = cache
  }

  /** Throws `SourceError` if the resume folder cannot be used. */
  static async open(
    base: string,
    { resume, watch, contact, stop, pauseMs, clock = systemClock }: OpenOptions = {},
    options: ApiOptions = {},
  ): Promise<JsonApi> {
    const cache = resume === undefined ? null : await ResumeCache.open(resume, base, clock)
    const server = new JsonClient(options.policy ?? defaultFetchPolicy, {
      watch,
      clock,
      contact,
      stop,
      pauseMs,
      headers: options.headers,
    })
    return new JsonApi(base, options, server, cache)
  }

  /** A URL without secrets. */
  urlOf(path: string, query: Readonly<Record<string, string>> = {}): string {
    return withQuery(`${this.#base}/${path}`, query)
  }

  /** The value at a URL of `urlOf`. Throws `SourceError`. */
  async get(url: string): Promise<unknown> {
    const response = await this.#request(url)
    if ('absent' in response) throw absent(url)
    return response.value
  }

  /** Like `get`, but undefined after a 404. */
  async find(url: string): Promise<unknown> {
    const response = await this.#request(url, true)
    return 'absent' in response ? undefined : response.value
  }

  /** The value in response to a POST of JSON, or undefined after a 404. Throws `SourceError`. */
  async post(url: string, body: object): Promise<unknown> {
    const response = await this.#request(url, true, { body })
    return 'absent' in response ? undefined : response.value
  }

  /** The text of a page, or undefined after a 404. Throws `SourceError`. */
  async findPage(url: string): Promise<string | undefined> {
    const response = await this.#request(url, true, { text: 'text/html', bytesMax: pageBytesMax })
    return 'absent' in response ? undefined : String(response.value)
  }

  /** Bytes of a file, which are not cached. Throws `SourceError`. */
  async getPart(url: string, range: readonly [from: number, to: number]): Promise<FilePart> {
    const response = await this.#fetch(url, { range })
    if ('absent' in response) throw absent(url)
    return response.value as FilePart
  }

  /** The text of robots.txt, or undefined if the server has none for us. Throws `SourceError`. */
  async findRobots(url: string): Promise<string | undefined> {
    const form: RequestForm = { text: 'text/plain', bytesMax: robotsBytesMax }
    try {
      return String(await this.#server.get(url, url, form))
    } catch (error) {
      if (!(error instanceof RequestError)) throw error
      const { status } = error
      // RFC 9309: a server without the file allows everything; one that fails may have it.
      if (status !== null && status < 500 && !transientStatuses.has(status)) return undefined
      throw ended(error)
    }
  }

  /** Lengthens the pause between the starts of two requests. */
  slowTo(pauseMs: number): void {
    this.#server.slowTo(pauseMs)
  }

  /** Aborts all requests; no more can be sent. */
  stop(): void {
    this.#server.stop()
  }

  /** Deletes the cached responses. */
  async finish(): Promise<void> {
    await this.#cache?.clear()
  }

  async #request(
    url: string,
    keepsAbsent = false,
    form: RequestForm = {},
  ): Promise<CachedResponse> {
    const name = form.body === undefined ? url : `${url} ${JSON.stringify(form.body)}`
    const cached = await this.#cache?.get(name)
    if (cached !== undefined) return cached
    const response = await this.#fetch(url, form)
    if ('value' in response || keepsAbsent) await this.#cache?.set(name, response)
    return response
  }

  async #fetch(url: string, form: RequestForm): Promise<CachedResponse> {
    try {
      const address = withQuery(url, this.#options.secret ?? {})
      return { value: await this.#server.get(address, url, form) }
    } catch (error) {
      if (!(error instanceof RequestError)) throw error
      const { status } = error
      if (status === 404) return { absent: status }
      throw ended(error, status === 401 || status === 403 ? this.#options.hint : '')
    }
  }
}

function absent(url: string): RequestError {
  const failure = { status: 404, isPermanent: true, isTooLarge: false, retryAfterMs: null }
  return ended(new RequestError(`${url} responded with 404`, failure))
}

function ended(error: RequestError, hint = ''): RequestError {
  return new RequestError(`${error.message}; nothing was imported${hint}`, error)
}

function withQuery(url: string, query: Readonly<Record<string, string>>): string {
  const words = Object.entries(query).map(([name, value]) => `${name}=${encoded(value)}`)
  return words.length === 0 ? url : `${url}${url.includes('?') ? '&' : '?'}${words.join('&')}`
}

// OData's examples do not encode `$` and quotes.
function encoded(value: string): string {
  return encodeURIComponent(value).replaceAll('%20', '+').replaceAll('%24', '$')
}

export interface Page<T> {
  url: string
  rows: T[]
}

/** More than any council fills. */
export const pagesMax = 10_000

export const tooManyPages = `has more than ${pagesMax} pages: check the URL, or ask the operator of the server`

/**
 * All pages of a list. `read` returns the rows of a response and the URL of the next page, null after the last. Throws
 * `SourceError` if the pages form a loop or do not end.
 */
export async function* listPages<T>(
  api: Pick<JsonApi, 'get'>,
  first: string,
  read: (response: unknown, url: string) => { rows: T[]; next: string | null },
): AsyncGenerator<Page<T>> {
  const seen = new Set<string>()
  for (let url: string | null = first; url !== null; ) {
    if (seen.has(url)) throw new SourceError(`${url} appears twice in a list of pages`)
    if (seen.size >= pagesMax) throw new SourceError(`${first} ${tooManyPages}`)
    seen.add(url)
    const { rows, next } = read(await api.get(url), url)
    yield { url, rows }
    url = next
  }
}
