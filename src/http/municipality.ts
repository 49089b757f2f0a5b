import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { RequestLookup } from '../access/request-lookup.ts'
import { ApiError } from './errors.ts'
import { quote } from './query.ts'

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
    municipality: Municipality
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
