import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Limiter } from '../access/limiter.ts'
import { networkOf } from '../access/networks.ts'
import { ApiError } from './errors.ts'

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
