import type { FastifyInstance } from 'fastify'
import { coerceQuery, ignoredNames, type RawQuery } from './query.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Names of unknown parameters. */
    ignoredParameters: readonly string[]
  }
}

interface QuerySchema {
  properties?: Record<string, { type?: string }>
}

const strictPreference = /(?:^|,)\s*handling\s*=\s*"?strict"?\s*(?:[,;]|$)/i

/** Converts parameters to the types of the route's schema. `Prefer: handling=strict` (RFC 7240) rejects unknown ones. */
export function readQuery(app: FastifyInstance, alsoKnown: readonly string[] = []): void {
  app.decorateRequest('ignoredParameters', null as unknown as readonly string[])
  app.addHook('preValidation', (request, reply, done) => {
    const schema = request.routeOptions.schema?.querystring as QuerySchema | undefined
    const { prefer } = request.headers
    const strict = prefer !== undefined && strictPreference.test(String(prefer))
    if (strict) reply.header('preference-applied', 'handling=strict')
    const query = { ...(request.query as RawQuery) }
    for (const name of alsoKnown) delete query[name]
    const properties = schema?.properties ?? {}
    request.query = coerceQuery(query, properties, strict)
    request.ignoredParameters = ignoredNames(query, properties)
    done()
  })
}

interface WithMeta {
  meta?: { request_id: string; ignored_parameters?: readonly string[] }
}

/** Adds `meta.ignored_parameters`, so that a misspelled filter is noticed. */
export function reportIgnoredParameters(app: FastifyInstance): void {
  app.addHook('preSerialization', (request, _reply, payload: WithMeta, done) => {
    const { ignoredParameters: names } = request
    if (names?.length > 0 && payload.meta !== undefined) payload.meta.ignored_parameters = names
    done(null, payload)
  })
}
