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
  /** Moves with every import that changed something. */
  dataVersion: number
  createdAt: string
  updatedAt: string
}

declare module 'fastify' {
  interface FastifyRequest {
    municipality: Municipality
  }
}

/** Reads the municipality of the path, where no key is needed. */
export function findMunicipality(app: FastifyInstance, lookUp: RequestLookup): void {
  app.addHook('onRequest', async (request) => {
    const { municipality } = await lookUp({ slug: slugOf(request) })
    setMunicipality(request, municipality)
  })
}

/** Hooks after `requireMunicipality` have one; until then it can be missing. */
export function setMunicipality(request: FastifyRequest, found: Municipality | undefined): void {
  request.municipality = found as Municipality
}

/** Rejects a request whose municipality does not exist; after key and limit, before parameters. */
export function requireMunicipality(app: FastifyInstance): void {
  app.decorateRequest('municipality', undefined as unknown as Municipality)
  app.addHook('onRequest', (request, _reply, done) => {
    if (request.municipality !== undefined) return done()
    const slug = quote(slugOf(request))
    done(new ApiError('MUNICIPALITY_NOT_FOUND', `No municipality ${slug} is served here.`))
  })
}

/** The slug of the municipality in the path. */
export function slugOf({ params }: FastifyRequest): string {
  return (params as { municipality: string }).municipality
}
