import type { IncomingMessage } from 'node:http'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { ActiveKey } from '../access/queries.ts'
import type { Awaitable } from '../core/awaitable.ts'
import { ApiError } from './errors.ts'
import type { RawQuery } from './query.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Id of the key that came with the request; empty where none is needed. */
    apiKeyId: string
    /** Id of the account that the key belongs to; empty where none is needed. */
    accountId: string
    /** Whether the key stood in the URL, where caches and logs see it. */
    keyInUrl: boolean
  }
}

/** A key that may be used, or undefined. Called for every request: a revoked key is refused at once. */
export type FindKey = (key: string, raw?: IncomingMessage) => Awaitable<ActiveKey | undefined>

/** Demands an API key (contract 5). */
export function authenticate(app: FastifyInstance, findKey: FindKey): void {
  app.decorateRequest('apiKeyId', '')
  app.decorateRequest('accountId', '')
  app.decorateRequest('keyInUrl', false)
  app.addHook('onRequest', async (request) => {
    const { key, inUrl } = presentedKey(request)
    if (key === undefined) {
      throw new ApiError(
        'MISSING_API_KEY',
        'An API key is needed: send it in the header X-API-Key.',
      )
    }
    const active = await findKey(key, request.raw)
    if (active === undefined)
      throw new ApiError('INVALID_API_KEY', 'The API key is malformed, unknown or revoked.')
    request.apiKeyId = active.id
    request.accountId = active.account_id
    request.keyInUrl = inUrl
  })
}

// The header wins; an empty one counts as absent; a wrong one is not rescued by the query.
function presentedKey(request: FastifyRequest): { key: string | undefined; inUrl: boolean } {
  const header = request.headers['x-api-key']
  if (header !== undefined && header !== '') return { key: String(header), inUrl: false }
  const { apikey } = request.query as RawQuery
  // Two values are one answer too many: joined, they are malformed.
  const value = Array.isArray(apikey) ? apikey.join() : apikey
  return { key: value === '' ? undefined : value, inUrl: true }
}
