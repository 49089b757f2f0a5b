import { systemClock } from '../../core/clock.ts'
import { type OpenOptions, SourceError } from '../source.ts'
import { defaultFetchPolicy, type FetchPolicy, JsonClient, RequestError } from './json-client.ts'
import { type CachedResponse, ResumeCache } from './resume-cache.ts'

/** How one API is asked. */
interface ApiOptions {
  policy?: FetchPolicy
  /** Query parameters that each request has, and no URL that is shown. */
  secret?: Readonly<Record<string, string>>
  /** What helps after a 401 or 403. */
  hint?: string
}

/** A JSON API below one base URL, which an interrupted import reads on from where it stopped. */
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

  /** Throws `SourceError` where the folder to resume from cannot be used. */
  static async open(
    base: string,
    { resume, watch, clock = systemClock }: OpenOptions = {},
    options: ApiOptions = {},
  ): Promise<JsonApi> {
    const cache = resume === undefined ? null : await ResumeCache.open(resume, base, clock)
    const server = new JsonClient(options.policy ?? defaultFetchPolicy, { watch, clock })
    return new JsonApi(base, options, server, cache)
  }

  /** The URL of something, as it can be shown. */
  urlOf(path: string, query: Readonly<Record<string, string>> = {}): string {
    return withQuery(`${this.#base}/${path}`, query)
  }

  /** The value at a URL of `urlOf`. Throws `SourceError` where there is none. */
  async get(url: string): Promise<unknown> {
    const response = await this.#request(url)
    if ('absent' in response) throw ended(`${url} answers ${response.absent}`)
    return response.value
  }

  /** The same; undefined after a 404. Any other error ends the import: what it hides would be lost. */
  async find(url: string): Promise<unknown> {
    const response = await this.#request(url, true)
    return 'absent' in response ? undefined : response.value
  }

  /** Ends the requests under way; none can be made afterwards. */
  stop(): void {
    this.#server.stop()
  }

  /** Removes the responses that were kept for another attempt. */
  async finish(): Promise<void> {
    await this.#cache?.clear()
  }

  async #request(url: string, keepsAbsent = false): Promise<CachedResponse> {
    const cached = await this.#cache?.get(url)
    if (cached !== undefined) return cached
    const response = await this.#fetch(url)
    if ('value' in response || keepsAbsent) await this.#cache?.set(url, response)
    return response
  }

  async #fetch(url: string): Promise<CachedResponse> {
    try {
      return { value: await this.#server.get(withQuery(url, this.#options.secret ?? {}), url) }
    } catch (error) {
      if (!(error instanceof RequestError)) throw error
      const { status, message } = error
      if (status === 404) return { absent: status }
      throw ended(message, status === 401 || status === 403 ? this.#options.hint : '')
    }
  }
}

function ended(why: string, hint = ''): SourceError {
  return new SourceError(`${why}; nothing was imported${hint}`)
}

function withQuery(url: string, query: Readonly<Record<string, string>>): string {
  const words = Object.entries(query).map(([name, value]) => `${name}=${encoded(value)}`)
  return words.length === 0 ? url : `${url}${url.includes('?') ? '&' : '?'}${words.join('&')}`
}

// As OData's own examples write them: `$` and quotes as they are.
function encoded(value: string): string {
  return encodeURIComponent(value).replaceAll('%20', '+').replaceAll('%24', '$')
}
