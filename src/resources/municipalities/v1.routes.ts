import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { revalidateByContent } from '../../http/caching.ts'
import { PageOf } from '../../http/envelope.ts'
import { readDownloadOptions } from '../../http/list-download.ts'
import { describeOpen } from '../../http/openapi.ts'
import { readQuery, reportIgnoredParameters } from '../../http/query.ts'
import { queueRequests } from '../../http/request-queue.ts'
import { listResponse, type Paging, type RouteDeps } from '../../http/resource-routes.ts'
import { downloadParameters, Query } from '../../http/schema-types.ts'
import { countMunicipalities, listMunicipalities, type MunicipalityRow } from './queries.ts'
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
  const querystring = Query({ ...MunicipalityQuery.properties, ...downloadParameters })
  const rows = {
    position: (row: MunicipalityRow) => [row.slug],
    represent: toMunicipalityItem,
  }
  app.get('/municipalities', { schema: { ...list, querystring } }, async (request, reply) => {
    const context = { request, reply, deps }
    const options = readDownloadOptions(request.query)
    if (options === undefined) {
      const read = (paging: Paging) => listMunicipalities(deps.store.db, paging)
      return listResponse(context, { ...rows, read })
    }
    const whole = { name: 'municipalities', item: MunicipalityItem }
    const queries = { read: listMunicipalities, count: countMunicipalities }
    return deps.downloads.send(context, { ...rows, ...whole, ...queries }, options)
  })
}
