import type { FastifyInstance } from 'fastify'
import { coerceQuery, type RawQuery } from './query.ts'

interface QuerySchema {
  properties?: Record<string, { type?: string }>
}

const strictPreference = /(?:^|,)\s*handling\s*=\s*"?strict"?\s*(?:[,;]|$)/i

/** Reads the parameters that the route declares; `Prefer: handling=strict` (RFC 7240) refuses all others. */
export function readQuery(app: FastifyInstance, alsoKnown: readonly string[] = []): void {
  app.addHook('preValidation', async (request, reply) => {
    const schema = request.routeOptions.schema?.querystring as QuerySchema | undefined
    const strict = strictPreference.test(String(request.headers.prefer ?? ''))
    if (strict) reply.header('preference-applied', 'handling=strict')
    const query = { ...(request.query as RawQuery) }
    for (const name of alsoKnown) delete query[name]
    request.query = coerceQuery(query, schema?.properties ?? {}, strict)
  })
}
