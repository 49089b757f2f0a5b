import { JsonApi, listPages } from '../kit/json-api.ts'
import { type FetchPolicy, RequestError } from '../kit/retries.ts'
import { namedIssues, type ShapeCheck } from '../kit/shape-issues.ts'
import { InvalidSource, type OpenOptions, SourceError } from '../source.ts'
import type { Address } from './address.ts'
import { indexCheck, listCheck, pageCheck, type Town, townCheck } from './schema.ts'

/** A change as it was read, which is not checked yet. */
export interface ReadChange {
  value: unknown
  location: string
}

/** The list of changes of a municipality, which can be read again. */
export interface Feed {
  /** Whether it has all records. */
  isWhole: boolean
  changes(): AsyncIterable<ReadChange>
  /** Known once all changes are read. */
  token(): string | null
  /** Deletes the cached responses. */
  clear(): Promise<void>
}

/** The municipality at an address. Throws `SourceError` if that is not of a Reeve, or if it does not have it. */
export async function findTown(
  { origin, slug }: Address,
  options: OpenOptions,
  policy: FetchPolicy,
): Promise<Town> {
  // Never of an earlier read.
  const { resume: _, ...own } = options
  const api = await JsonApi.open(origin, own, { policy })
  const index = await api.find(api.urlOf('api/v1'))
  if (!indexCheck.Check(index) || index.data.name !== 'Reeve')
    throw new InvalidSource(
      `${origin} is not a Reeve: ${origin}/api/v1 does not say that it is one`,
    )
  const towns: Town[] = []
  for await (const { rows } of listPages(
    api,
    api.urlOf('api/v1/municipalities', { per_page: '100' }),
    (page, url) => townsIn(page, url, api),
  )) {
    const found = rows.find((town) => town.slug === slug)
    if (found !== undefined) return found
    towns.push(...rows.slice(0, namedMax))
  }
  const [only, ...others] = towns
  if (slug === null && only !== undefined && others.length === 0) return only
  const some = towns.slice(0, namedMax).map((town) => `${origin}/${town.slug}`)
  const what = slug === null ? 'several municipalities' : `no municipality "${slug}"`
  throw new InvalidSource(
    only === undefined
      ? `${origin} is a Reeve without municipalities`
      : `${origin} has ${what}; give the address of one, such as ${some.join(', ')}`,
  )
}

const namedMax = 5

function townsIn(page: unknown, url: string, api: JsonApi) {
  const { data, pagination } = checked(listCheck, page, url)
  const next = pagination.next_cursor
  return {
    rows: data.map((town) => checked(townCheck, town, url)),
    next:
      next === null ? null : api.urlOf('api/v1/municipalities', { per_page: '100', cursor: next }),
  }
}

/** The value; throws `SourceError` if it is not what Reeve sends. */
export function checked<T>(check: ShapeCheck<T>, value: unknown, url: string): T {
  if (check.Check(value)) return value
  const [issue] = namedIssues(check, value)
  throw new SourceError(
    `${url} did not respond as Reeve does: ${issue?.reason}; nothing was imported`,
  )
}

/**
 * The changes since a token, or all records, by the API. The folder of `resume` holds the pages, so that an interrupted read continues from
 * its last cursor. Throws `SourceError` if the key is rejected.
 */
export async function openChanges(
  { origin, slug, key }: { origin: string; slug: string; key: string },
  since: string | null,
  options: OpenOptions,
  policy: FetchPolicy,
): Promise<Feed> {
  const api = await JsonApi.open(origin, options, {
    policy,
    headers: { 'x-api-key': key },
    hint: `; set SOURCE_KEY to a key of ${origin}`,
  })
  const pages = new Pages(api)
  const urlOf = (query: Record<string, string>) => api.urlOf(`api/v1/${slug}/changes`, query)
  let from = since
  const first = () => urlOf(from === null ? {} : { since: from })
  try {
    await pages.get(first())
  } catch (error) {
    if (from === null || !isRejected(error)) throw error
    options.watch?.onRetry(`${origin} no longer knows the last state that was read: reading all`)
    from = null
    await pages.get(first())
  }
  let token: string | null = null
  const read = (value: unknown, url: string) => {
    const { data, pagination, sync } = checked(pageCheck, value, url)
    token = sync.token
    const { next_cursor: cursor } = pagination
    const own = from === null ? {} : { since: from }
    return { rows: data, next: cursor === null ? null : urlOf({ ...own, cursor }) }
  }
  async function* changes() {
    try {
      pages.begin()
      for await (const { url, rows } of listPages(pages, first(), read))
        for (const value of rows) yield { value, location: url.replace(/\?.*/, '') }
    } catch (error) {
      if (!isRejected(error)) throw error
      await api.finish()
      throw new SourceError(
        `${origin} was restored to an earlier state while it was read; nothing was imported: import again`,
      )
    }
  }
  return {
    isWhole: from === null,
    changes,
    token: () => token,
    clear: () => api.finish(),
  }
}

/** The pages of a list, shorter after the first one that is larger than a response may be. */
class Pages {
  readonly #api: JsonApi
  readonly #tooLarge = new Set<string>()
  #perPage = perPageMax

  constructor(api: JsonApi) {
    this.#api = api
  }

  /** Each reading requests the same pages. */
  begin(): void {
    this.#perPage = perPageMax
  }

  async get(url: string): Promise<unknown> {
    const sized = `${url}${url.includes('?') ? '&' : '?'}per_page=${this.#perPage}`
    try {
      if (!this.#tooLarge.has(sized)) return await this.#api.get(sized)
    } catch (error) {
      if (!(error instanceof RequestError && error.isTooLarge) || this.#perPage === 1) throw error
      this.#tooLarge.add(sized)
    }
    this.#perPage = Math.floor(this.#perPage / 10)
    return this.get(url)
  }
}

const perPageMax = 100

/** 400: the token or cursor, which was sent back unchanged, is of a state that it no longer has. */
const isRejected = (error: unknown) => error instanceof RequestError && error.status === 400
