import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { DetailOf, detailResponse, PageOf } from '../../http/envelope.ts'
import { ApiError } from '../../http/errors.ts'
import { describeV1 } from '../../http/openapi.ts'
import { linked, pagesOf } from '../../http/page-url.ts'
import { quote } from '../../http/query.ts'
import { listResponse, type RouteDeps } from '../../http/resource-routes.ts'
import { slugPath } from '../../http/schema-types.ts'
import { findBylaw, listBylaws } from './queries.ts'
import { BylawDetail, BylawItem, BylawQuery } from './schema.ts'
import { toBylawDetail, toBylawItem } from './v1.represent.ts'

/** `/api/v1/{municipality}/bylaws`. */
export const bylawsV1: FastifyPluginAsyncTypebox<RouteDeps> = async (app, deps) => {
  const list = describeV1({
    operationId: 'listBylaws',
    tag: 'By-laws',
    summary: 'List by-laws, newest year first',
    response: PageOf(BylawItem),
    errors: [],
  })
  app.get('/bylaws', { schema: { ...list, querystring: BylawQuery } }, (request, reply) =>
    listResponse(
      { request, reply, deps },
      {
        read: (paging) => listBylaws(deps.store.db, request.municipality.id, request.query, paging),
        position: (row) => [row.year, row.id],
        represent: (row) => linked(toBylawItem(row), pagesOf(request, deps, 'bylaws')),
      },
    ),
  )

  const detail = describeV1({
    operationId: 'getBylaw',
    tag: 'By-laws',
    summary: 'Get a by-law with its matters',
    response: DetailOf(BylawDetail),
    errors: ['BYLAW_NOT_FOUND'],
  })
  const path = slugPath('Slug of the by-law.', 'by-law-4101')
  app.get('/bylaws/:slug', { schema: { ...detail, params: path } }, async (request) => {
    const { slug } = request.params
    const rows = await findBylaw(deps.store.db, request.municipality.id, slug)
    if (rows === undefined)
      throw new ApiError('BYLAW_NOT_FOUND', `By-law ${quote(slug)} does not exist.`)
    return detailResponse(linked(toBylawDetail(rows), pagesOf(request, deps, 'bylaws')), request.id)
  })
}
