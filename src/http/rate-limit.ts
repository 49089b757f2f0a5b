import type { FastifyInstance } from 'fastify'
import { ApiError } from './errors.ts'

/** Whether a request of a key is let through now; `remaining` more may follow, all of them in `resetSeconds`. */
interface RateVerdict {
  admitted: boolean
  remaining: number
  resetSeconds: number
}

export interface RateLimiter {
  readonly limit: number
  readonly windowSeconds: number
  take(keyId: string): RateVerdict
}

/** Told of every request with a key, let through or not. */
type CountRequest = (keyId: string, admitted: boolean) => void

/** Holds every key to the limit (contract 5.6, 5.7, 8). Runs after the key check, so 401 is never counted. */
export function limitRate(
  app: FastifyInstance,
  limiter: RateLimiter,
  countRequest: CountRequest,
): void {
  const { limit, windowSeconds } = limiter
  app.addHook('onRequest', async (request, reply) => {
    const { admitted, remaining, resetSeconds } = limiter.take(request.apiKeyId)
    countRequest(request.apiKeyId, admitted)
    // The second and third are the IETF draft's (draft-ietf-httpapi-ratelimit-headers).
    reply.header('x-ratelimit-limit', String(limit))
    reply.header('ratelimit-policy', `"key";q=${limit};w=${windowSeconds}`)
    reply.header('ratelimit', `"key";r=${remaining};t=${resetSeconds}`)
    if (admitted) return
    reply.header('retry-after', String(windowSeconds))
    const message = `More than ${limit} requests in ${windowSeconds} seconds with this key; wait ${windowSeconds} seconds.`
    throw new ApiError('RATE_LIMIT_EXCEEDED', message)
  })
}
