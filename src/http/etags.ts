import { hash } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { LRUCache } from 'lru-cache'
import { dateInZone } from '../core/calendar-date.ts'
import type { Clock } from '../core/clock.ts'

const tagLength = 22
const rememberedBytesMax = 4 * 2 ** 20
/** Estimated memory of a remembered ETag besides its URL. */
const overheadBytes = 300

interface EtagOptions {
  /** What all responses depend on, such as the release. */
  build: string
  clock: Clock
  /** What else a body depends on. */
  variant: (request: FastifyRequest) => string
}

/**
 * ETags of responses about a municipality, computed before any query runs from the data version and the request. They
 * are remembered by URL.
 */
export class Etags {
  readonly #options: EtagOptions
  readonly #remembered = new LRUCache<string, { state: string; etag: string }>({
    maxSize: rememberedBytesMax,
    sizeCalculation: (_, url) => url.length + overheadBytes,
  })

  constructor(options: EtagOptions) {
    this.#options = options
  }

  get bytes(): number {
    return this.#remembered.calculatedSize
  }

  of(request: FastifyRequest): string {
    const { url, keyInUrl } = request
    const state = this.#stateOf(request)
    const remembered = this.#remembered.get(url)
    if (remembered?.state === state) return remembered.etag
    const etag = etagOf(request, state)
    if (keyInUrl !== true) this.#remembered.set(url, { state, etag })
    return etag
  }

  #stateOf(request: FastifyRequest): string {
    const { build, clock, variant } = this.#options
    const { dataVersion, updatedAt, timeZone } = request.municipality
    // A rebuilt or restored database can repeat a version, but not its time; current memberships depend on the date.
    const today = dateInZone(clock.now(), timeZone)
    return `${build} ${dataVersion} ${updatedAt} ${today} ${variant(request)}`
  }
}

function etagOf({ query, routeOptions, params }: FastifyRequest, state: string): string {
  // Discovery has a second route with a trailing slash.
  const route = routeOptions.url?.replace(/\/$/, '')
  const parameters = Object.entries(query as Record<string, unknown>).sort()
  return weakTag(JSON.stringify([state, route, params, parameters]))
}

export function weakTag(content: string): string {
  return `W/"${hash('sha1', content, 'base64url').slice(0, tagLength)}"`
}

const tagPattern = /(?:W\/)?"([^"]*)"/g

/** Whether `If-None-Match` contains this ETag; weak comparison (RFC 9110 13.1.2). */
export function matches(header: string | undefined, etag: string): boolean {
  if (header === undefined) return false
  const own = etag.slice(3, -1)
  return [...header.matchAll(tagPattern)].some(([, tag]) => tag === own)
}

/** Whether `If-None-Match` is `*`, which matches any existing response. */
export function matchesAny(header: string | undefined): boolean {
  return header?.trim() === '*'
}
