import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { PageOf } from '../../http/envelope.ts'
import { describeV1 } from '../../http/openapi.ts'
import { listResponse, type RouteDeps } from '../../http/resource-routes.ts'
import { listVotes } from './queries.ts'
import { VoteItem, VoteQuery } from './schema.ts'
import { toVoteItem } from './v1.represent.ts'

/** `/api/v1/{municipality}/votes`. */
export const votesV1: FastifyPluginAsyncTypebox<RouteDeps> = async (app, deps) => {
  const list = describeV1({
    operationId: 'listVotes',
    tag: 'Votes',
    summary: 'List votes of people, newest meeting first',
    response: PageOf(VoteItem),
    errors: [],
  })
  app.get('/votes', { schema: { ...list, querystring: VoteQuery } }, (request, reply) =>
    listResponse(
      { request, reply, deps },
      {
        read: (paging) => listVotes(deps.store.db, request.municipality.id, request.query, paging),
        position: (row) => [row.date, row.motion_id, row.name_folded, row.id],
        represent: toVoteItem,
      },
    ),
  )
}
