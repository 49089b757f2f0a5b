import type { FastifyInstance } from 'fastify'
import type { Limiter } from '../access/limiter.ts'
import { ApiError } from './errors.ts'

/** Told of every request with a key, let through or not. */
export type CountRequest = (keyId: string, admitted: boolean) => void

/** Holds every key to the limit (contract 5.6, 5.7, 8). Runs after the key check, so 401 is never counted. */
export function limitRate(
  app: FastifyInstance,
  limiter: Limiter,
  countRequest: CountRequest,
): void {
  const { limit, windowSeconds } = limiter
  app.addHook('onRequest', async (request, reply) => {
    const verdict = await limiter.take(request.apiKeyId)
    countRequest(request.apiKeyId, verdict.admitted)
    // The second and third are the IETF draft's (draft-ietf-httpapi-ratelimit-headers).
    reply.header('x-ratelimit-limit', String(limit))
    reply.header('ratelimit-policy', `"key";q=${limit};w=${windowSeconds}`)
    reply.header('ratelimit', `"key";r=${verdict.remaining};t=${verdict.resetSeconds}`)
    if (verdict.admitted) return
    reply.header('retry-after', String(windowSeconds))
    const message = `More than ${limit} requests in ${windowSeconds} seconds with this key; wait ${windowSeconds} seconds.`
    throw new ApiError('RATE_LIMIT_EXCEEDED', message)
  })
}
