import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { describeOcd } from '../../http/openapi.ts'
import { Query } from '../../http/schema-types.ts'
import { OcdDiscovery } from './schema.ts'

/** `/api/ocd/{municipality}/`, with or without the trailing slash. */
export const discovery: FastifyPluginAsyncTypebox = async (app) => {
  const schema = describeOcd({
    operationId: 'discoverOcd',
    tag: 'Open Civic Data',
    summary: 'List endpoints',
    response: OcdDiscovery,
    errors: [],
  })
  app.get('/', { schema: { ...schema, querystring: Query({}) } }, (request) => {
    const base = `/api/ocd/${request.municipality.slug}`
    return {
      jurisdictions_url: `${base}/jurisdictions`,
      organizations_url: `${base}/organizations`,
      people_url: `${base}/people`,
      events_url: `${base}/events`,
      bills_url: `${base}/bills`,
      votes_url: `${base}/votes`,
    }
  })
}
