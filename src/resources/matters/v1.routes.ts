import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { DetailOf, detailResponse, PageOf } from '../../http/envelope.ts'
import { ApiError } from '../../http/errors.ts'
import { describeV1 } from '../../http/openapi.ts'
import { linked, pagesOf } from '../../http/page-url.ts'
import { quote } from '../../http/query.ts'
import { listResponse, type RouteDeps } from '../../http/resource-routes.ts'
import { slugPath } from '../../http/schema-types.ts'
import { findMatter, listMatters } from './queries.ts'
import { MatterDetail, MatterItem, MatterQuery } from './schema.ts'
import { toMatterDetail, toMatterItem } from './v1.represent.ts'

/** `/api/v1/{municipality}/matters`. */
export const mattersV1: FastifyPluginAsyncTypebox<RouteDeps> = async (app, deps) => {
  const list = describeV1({
    operationId: 'listMatters',
    tag: 'Matters',
    summary: 'List matters, most recently active first',
    response: PageOf(MatterItem),
    errors: [],
  })
  app.get('/matters', { schema: { ...list, querystring: MatterQuery } }, (request, reply) =>
    listResponse(
      { request, reply, deps },
      {
        read: (paging) =>
          listMatters(deps.store.db, request.municipality.id, request.query, paging),
        position: (row) => [row.last_seen, row.id],
        represent: (row) => linked(toMatterItem(row), pagesOf(request, deps, 'matters')),
      },
    ),
  )

  const detail = describeV1({
    operationId: 'getMatter',
    tag: 'Matters',
    summary: 'Get a matter with its agenda items and motions',
    response: DetailOf(MatterDetail),
    errors: ['MATTER_NOT_FOUND'],
  })
  const path = slugPath('Slug of the matter.', 'pl-102')
  app.get('/matters/:slug', { schema: { ...detail, params: path } }, async (request) => {
    const { slug } = request.params
    const rows = await findMatter(deps.store.db, request.municipality.id, {
      column: 'slug',
      value: slug,
    })
    if (rows === undefined)
      throw new ApiError('MATTER_NOT_FOUND', `Matter ${quote(slug)} does not exist.`)
    return detailResponse(
      linked(toMatterDetail(rows), pagesOf(request, deps, 'matters')),
      request.id,
    )
  })
}
