import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { revalidateByContent } from '../../http/caching.ts'
import { PageOf } from '../../http/envelope.ts'
import { describeOpen } from '../../http/openapi.ts'
import { readQuery, reportIgnoredParameters } from '../../http/query.ts'
import { queueRequests } from '../../http/request-queue.ts'
import { listResponse, type RouteDeps } from '../../http/resource-routes.ts'
import { listMunicipalities } from './queries.ts'
import { MunicipalityItem, MunicipalityQuery } from './schema.ts'
import { toMunicipalityItem } from './v1.represent.ts'

/** `/api/v1/municipalities`, without a key. */
export const municipalitiesV1: FastifyPluginAsyncTypebox<RouteDeps> = async (app, deps) => {
  const list = describeOpen({
    operationId: 'listMunicipalities',
    tag: 'Municipalities',
    summary: 'List municipalities, by slug',
    response: PageOf(MunicipalityItem),
    errors: [],
  })
  queueRequests(app, deps.requestQueue)
  readQuery(app)
  reportIgnoredParameters(app)
  revalidateByContent(app)
  app.get(
    '/municipalities',
    { schema: { ...list, querystring: MunicipalityQuery } },
    (request, reply) =>
      listResponse(
        { request, reply, deps },
        {
          read: (paging) => listMunicipalities(deps.store.db, paging),
          position: (row) => [row.slug],
          represent: toMunicipalityItem,
        },
      ),
  )
}
