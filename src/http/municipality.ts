import type { IncomingMessage } from 'node:http'
import type { FastifyInstance } from 'fastify'
import type { Awaitable } from '../core/awaitable.ts'
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

/** `raw` is the request for which it is asked. */
export type FindMunicipality = (
  slug: string,
  raw?: IncomingMessage,
) => Awaitable<Municipality | undefined>

/** Finds the municipality of the path; after key and limit, before parameters. */
export function findMunicipalityOfPath(app: FastifyInstance, find: FindMunicipality): void {
  app.decorateRequest('municipality', null as unknown as Municipality)
  app.addHook('preValidation', async (request) => {
    const { municipality: slug } = request.params as { municipality: string }
    const municipality = await find(slug, request.raw)
    if (municipality === undefined) {
      throw new ApiError('MUNICIPALITY_NOT_FOUND', `No municipality ${quote(slug)} is served here.`)
    }
    request.municipality = municipality
  })
}
