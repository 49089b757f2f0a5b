import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Limiter } from '../access/limiter.ts'
import { networkOf } from '../access/networks.ts'
import type { RequestLookup } from '../access/queries.ts'
import { isKeyShaped } from '../core/key-format.ts'
import { ApiError } from './errors.ts'
import { quote, type RawQuery } from './query.ts'

/** The municipality that a path names. */
export interface Municipality {
  id: number
  slug: string
  name: string
  divisionId: string
  jurisdictionId: string
  timeZone: string
  url: string | null
  /** The day up to which its record speaks; null before the first import. */
  asOf: string | null
  /** Incremented by every import that changed something. */
  dataVersion: number
  createdAt: string
  updatedAt: string
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Id of the key that was sent; empty on routes that need none. */
    apiKeyId: string
    /** Account of the key; empty on routes that need none. */
    accountId: string
    /** Whether the key was in the URL, where caches and logs see it. */
    keyInUrl: boolean
    municipality: Municipality
  }
}

/** Requires an API key. One lookup finds the key and the municipality of the path. */
export function authenticate(app: FastifyInstance, lookup: RequestLookup): void {
  app.decorateRequest('apiKeyId', '')
  app.decorateRequest('accountId', '')
  app.decorateRequest('keyInUrl', false)
  app.addHook('onRequest', async (request) => {
    const { key, inUrl } = presentedKey(request)
    if (key === undefined) {
      throw new ApiError(
        'MISSING_API_KEY',
        'An API key is required. Send it in the X-API-Key header.',
      )
    }
    // Malformed keys never reach the database.
    const found = isKeyShaped(key) ? await lookup({ key, slug: slugOf(request) }) : undefined
    const active = found?.key
    if (active === undefined)
      throw new ApiError('INVALID_API_KEY', 'The API key is malformed, unknown or revoked.')
    request.apiKeyId = active.id
    request.accountId = active.account_id
    request.keyInUrl = inUrl
    setMunicipality(request, found?.municipality)
  })
}

// The header wins, even when it is invalid; an empty header counts as absent.
function presentedKey(request: FastifyRequest): { key: string | undefined; inUrl: boolean } {
  const header = request.headers['x-api-key']
  if (header !== undefined && header !== '') return { key: String(header), inUrl: false }
  const { apikey } = request.query as RawQuery
  // Joined, two values are a malformed key.
  const value = Array.isArray(apikey) ? apikey.join() : apikey
  return { key: value === '' ? undefined : value, inUrl: true }
}

/** Called for every request with a valid key. */
export type CountRequest = (keyId: string, admitted: boolean) => void

/** Applies the rate limit to every key. Runs after authentication, so that 401 is never counted. */
export function limitRate(
  app: FastifyInstance,
  limiter: Limiter,
  countRequest: CountRequest,
): void {
  const { limit, windowSeconds } = limiter
  app.addHook('onRequest', async (request, reply) => {
    const verdict = await limiter.take(request.apiKeyId)
    countRequest(request.apiKeyId, verdict.admitted)
    // RateLimit-Policy and RateLimit: draft-ietf-httpapi-ratelimit-headers.
    reply.header('x-ratelimit-limit', String(limit))
    reply.header('ratelimit-policy', `"key";q=${limit};w=${windowSeconds}`)
    reply.header('ratelimit', `"key";r=${verdict.remaining};t=${verdict.resetSeconds}`)
    if (verdict.admitted) return
    reply.header('retry-after', String(windowSeconds))
    const message = `This key exceeded ${limit} requests in ${windowSeconds} seconds. Wait ${windowSeconds} seconds.`
    throw new ApiError('RATE_LIMIT_EXCEEDED', message)
  })
}

/** A hook that applies a rate limit to the addresses of clients, for what needs no key. */
export function limitAddresses(limiter: Limiter) {
  const { limit, windowSeconds } = limiter
  return async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    const { admitted } = await limiter.take(networkOf(request.ip))
    if (admitted) return
    reply.header('retry-after', String(windowSeconds))
    const message = `This address exceeded ${limit} requests in ${windowSeconds} seconds. Wait ${windowSeconds} seconds, or use the API with a key.`
    throw new ApiError('RATE_LIMIT_EXCEEDED', message)
  }
}

/** Looks up the municipality of the path, on routes that need no key. */
export function findMunicipality(app: FastifyInstance, lookup: RequestLookup): void {
  app.addHook('onRequest', async (request) => {
    const { municipality } = await lookup({ slug: slugOf(request) })
    setMunicipality(request, municipality)
  })
}

/** `request.municipality` can be undefined until `requireMunicipality` has run. */
export function setMunicipality(request: FastifyRequest, found: Municipality | undefined): void {
  request.municipality = found as Municipality
}

/** Rejects requests whose municipality does not exist. Runs after the rate limit and before validation. */
export function requireMunicipality(app: FastifyInstance): void {
  app.decorateRequest('municipality', undefined as unknown as Municipality)
  app.addHook('onRequest', (request, _reply, done) => {
    if (request.municipality !== undefined) return done()
    const slug = quote(slugOf(request))
    done(new ApiError('MUNICIPALITY_NOT_FOUND', `Municipality ${slug} does not exist.`))
  })
}

export function slugOf({ params }: FastifyRequest): string {
  return (params as { municipality: string }).municipality
}
