import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { OcdListOf } from '../../http/envelope.ts'
import { ApiError } from '../../http/errors.ts'
import { describeOcd } from '../../http/openapi.ts'
import { quote } from '../../http/query.ts'
import { ocdListResponse, type RouteDeps } from '../../http/resource-routes.ts'
import { ocdIdPath } from '../../http/schema-types.ts'
import { OcdListQuery } from '../_shared/ocd.schema.ts'
import { readOcdPage } from '../_shared/ocd-list.ts'
import { toOcdVote, toOcdVoteDetail } from './ocd.represent.ts'
import { findVoteEvent, listVoteEventsByIds } from './queries.ts'
import { OcdVote, OcdVoteDetail } from './schema.ts'

/** `/api/ocd/{municipality}/votes`. */
export const votesOcd: FastifyPluginAsyncTypebox<RouteDeps> = async (app, deps) => {
  const list = describeOcd({
    operationId: 'listOcdVotes',
    tag: 'Open Civic Data',
    summary: 'List votes, newest first',
    response: OcdListOf(OcdVote),
    errors: [],
  })
  app.get('/votes', { schema: { ...list, querystring: OcdListQuery } }, (request, reply) =>
    ocdListResponse(
      { request, reply, deps },
      {
        read: (range) =>
          readOcdPage(
            request.municipality,
            deps,
            { name: 'motions', read: listVoteEventsByIds },
            range,
          ),
        represent: toOcdVote,
      },
    ),
  )

  const detail = describeOcd({
    operationId: 'getOcdVote',
    tag: 'Open Civic Data',
    summary: 'Get a vote with its counts and voters',
    response: OcdVoteDetail,
    errors: ['VOTE_NOT_FOUND'],
  })
  const path = ocdIdPath(
    'Open Civic Data id of the vote.',
    'ocd-vote/0ab79b42-061a-52b1-b958-abcad77ad50e',
  )
  app.get('/votes/*', { schema: { ...detail, params: path } }, async (request) => {
    const id = request.params['*']
    const rows = await findVoteEvent(deps.store.db, request.municipality.id, id)
    if (rows === undefined)
      throw new ApiError('VOTE_NOT_FOUND', `Vote ${quote(id)} does not exist.`)
    return toOcdVoteDetail(rows, request.municipality)
  })
}
