import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { DetailOf, detailResponse, PageOf } from '../../http/envelope.ts'
import { ApiError } from '../../http/errors.ts'
import { describeV1 } from '../../http/openapi.ts'
import { linked, pagesOf } from '../../http/page-url.ts'
import { quote } from '../../http/query.ts'
import { listResponse, type RouteDeps } from '../../http/resource-routes.ts'
import { slugPath } from '../../http/schema-types.ts'
import { findMeeting, listMeetings } from './queries.ts'
import { MeetingDetail, MeetingItem, MeetingQuery } from './schema.ts'
import { toMeetingDetail, toMeetingItem } from './v1.represent.ts'

/** `/api/v1/{municipality}/meetings`. */
export const meetingsV1: FastifyPluginAsyncTypebox<RouteDeps> = async (app, deps) => {
  const list = describeV1({
    operationId: 'listMeetings',
    tag: 'Meetings',
    summary: 'List meetings, newest first',
    response: PageOf(MeetingItem),
    errors: [],
  })
  app.get('/meetings', { schema: { ...list, querystring: MeetingQuery } }, (request, reply) =>
    listResponse(
      { request, reply, deps },
      {
        read: (paging) =>
          listMeetings(deps.store.db, request.municipality.id, request.query, paging),
        position: (row) => [row.date, row.id],
        represent: (row) => linked(toMeetingItem(row), pagesOf(request, deps, 'meetings')),
      },
    ),
  )

  const detail = describeV1({
    operationId: 'getMeeting',
    tag: 'Meetings',
    summary: 'Get a meeting with its agenda, motions, attendance and documents',
    response: DetailOf(MeetingDetail),
    errors: ['MEETING_NOT_FOUND'],
  })
  const path = slugPath('Slug of the meeting.', '2025-05-20-town-council')
  app.get('/meetings/:slug', { schema: { ...detail, params: path } }, async (request) => {
    const { slug } = request.params
    const rows = await findMeeting(deps.store.db, request.municipality.id, {
      column: 'slug',
      value: slug,
    })
    if (rows === undefined)
      throw new ApiError('MEETING_NOT_FOUND', `Meeting ${quote(slug)} does not exist.`)
    return detailResponse(
      linked(toMeetingDetail(rows), pagesOf(request, deps, 'meetings')),
      request.id,
    )
  })
}
