import { randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { finished } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { LRUCache } from 'lru-cache'
import type { Limiter } from '../access/limiter.ts'
import type { ActiveKey } from '../access/queries.ts'
import { type Awaitable, whenThere } from '../core/awaitable.ts'
import type { Clock } from '../core/clock.ts'
import type { ReadStore } from '../store/open.ts'
import type { FindKey } from './authenticate.ts'
import { jsonType, matches } from './caching.ts'
import type { FindMunicipality, Municipality } from './municipality.ts'
import type { Encoding } from './page.ts'
import type { Kept, PageCache } from './page-cache.ts'
import { type CountRequest, rateLimitOf } from './rate-limit.ts'
import type { Answered } from './request-log.ts'
import { bringsBody, transportFault } from './transport.ts'

type Route = (request: IncomingMessage, response: ServerResponse) => void

/** What the short way needs to answer as the long one does. */
export interface ShortCutTools {
  pages: PageCache
  clock: Clock
  limiter: Limiter
  findKey: FindKey
  findMunicipality: FindMunicipality
  /** Of where keys are looked up. */
  together: ReadStore['together']
  countRequest: CountRequest
  /** Told of every answer that is given here. */
  onAnswer: (requestId: string, answer: Answered) => void
}

/** Where a request that is written just like this one leads, as the long way once found out. */
interface Way {
  etag: string
  /** The slug of the municipality, and the state that its page is of. */
  slug: string
  state: string
  quarter: number
  isKeyed: boolean
  encoding: Encoding
  route: string
  /** The headers of the answer, but those of one request: names and values in turn. */
  headers: string[]
}

/** A page, and the id of the key that asks for it; empty where none is needed. */
interface Found {
  kept: Kept
  keyId: string
}

/** What came of looking up what a request is about, where not all of that could be had. */
type Outcomes = Partial<Record<'municipality' | 'key', PromiseSettledResult<unknown>>>

const waysMax = 10_000
const urlLengthMax = 512
const encodingsLengthMax = 100
// Every zone's midnight falls on one of these.
const quarterMs = 15 * 60_000
/** Headers of one answer, or of how it was sent. */
const ofOneAnswer = new Set([
  ...['x-request-id', 'ratelimit', 'link', 'date', 'connection', 'keep-alive'],
  ...['content-length', 'content-type', 'content-encoding', 'transfer-encoding'],
])
/** Headers with which a request is no ordinary one. */
const unusual = ['prefer', 'expect', 'upgrade', 'x-no-compression'] as const

/**
 * Answers requests that were answered before from the finished page, ahead of the framework. It decides nothing by
 * itself: key, limit, municipality and data version are asked for as on the long way, and whatever is not plainly a page
 * that may be sent goes there.
 */
export class ShortCut {
  readonly #tools: ShortCutTools
  readonly #ways = new LRUCache<string, Way>({ max: waysMax })
  readonly #lookedUp = new WeakMap<IncomingMessage, Outcomes>()
  #isOpen = true

  constructor(tools: ShortCutTools) {
    this.#tools = tools
  }

  /** Learns the ways of an API's answers as they are given. */
  learn(app: FastifyInstance): void {
    if (!this.#tools.pages.isOn) return
    app.addHook('preClose', async () => {
      this.#isOpen = false
    })
    app.addHook('onResponse', async (request, reply) => this.#note(request, reply))
  }

  /** A rejection, where this look-up failed here: the long way must not wait for a lost database once more. */
  failureOf(request: IncomingMessage, what: keyof Outcomes): Promise<never> | undefined {
    const outcome = this.#lookedUp.get(request)?.[what]
    return outcome?.status === 'rejected' ? Promise.reject(outcome.reason) : undefined
  }

  /** Answers, or has `route` do so. */
  take(request: IncomingMessage, response: ServerResponse, route: Route): void {
    const way = this.#wayOf(request)
    const goOn = () => route(request, response)
    let isAnswered: Awaitable<boolean> = false
    try {
      if (way !== undefined) isAnswered = this.#answer(way, request, response)
    } catch {
      // The long way comes upon it too, and says it.
    }
    if (isAnswered instanceof Promise) isAnswered.then((is) => is || goOn(), goOn)
    else if (!isAnswered) goOn()
  }

  #wayOf(request: IncomingMessage): Way | undefined {
    if (!this.#isOpen || request.method !== 'GET' || request.httpVersion !== '1.1') return undefined
    const { headers, url = '' } = request
    if (headers['if-none-match']?.trim() === '*') return undefined
    const way = this.#ways.get(wayKey(url, headers['accept-encoding']))
    if (way === undefined || bringsBody(headers)) return undefined
    if (unusual.some((name) => headers[name] !== undefined)) return undefined
    return transportFault(request, url) === undefined ? way : undefined
  }

  #answer(way: Way, request: IncomingMessage, response: ServerResponse): Awaitable<boolean> {
    const started = this.#tools.clock.monotonic()
    return whenThere(this.#find(way, request), (found) => {
      if (found === undefined) return false
      return whenThere(way.isKeyed ? this.#admit(found.keyId) : [], (limit) => {
        if (limit === undefined) return false
        this.#respond(request, response, { way, ...found, limit, started })
        return true
      })
    })
  }

  #respond(
    request: IncomingMessage,
    response: ServerResponse,
    answer: { way: Way; kept: Kept; keyId: string; limit: readonly string[]; started: number },
  ): void {
    const { way, kept, keyId, limit, started } = answer
    const { clock, onAnswer } = this.#tools
    const requestId = randomUUID()
    const headers = [...way.headers, ...limit, 'x-request-id', requestId]
    const isKnown = matches(request.headers['if-none-match'], way.etag)
    // As on the long way: which page follows is known with the page only, and it is not sent.
    if (!isKnown && kept.link !== undefined) headers.push('link', kept.link)
    // As Fastify does: the time until the response has left, or the client.
    finished(response, () => {
      const status = isKnown ? 304 : 200
      const ms = clock.monotonic() - started
      onAnswer(requestId, { method: 'GET', route: way.route, status, ms, keyId })
    })
    if (isKnown) response.writeHead(304, headers).end()
    else this.#send(response, { way, kept, headers, requestId })
  }

  /** The page, and the key that asks for it, if both are good at this moment. */
  #find(way: Way, request: IncomingMessage): Awaitable<Found | undefined> {
    // Without a key there is one thing to look up, and it need not be where keys are.
    if (!way.isKeyed) return this.#lookUp(way, request)
    const found = this.#tools.together(() => this.#lookUp(way, request))
    if (!(found instanceof Promise)) return found
    return found.catch((reason: unknown) => {
      this.#lookedUp.set(request, { key: { status: 'rejected', reason } })
      return undefined
    })
  }

  #lookUp(way: Way, request: IncomingMessage): Awaitable<Found | undefined> {
    const { findMunicipality, findKey } = this.#tools
    const key = way.isKeyed ? String(request.headers['x-api-key'] ?? '') : ''
    const municipality = findMunicipality(way.slug)
    const active = way.isKeyed ? findKey(key) : noKey
    if (municipality instanceof Promise || active instanceof Promise)
      return this.#findLater(way, request, { municipality, active })
    return this.#findPage(way, municipality, active)
  }

  async #findLater(
    way: Way,
    request: IncomingMessage,
    asked: {
      municipality: Awaitable<Municipality | undefined>
      active: Awaitable<Pick<ActiveKey, 'id'> | undefined>
    },
  ): Promise<Found | undefined> {
    const [municipality, key] = await Promise.allSettled([asked.municipality, asked.active])
    if (municipality.status === 'fulfilled' && key.status === 'fulfilled')
      return this.#findPage(way, municipality.value, key.value)
    this.#lookedUp.set(request, { municipality, key })
    return undefined
  }

  #findPage(
    way: Way,
    municipality: Municipality | undefined,
    active: Pick<ActiveKey, 'id'> | undefined,
  ): Found | undefined {
    if (municipality === undefined || active === undefined) return undefined
    if (!this.#isCurrent(way, municipality)) return undefined
    const kept = this.#tools.pages.find(municipality, way.etag)
    return kept && { kept, keyId: active.id }
  }

  /** Counts the request, and tells of the limit; undefined where it is used up. */
  #admit(keyId: string): Awaitable<string[] | undefined> {
    return whenThere(this.#tools.limiter.take(keyId), (verdict) => {
      if (!verdict.admitted) return undefined
      this.#tools.countRequest(keyId, true)
      return ['ratelimit', rateLimitOf(verdict)]
    })
  }

  #send(
    response: ServerResponse,
    answer: { way: Way; kept: Kept; headers: string[]; requestId: string },
  ): void {
    const { way, kept, headers, requestId } = answer
    const [head, tail] = this.#tools.pages.partsOf(way.etag, kept, way.encoding, requestId)
    if (way.encoding !== 'identity') headers.push('content-encoding', way.encoding)
    headers.push('content-type', jsonType, 'content-length', String(head.length + tail.length))
    response.cork()
    response.writeHead(200, headers)
    response.write(head)
    response.end(tail)
    response.uncork()
  }

  #isCurrent(way: Way, municipality: Municipality): boolean {
    return way.state === stateOf(municipality) && way.quarter === quarterOf(this.#tools.clock.now())
  }

  #note(request: FastifyRequest, reply: FastifyReply): void {
    const { etag, municipality, originalUrl, method } = request
    // An answer that was sent without it tells nothing of those that are sent with it.
    const isTagged = reply.getHeader('etag') === etag
    if (reply.statusCode !== 200 || etag === undefined || !isTagged || method !== 'GET') return
    const quarter = quarterOf(this.#tools.clock.now() - reply.elapsedTime)
    const encodings = request.headers['accept-encoding'] ?? ''
    if (originalUrl.length > urlLengthMax || encodings.length > encodingsLengthMax) return
    if (request.keyInUrl || mayHoldKey(originalUrl)) return
    if (unusual.some((name) => request.headers[name] !== undefined)) return
    if (quarter !== quarterOf(this.#tools.clock.now())) return
    const encoding = String(reply.getHeader('content-encoding') ?? 'identity') as Encoding
    const headers = Object.entries(reply.getHeaders())
      .filter(([name]) => !ofOneAnswer.has(name))
      .flatMap(([name, value]) => [name, String(value)])
    this.#ways.set(wayKey(originalUrl, encodings), {
      etag,
      slug: municipality.slug,
      state: stateOf(municipality),
      quarter,
      isKeyed: request.apiKeyId !== '' && request.apiKeyId !== undefined,
      encoding,
      route: request.routeOptions.url ?? '',
      headers,
    })
  }
}

/** Stands for the key where none is needed. */
const noKey = { id: '' }

const wayKey = (url: string, acceptEncoding: unknown) => `${url} ${String(acceptEncoding ?? '')}`

const stateOf = ({ dataVersion, updatedAt }: Municipality) => `${dataVersion} ${updatedAt}`

const quarterOf = (ms: number) => Math.floor(ms / quarterMs)

// `apikey` can be written with escapes, so a query with an escaped letter is not learned.
function mayHoldKey(url: string): boolean {
  const query = url.slice(url.indexOf('?') + 1)
  return /apikey|%[4-7]/i.test(query)
}
