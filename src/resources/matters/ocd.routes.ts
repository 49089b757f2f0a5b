import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { OcdListOf } from '../../http/envelope.ts'
import { ApiError } from '../../http/errors.ts'
import { describeOcd } from '../../http/openapi.ts'
import { quote } from '../../http/query.ts'
import { ocdListResponse, type RouteDeps } from '../../http/resource-routes.ts'
import { ocdIdPath } from '../../http/schema-types.ts'
import { OcdListQuery } from '../_shared/ocd.schema.ts'
import { readOcdPage } from '../_shared/ocd-list.ts'
import { listBillsByIds } from './bills/queries.ts'
import { toOcdBill, toOcdBillDetail } from './ocd.represent.ts'
import { findMatter } from './queries.ts'
import { OcdBill, OcdBillDetail } from './schema.ts'

/** `/api/ocd/{municipality}/bills`. */
export const billsOcd: FastifyPluginAsyncTypebox<RouteDeps> = async (app, deps) => {
  const list = describeOcd({
    operationId: 'listOcdBills',
    tag: 'Open Civic Data',
    summary: 'List bills, most recently active first',
    response: OcdListOf(OcdBill),
    errors: [],
  })
  app.get('/bills', { schema: { ...list, querystring: OcdListQuery } }, (request, reply) =>
    ocdListResponse(
      { request, reply, deps },
      {
        read: (range) =>
          readOcdPage(request.municipality, deps, { name: 'matters', read: listBillsByIds }, range),
        represent: toOcdBill,
      },
    ),
  )

  const detail = describeOcd({
    operationId: 'getOcdBill',
    tag: 'Open Civic Data',
    summary: 'Get a bill with its actions, sponsorships, votes and documents',
    response: OcdBillDetail,
    errors: ['BILL_NOT_FOUND'],
  })
  const path = ocdIdPath(
    'Open Civic Data id of the bill.',
    'ocd-bill/4f3b843b-977b-5c07-843f-1d7ed0e3d79e',
  )
  app.get('/bills/*', { schema: { ...detail, params: path } }, async (request) => {
    const id = request.params['*']
    const rows = await findMatter(deps.store.db, request.municipality.id, {
      column: 'ocd_id',
      value: id,
    })
    if (rows === undefined)
      throw new ApiError('BILL_NOT_FOUND', `Bill ${quote(id)} does not exist.`)
    return toOcdBillDetail(rows, request.municipality)
  })
}
