import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { OcdListOf } from '../../http/envelope.ts'
import { ApiError } from '../../http/errors.ts'
import { describeOcd } from '../../http/openapi.ts'
import { quote } from '../../http/query.ts'
import { ocdListResponse, type RouteDeps } from '../../http/resource-routes.ts'
import { ocdIdPath } from '../../http/schema-types.ts'
import { OcdListQuery } from '../_shared/ocd.schema.ts'
import { readOcdPage } from '../_shared/ocd-list.ts'
import { toOcdPerson, toOcdPersonDetail } from './ocd.represent.ts'
import { findPersonByOcdId, listOcdPeopleByIds } from './queries.ts'
import { OcdPerson, OcdPersonDetail } from './schema.ts'

/** `/api/ocd/{municipality}/people`. */
export const peopleOcd: FastifyPluginAsyncTypebox<RouteDeps> = async (app, deps) => {
  const list = describeOcd({
    operationId: 'listOcdPeople',
    tag: 'Open Civic Data',
    summary: 'List people, by name',
    response: OcdListOf(OcdPerson),
    errors: [],
  })
  app.get('/people', { schema: { ...list, querystring: OcdListQuery } }, (request, reply) =>
    ocdListResponse(
      { request, reply, deps },
      {
        read: (range) =>
          readOcdPage(
            request.municipality,
            deps,
            { name: 'people', read: listOcdPeopleByIds },
            range,
          ),
        represent: toOcdPerson,
      },
    ),
  )

  const detail = describeOcd({
    operationId: 'getOcdPerson',
    tag: 'Open Civic Data',
    summary: 'Get a person',
    response: OcdPersonDetail,
    errors: ['PERSON_NOT_FOUND'],
  })
  const path = ocdIdPath(
    'Open Civic Data id of the person.',
    'ocd-person/7e7c667a-f164-511e-8a9a-0a77f440fb6c',
  )
  app.get('/people/*', { schema: { ...detail, params: path } }, async (request) => {
    const id = request.params['*']
    const rows = await findPersonByOcdId(deps.store.db, request.municipality.id, id)
    if (rows === undefined)
      throw new ApiError('PERSON_NOT_FOUND', `Person ${quote(id)} does not exist.`)
    return toOcdPersonDetail(rows, request.municipality)
  })
}
