import { FetchFailed, JsonClient, type Manners } from '../../kit/json-client.ts'
import { type RequestWatch, SourceError } from '../../source.ts'
import type { Answer, KeptAnswers } from './kept-answers.ts'

/** Asks one council's Legistar, for nothing that was kept. The token is in no URL that it returns. */
export class Client {
  readonly #base: string
  readonly #token: string | null
  readonly #kept: KeptAnswers | null
  readonly #server: JsonClient

  constructor(given: {
    base: string
    token: string | null
    manners: Manners
    kept: KeptAnswers | null
    watch: RequestWatch | undefined
  }) {
    this.#base = given.base
    this.#token = given.token
    this.#kept = given.kept
    this.#server = new JsonClient(given.manners, { watch: given.watch })
  }

  /** The address of something, as it can be shown. */
  urlOf(path: string, query: Record<string, string> = {}): string {
    const words = Object.entries(query).map(([name, value]) => `${name}=${encoded(value)}`)
    return `${this.#base}/${path}${words.length === 0 ? '' : `?${words.join('&')}`}`
  }

  /** The value at a URL of `urlOf`. Throws `SourceError` where there is none. */
  async get(url: string): Promise<unknown> {
    const answer = await this.#askOrKnow(url, 'value')
    if ('absent' in answer) throw ended(`${url} answers ${answer.absent}`)
    return answer.value
  }

  /** The same, where a 404 is nothing special. Any other refusal ends the import: what it hides would be lost. */
  ask(url: string): Promise<Answer> {
    return this.#askOrKnow(url, 'value or 404')
  }

  /** Ends what is under way; nothing can be asked afterwards. */
  stop(): void {
    this.#server.stop()
  }

  async #askOrKnow(url: string, worthKeeping: 'value' | 'value or 404'): Promise<Answer> {
    const kept = await this.#kept?.read(url)
    if (kept !== undefined) return kept
    const answer = await this.#ask(url)
    if ('value' in answer || worthKeeping === 'value or 404') await this.#kept?.keep(url, answer)
    return answer
  }

  async #ask(url: string): Promise<Answer> {
    try {
      return { value: await this.#server.get(this.#withToken(url), url) }
    } catch (error) {
      if (!(error instanceof FetchFailed)) throw error
      const { status, message } = error
      if (status === 404) return { absent: status }
      const wantsToken = status === 401 || status === 403
      throw ended(message, wantsToken ? tokenHint : '')
    }
  }

  #withToken(url: string): string {
    if (this.#token === null) return url
    return `${url}${url.includes('?') ? '&' : '?'}token=${encodeURIComponent(this.#token)}`
  }
}

const tokenHint = '; some councils want a token, which goes into LEGISTAR_TOKEN'

function ended(why: string, hint = ''): SourceError {
  return new SourceError(`${why}; nothing was imported${hint}`)
}

// As Legistar's own examples write them: `$` and quotes as they are.
function encoded(value: string): string {
  return encodeURIComponent(value).replaceAll('%20', '+').replaceAll('%24', '$')
}
