import type { Clock } from '../../core/clock.ts'
import { pagesMax, tooManyPages } from '../kit/json-api.ts'
import { JsonClient } from '../kit/json-client.ts'
import { type FetchPolicy, RequestError, transientStatuses } from '../kit/retries.ts'
import { toShapeIssues } from '../kit/shape-issues.ts'
import { type OpenOptions, SourceError } from '../source.ts'
import { type Page, shapeChecks } from './schema.ts'

/** The layout of lists and entities: of Open States and Reeve, or of imago. */
export type ApiFlavour = 'paginated' | 'imago'

export interface ListPage {
  results: Page['results']
  flavour: ApiFlavour
  pages: number
  total: number | null
}

const perPage = 100
const readingsMax = 3

/** An Open Civic Data server. */
export class OcdServer {
  readonly #base: URL
  readonly #client: JsonClient
  readonly #singleAttemptClient: JsonClient

  constructor(
    location: string,
    policy: FetchPolicy,
    own: Pick<OpenOptions, 'watch' | 'stop' | 'pauseMs'> & { clock: Clock },
  ) {
    this.#base = toBase(location)
    this.#client = new JsonClient(policy, own)
    this.#singleAttemptClient = new JsonClient({ ...policy, attempts: 1 }, own)
  }

  /** The base URL without secrets. */
  get url(): string {
    return shownUrl(this.#base.href)
  }

  async listPage(list: string, page: number): Promise<ListPage> {
    const url = this.#at(list, { page: String(page), per_page: String(perPage) })
    const response = await this.entity(url)
    if (!shapeChecks.page.Check(response)) {
      const [issue] = toShapeIssues(shapeChecks.page.Errors(response), response)
      throw new SourceError(`${shownUrl(url)} is not a list: ${issue?.path} ${issue?.reason}`)
    }
    const counted = response.pagination ?? response.meta
    if (counted === undefined)
      throw new SourceError(
        `${shownUrl(url)} is not a list: it has neither "pagination" nor "meta"`,
      )
    return {
      results: response.results,
      flavour: response.pagination === undefined ? 'imago' : 'paginated',
      pages: counted.max_page,
      total: counted.total_items ?? counted.total_count ?? null,
    }
  }

  /** Every id of a list, in order. Reads the list again if it changed meanwhile, so that none is missed. */
  async ids(list: string): Promise<string[]> {
    for (let reading = 1; reading <= readingsMax; reading += 1) {
      const ids = await this.#idsOnce(list)
      if (ids !== undefined) return ids
    }
    throw new SourceError(
      `${this.listUrl(list)} changed during each of ${readingsMax} reads; import again later`,
    )
  }

  /** The URL of a list without secrets. */
  listUrl(list: string): string {
    return shownUrl(this.#at(list))
  }

  entityUrl(list: string, id: string, flavour: ApiFlavour): string {
    const path = encodeURI(id)
    return this.#at(flavour === 'imago' ? `${path}/` : `${list}/${path}`)
  }

  /** Whether the server is Reeve, which lists its endpoints at its base URL. */
  async isReeve(): Promise<boolean> {
    const url = this.#at('')
    const shown = shownUrl(url)
    // One attempt only: on other servers this may be an HTML page.
    const found = await this.#singleAttemptClient.get(url, shown).catch((error: unknown) => {
      if (!(error instanceof RequestError)) throw error
      return isPermanentError(error) ? null : this.entity(url)
    })
    const base = this.#base.pathname
    if (!shapeChecks.discovery.Check(found) || !found.votes_url.endsWith('/votes')) return false
    return base.endsWith(found.votes_url.slice(0, -'/votes'.length))
  }

  async entity(url: string): Promise<unknown> {
    return this.#client.get(url, shownUrl(url))
  }

  /** Aborts all requests; no more can be sent. */
  stop(): void {
    this.#client.stop()
    this.#singleAttemptClient.stop()
  }

  async #idsOnce(list: string): Promise<string[] | undefined> {
    const first = await this.listPage(list, 1)
    if (first.pages > pagesMax) throw new SourceError(`${this.listUrl(list)} ${tooManyPages}`)
    const ids = new Set(first.results.map(({ id }) => id))
    let length = first.results.length
    for (let page = 2; page <= first.pages; page += 1) {
      const next = await this.listPage(list, page)
      const { results, pages } = next
      if (results.length === 0 && page < pages)
        throw new SourceError(`${this.listUrl(list)} has no entries on page ${page} of ${pages}`)
      if (hasChanged(first, next, ids)) return undefined
      for (const { id } of results) ids.add(id)
      length += results.length
    }
    const isWhole = ids.size === length && (first.total ?? length) === length
    return isWhole ? [...ids] : undefined
  }

  #at(path: string, parameters: Record<string, string> = {}): string {
    const url = new URL(this.#base)
    url.pathname = `${url.pathname}/${path}`.replace(/^\/+/, '/')
    for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value)
    return url.href
  }
}

/** Whether the list has changed since its first page, or the server repeats pages. */
function hasChanged(first: ListPage, next: ListPage, ids: ReadonlySet<string>): boolean {
  const { results, pages, total } = next
  const isRepeated = results.length > 0 && results.every(({ id }) => ids.has(id))
  return total !== first.total || pages !== first.pages || isRepeated
}

/** A URL without its password and parameters, except page numbers. */
export function shownUrl(url: string): string {
  if (!URL.canParse(url)) return 'an invalid URL'
  const { origin, pathname, searchParams } = new URL(url)
  const pages = ['page', 'per_page'].flatMap((name) => {
    const value = searchParams.get(name)
    return value === null ? [] : [`${name}=${value}`]
  })
  return `${origin}${pathname}${pages.length === 0 ? '' : `?${pages.join('&')}`}`
}

function isPermanentError({ status }: RequestError): boolean {
  return status !== null && !transientStatuses.has(status)
}

function toBase(location: string): URL {
  if (!URL.canParse(location)) {
    // Not in the message: it may contain a key.
    throw new SourceError(
      'the location must be a folder or a URL that begins with http:// or https://',
    )
  }
  const base = new URL(location)
  if (base.username !== '' || base.password !== '') {
    throw new SourceError(`${shownUrl(location)} must be given without a user name and password`)
  }
  base.hash = ''
  base.pathname = base.pathname.replace(/\/+$/, '')
  return base
}
