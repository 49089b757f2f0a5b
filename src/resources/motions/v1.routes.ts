import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { DetailOf, detailResponse, PageOf } from '../../http/envelope.ts'
import { ApiError } from '../../http/errors.ts'
import { describeV1 } from '../../http/openapi.ts'
import { linked, pagesOf } from '../../http/page-url.ts'
import { quote } from '../../http/query.ts'
import { listResponse, type RouteDeps } from '../../http/resource-routes.ts'
import { slugPath } from '../../http/schema-types.ts'
import { listMotions } from './list/queries.ts'
import { findMotion } from './queries.ts'
import { MotionDetail, MotionItem, MotionQuery } from './schema.ts'
import { toMotionDetail, toMotionItem } from './v1.represent.ts'

/** `/api/v1/{municipality}/motions`. */
export const motionsV1: FastifyPluginAsyncTypebox<RouteDeps> = async (app, deps) => {
  const list = describeV1({
    operationId: 'listMotions',
    tag: 'Motions',
    summary: 'List motions, newest meeting first',
    response: PageOf(MotionItem),
    errors: [],
  })
  app.get('/motions', { schema: { ...list, querystring: MotionQuery } }, (request, reply) =>
    listResponse(
      { request, reply, deps },
      {
        read: (paging) =>
          listMotions(deps.store.db, request.municipality.id, request.query, paging),
        position: (row) => [row.date, row.id],
        represent: (row) => linked(toMotionItem(row), pagesOf(request, deps, 'motions')),
      },
    ),
  )

  const detail = describeV1({
    operationId: 'getMotion',
    tag: 'Motions',
    summary: 'Get a motion with its full text and votes',
    response: DetailOf(MotionDetail),
    errors: ['MOTION_NOT_FOUND'],
  })
  const path = slugPath('Slug of the motion.', 'motion-c-1201')
  app.get('/motions/:slug', { schema: { ...detail, params: path } }, async (request) => {
    const { slug } = request.params
    const rows = await findMotion(deps.store.db, request.municipality.id, slug)
    if (rows === undefined)
      throw new ApiError('MOTION_NOT_FOUND', `Motion ${quote(slug)} does not exist.`)
    return detailResponse(
      linked(toMotionDetail(rows), pagesOf(request, deps, 'motions')),
      request.id,
    )
  })
}
