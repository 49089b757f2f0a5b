import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { PageOf } from '../../http/envelope.ts'
import { ApiError } from '../../http/errors.ts'
import { describeV1 } from '../../http/openapi.ts'
import { quote } from '../../http/query.ts'
import { listResponse, type Paging, type RouteDeps } from '../../http/resource-routes.ts'
import { slugPath } from '../../http/schema-types.ts'
import { type AgreementRow, hasPerson, listAgreement } from './queries.ts'
import { AgreementItem, AgreementQuery, PairAgreementItem } from './schema.ts'
import { toAgreementItem, toPairAgreementItem } from './v1.represent.ts'

const position = (row: AgreementRow) => [
  row.name_folded,
  row.person_id,
  row.other_name_folded,
  row.other_id,
]

/** `/api/v1/{municipality}/agreement`, of all pairs and of one person. */
export const agreementV1: FastifyPluginAsyncTypebox<RouteDeps> = async (app, deps) => {
  const { db } = deps.store
  const ofPairs = describeV1({
    operationId: 'listAgreement',
    tag: 'Votes',
    summary: 'List how often each two people voted alike, by name',
    response: PageOf(PairAgreementItem),
    errors: [],
  })
  const pairs = { schema: { ...ofPairs, querystring: AgreementQuery } }
  app.get('/agreement', pairs, (request, reply) => {
    const scope = { municipalityId: request.municipality.id }
    const read = (paging: Paging) => listAgreement(db, scope, request.query, paging)
    return listResponse(
      { request, reply, deps },
      { read, position, represent: toPairAgreementItem },
    )
  })

  const ofPerson = describeV1({
    operationId: 'listPersonAgreement',
    tag: 'Votes',
    summary: 'List how often a person and each other voted alike, by name',
    response: PageOf(AgreementItem),
    errors: ['PERSON_NOT_FOUND'],
  })
  const params = slugPath('Slug of the person.', 'dev-rangarajan')
  const person = { schema: { ...ofPerson, params, querystring: AgreementQuery } }
  app.get('/people/:slug/agreement', person, (request, reply) => {
    const { slug } = request.params
    const scope = { municipalityId: request.municipality.id, person: slug }
    return listResponse(
      { request, reply, deps },
      {
        read: async (paging) => {
          const rows = await listAgreement(db, scope, request.query, paging)
          if (rows.length === 0 && !(await hasPerson(db, scope)))
            throw new ApiError('PERSON_NOT_FOUND', `Person ${quote(slug)} does not exist.`)
          return rows
        },
        position,
        represent: toAgreementItem,
      },
    )
  })
}
