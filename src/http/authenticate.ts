import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { RequestLookup } from '../access/request-lookup.ts'
import { isKeyShaped } from '../core/key-format.ts'
import { ApiError } from './errors.ts'
import { setMunicipality, slugOf } from './municipality.ts'
import type { RawQuery } from './query.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Id of the key that was sent; empty on routes that need none. */
    apiKeyId: string
    /** Account of the key; empty on routes that need none. */
    accountId: string
    /** Whether the key was in the URL, where caches and logs see it. */
    keyInUrl: boolean
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
