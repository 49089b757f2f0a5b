import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { DetailOf, detailResponse, PageOf } from '../../http/envelope.ts'
import { ApiError } from '../../http/errors.ts'
import { describeV1 } from '../../http/openapi.ts'
import { linked, pagesOf } from '../../http/page-url.ts'
import { quote } from '../../http/query.ts'
import { listResponse, type RouteDeps, requestScope } from '../../http/resource-routes.ts'
import { slugPath } from '../../http/schema-types.ts'
import { findPerson, listPeople } from './queries.ts'
import { PersonDetail, PersonItem, PersonQuery } from './schema.ts'
import { toPersonDetail, toPersonItem } from './v1.represent.ts'

/** `/api/v1/{municipality}/people`. */
export const peopleV1: FastifyPluginAsyncTypebox<RouteDeps> = async (app, deps) => {
  const list = describeV1({
    operationId: 'listPeople',
    tag: 'People',
    summary: 'List people, by name',
    response: PageOf(PersonItem),
    errors: [],
  })
  app.get('/people', { schema: { ...list, querystring: PersonQuery } }, (request, reply) =>
    listResponse(
      { request, reply, deps },
      {
        read: (paging) =>
          listPeople(deps.store.db, requestScope(request, deps), request.query, paging),
        position: (row) => [row.name_folded, row.id],
        represent: (row) => linked(toPersonItem(row), pagesOf(request, deps, 'people')),
      },
    ),
  )

  const detail = describeV1({
    operationId: 'getPerson',
    tag: 'People',
    summary: 'Get a person with memberships, votes, attendance and speaking time',
    response: DetailOf(PersonDetail),
    errors: ['PERSON_NOT_FOUND'],
  })
  const path = slugPath('Slug of the person.', 'helene-boisclair')
  app.get('/people/:slug', { schema: { ...detail, params: path } }, async (request) => {
    const { slug } = request.params
    const scope = requestScope(request, deps)
    const rows = await findPerson(deps.store.db, scope, slug)
    if (rows === undefined)
      throw new ApiError('PERSON_NOT_FOUND', `Person ${quote(slug)} does not exist.`)
    return detailResponse(
      linked(toPersonDetail(rows, scope.today), pagesOf(request, deps, 'people')),
      request.id,
    )
  })
}
