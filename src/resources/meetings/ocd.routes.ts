import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { OcdListOf } from '../../http/envelope.ts'
import { ApiError } from '../../http/errors.ts'
import { describeOcd } from '../../http/openapi.ts'
import { quote } from '../../http/query.ts'
import { ocdListResponse, type RouteDeps } from '../../http/resource-routes.ts'
import { ocdIdPath } from '../../http/schema-types.ts'
import { OcdListQuery } from '../_shared/ocd.schema.ts'
import { readOcdPage } from '../_shared/ocd-list.ts'
import { toOcdEvent, toOcdEventDetail } from './ocd.represent.ts'
import { findMeeting, listEventsByIds } from './queries.ts'
import { OcdEvent, OcdEventDetail } from './schema.ts'

/** `/api/ocd/{municipality}/events`. */
export const eventsOcd: FastifyPluginAsyncTypebox<RouteDeps> = async (app, deps) => {
  const list = describeOcd({
    operationId: 'listOcdEvents',
    tag: 'Open Civic Data',
    summary: 'List events, newest first',
    response: OcdListOf(OcdEvent),
    errors: [],
  })
  app.get('/events', { schema: { ...list, querystring: OcdListQuery } }, (request, reply) =>
    ocdListResponse(
      { request, reply, deps },
      {
        read: (range) =>
          readOcdPage(
            request.municipality,
            deps,
            { name: 'meetings', read: listEventsByIds },
            range,
          ),
        represent: (row) => toOcdEvent(row, request.municipality),
      },
    ),
  )

  const detail = describeOcd({
    operationId: 'getOcdEvent',
    tag: 'Open Civic Data',
    summary: 'Get an event with its participants, agenda, documents and media',
    response: OcdEventDetail,
    errors: ['EVENT_NOT_FOUND'],
  })
  const path = ocdIdPath(
    'Open Civic Data id of the event.',
    'ocd-event/58cc2eff-31eb-5f8b-af33-acf2407f5e2b',
  )
  app.get('/events/*', { schema: { ...detail, params: path } }, async (request) => {
    const id = request.params['*']
    const rows = await findMeeting(deps.store.db, request.municipality.id, {
      column: 'ocd_id',
      value: id,
    })
    if (rows === undefined)
      throw new ApiError('EVENT_NOT_FOUND', `Event ${quote(id)} does not exist.`)
    return toOcdEventDetail(rows, request.municipality)
  })
}
