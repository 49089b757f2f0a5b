import type {
  ChangeItem,
  ChangesFilters,
  Details,
  FoundItem,
  Lists,
  MunicipalityItem,
  SearchAllFilters,
} from './api.ts'

export type * from './api.ts'

export interface ReeveOptions {
  /** The URL of the service, such as `https://records.example.ca`, also with `/api/v1`. */
  baseUrl: string
  /** An API key. */
  key: string
  /** Default: that of the platform. */
  fetch?: typeof fetch
}

export interface CallOptions {
  /** Ends the request, and the wait before another. */
  signal?: AbortSignal
}

/** A response of the API with a status of 400 or above, or none. */
export class ReeveError extends Error {
  override name = 'ReeveError'
  /** Such as `MOTION_NOT_FOUND`; `HTTP_ERROR` for what is no response of the API, as that of a proxy; `NO_RESPONSE`. */
  readonly code: string
  /** Of HTTP; 0 without a response. */
  readonly status: number
  /** What to name in a report about it; null if the response has none. */
  readonly requestId: string | null

  constructor(
    message: string,
    about: Pick<ReeveError, 'code' | 'status' | 'requestId'> & { cause?: unknown },
  ) {
    super(message, { cause: about.cause })
    this.code = about.code
    this.status = about.status
    this.requestId = about.requestId
  }
}

/** A service of Reeve. */
export class Reeve {
  readonly #calls: Calls

  constructor(options: ReeveOptions) {
    this.#calls = new Calls(options)
  }

  /** The municipalities on record. */
  municipalities(options?: CallOptions): List<MunicipalityItem> {
    return new List(this.#calls, 'municipalities', {}, options)
  }

  /** Results of a search of all municipalities, best first. */
  search(
    q: string,
    filters: Omit<SearchAllFilters, 'q'> = {},
    options?: CallOptions,
  ): List<FoundItem> {
    return new List(this.#calls, 'search', { ...filters, q }, options)
  }

  /** The record of a municipality, by its slug. */
  in(municipality: string): Council {
    return new Council(this.#calls, encodeURIComponent(municipality))
  }
}

type Query = Readonly<Record<string, string | number | boolean | undefined>>

/** What the API has of one municipality; names are those of its paths. */
export class Council {
  readonly #calls: Calls
  readonly #path: string
  readonly meetings
  readonly motions
  readonly matters
  readonly people
  readonly organizations
  readonly bylaws
  readonly documents
  readonly votes
  readonly agreement
  readonly attendance
  readonly declarations
  readonly mayoralDecisions
  readonly closedSessions
  readonly notices
  readonly wards

  constructor(calls: Calls, path: string) {
    this.#calls = calls
    this.#path = path
    this.meetings = this.#records('meetings')
    this.motions = this.#records('motions')
    this.matters = this.#records('matters')
    this.people = this.#records('people')
    this.organizations = this.#records('organizations')
    this.bylaws = this.#records('bylaws')
    this.documents = { get: this.#details('documents') }
    this.votes = this.#list('votes')
    this.agreement = this.#list('agreement')
    this.attendance = this.#list('attendance')
    this.declarations = this.#list('declarations')
    this.mayoralDecisions = this.#list('mayoral-decisions')
    this.closedSessions = this.#list('closed-sessions')
    this.notices = this.#list('notices')
    this.wards = this.#list('wards')
  }

  /** Results of a search, best first. */
  search(
    q: string,
    filters: Omit<Lists['search']['filters'], 'q'> = {},
    options?: CallOptions,
  ): List<Lists['search']['item']> {
    return new List(this.#calls, `${this.#path}/search`, { ...filters, q }, options)
  }

  /** All records; with the `token` of an earlier walk as `since`, what changed after it. */
  changes(filters: ChangesFilters = {}, options?: CallOptions): Changes {
    return new Changes(this.#calls, `${this.#path}/changes`, { ...filters }, options)
  }

  #list<Name extends keyof Lists>(name: Name) {
    return (filters: Lists[Name]['filters'] = {}, options?: CallOptions) =>
      new List<Lists[Name]['item']>(this.#calls, `${this.#path}/${name}`, { ...filters }, options)
  }

  #details<Name extends keyof Details>(name: Name) {
    return async (slug: string, options?: CallOptions): Promise<Details[Name]> => {
      const path = `${this.#path}/${name}/${encodeURIComponent(slug)}`
      const { data } = await this.#calls.get<{ data: Details[Name] }>(path, {}, options)
      return data
    }
  }

  /** A list that is called, with the details of one record beside it. */
  #records<Name extends keyof Lists & keyof Details>(name: Name) {
    return Object.assign(this.#list(name), { get: this.#details(name) })
  }
}

export interface Page<Item> {
  data: Item[]
  pagination: { has_more: boolean; next_cursor: string | null; per_page: number; page?: number }
  meta: { request_id: string; notes?: string[]; ignored_parameters?: string[] }
}

const pageSizeMax = 100

/** Reads a list page by page, as it is used: `for await (const item of list)`. */
export class List<Item, P extends Page<Item> = Page<Item>> implements AsyncIterable<Item> {
  readonly #calls: Calls
  readonly #path: string
  readonly #query: Query
  readonly #options: CallOptions | undefined

  constructor(calls: Calls, path: string, query: Query, options?: CallOptions) {
    this.#calls = calls
    this.#path = path
    // Items with details come in smaller pages.
    const size =
      query.include === undefined && !/(^|\/)search$/.test(path) ? pageSizeMax : undefined
    this.#query = { per_page: size, ...query }
    this.#options = options
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Item> {
    for await (const { data } of this.pages()) yield* data
  }

  /** Whole pages, with what `meta` says about them. */
  async *pages(): AsyncGenerator<P> {
    let position: Query = {}
    for (;;) {
      const query = { ...this.#query, ...position }
      const page = await this.#calls.get<P>(this.#path, query, this.#options)
      rejectUnknown(page.meta)
      yield page
      const { has_more, next_cursor: cursor, page: number = 0 } = page.pagination
      if (!has_more) return
      position = cursor === null ? { page: number + 1 } : { cursor }
    }
  }
}

/** The API ignores parameters that it does not have, and would list everything. */
function rejectUnknown({
  ignored_parameters: names = [],
  request_id,
}: Page<unknown>['meta']): void {
  if (names.length === 0) return
  const message = `unknown filter: ${names.join(', ')}`
  throw new ReeveError(message, { code: 'VALIDATION_ERROR', status: 400, requestId: request_id })
}

interface ChangesPage extends Page<ChangeItem> {
  sync: { token: string | null }
}

/** Changes, each record once; after the last, `token` is where to go on later. */
export class Changes implements AsyncIterable<ChangeItem> {
  /** Undefined until all changes were read. Keep it after what was read is stored. */
  token: string | undefined
  readonly #list: List<ChangeItem, ChangesPage>

  constructor(...list: ConstructorParameters<typeof List<ChangeItem, ChangesPage>>) {
    this.#list = new List(...list)
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<ChangeItem> {
    for await (const { data } of this.pages()) yield* data
  }

  async *pages(): AsyncGenerator<ChangesPage> {
    for await (const page of this.#list.pages()) {
      yield page
      this.token = page.sync.token ?? undefined
    }
  }
}

/** Waits before a request that failed is sent again (seconds): after 500, and where there was no whole response. */
const pauses = [1, 2, 4]
/** How often in a row a client waits because it called too often. */
const waitsMax = 10

const noResponse = { code: 'NO_RESPONSE', status: 0, requestId: null }

/** GET requests, each repeated as the API asks. */
class Calls {
  readonly #root: string
  readonly #key: string
  readonly #fetch: typeof fetch

  constructor({ baseUrl, key, fetch: send = (...request) => fetch(...request) }: ReeveOptions) {
    if (!URL.canParse(baseUrl) || !key)
      throw new TypeError('new Reeve({ baseUrl, key }) needs the URL of a service and an API key')
    this.#root = `${baseUrl.replace(/\/*(?:api\/v1\/*)?$/, '')}/api/v1/`
    this.#key = key
    this.#fetch = send
  }

  async get<T>(path: string, query: Query, { signal }: CallOptions = {}): Promise<T> {
    const url = urlOf(this.#root + path, query)
    let [failures, waits] = [0, 0]
    for (;;) {
      const outcome = await this.#try<T>(url, signal)
      if ('value' in outcome) return outcome.value
      const { error, waitSeconds } = outcome
      const seconds = waitSeconds ?? pauses[failures]
      signal?.throwIfAborted()
      if (seconds === undefined || waits >= waitsMax) throw error
      if (waitSeconds === undefined) failures += 1
      else waits += 1
      await pause(seconds, signal)
    }
  }

  /** One request. Throws what another would not change. */
  async #try<T>(
    url: URL,
    signal: AbortSignal | undefined,
  ): Promise<{ value: T } | { error: ReeveError; waitSeconds?: number }> {
    const headers = { accept: 'application/json', 'x-api-key': this.#key }
    let response: Response
    let text: string
    try {
      response = await this.#fetch(url, { headers, ...(signal !== undefined && { signal }) })
      text = await response.text()
      if (response.ok) return { value: JSON.parse(text) as T }
    } catch (cause) {
      const message = `no response, or not a whole one, from ${url.origin}`
      return { error: new ReeveError(message, { ...noResponse, cause }) }
    }
    const error = errorOf(response, text)
    if (response.status === 429) return { error, waitSeconds: retryAfter(response) }
    if (response.status === 500) return { error }
    throw error
  }
}

function urlOf(address: string, query: Query): URL {
  const url = new URL(address)
  for (const [name, value] of Object.entries(query))
    if (value !== undefined) url.searchParams.set(name, String(value))
  return url
}

/** Seconds; a minute, the window of the limit, if a proxy leaves them out. */
function retryAfter({ headers }: Response): number {
  const seconds = Number(headers.get('retry-after') ?? Number.NaN)
  return Number.isFinite(seconds) && seconds >= 0 ? seconds : 60
}

function errorOf({ status, statusText, headers }: Response, text: string): ReeveError {
  const requestId = headers.get('x-request-id')
  try {
    const { code, message } = (JSON.parse(text) as { error: { code: string; message: string } })
      .error
    return new ReeveError(message, { code, status, requestId })
  } catch {
    const message = `HTTP ${status} ${statusText}`.trim()
    return new ReeveError(message, { code: 'HTTP_ERROR', status, requestId })
  }
}

/** Rejects with the reason of the signal when it is aborted. */
function pause(seconds: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer)
      reject(signal?.reason)
    }
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop)
      resolve()
    }, seconds * 1000)
    signal?.addEventListener('abort', stop, { once: true })
  })
}
