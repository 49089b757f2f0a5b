import type { FastifyPluginAsync } from 'fastify'
import { ApiError } from '../../http/errors.ts'
import { quote } from '../../http/query.ts'
import type { RouteDeps } from '../../http/resource-routes.ts'
import { slugPath } from '../../http/schema-types.ts'
import { v1List } from '../_shared/v1.routes.ts'
import { type AgreementRow, countAgreement, hasPerson, listAgreement } from './queries.ts'
import { AgreementItem, AgreementQuery, PairAgreementItem } from './schema.ts'
import { toAgreementItem, toPairAgreementItem } from './v1.represent.ts'

const position = (row: AgreementRow) => [
  row.name_folded,
  row.person_id,
  row.other_name_folded,
  row.other_id,
]

const ofPairs = v1List({
  path: 'agreement',
  name: 'agreement',
  tag: 'Votes',
  operationId: 'listAgreement',
  summary: 'List how often each two people voted alike, by name',
  query: AgreementQuery,
  item: PairAgreementItem,
  read: (db, { municipalityId }, filters, paging) =>
    listAgreement(db, { municipalityId }, filters, paging),
  count: (db, { municipalityId }, filters) => countAgreement(db, { municipalityId }, filters),
  position,
  represent: toPairAgreementItem,
})

const ofPerson = v1List({
  path: 'people/:slug/agreement',
  name: 'agreement',
  tag: 'Votes',
  operationId: 'listPersonAgreement',
  summary: 'List how often a person and each other voted alike, by name',
  query: AgreementQuery,
  item: AgreementItem,
  params: slugPath('Slug of the person.', 'dev-rangarajan'),
  errors: ['PERSON_NOT_FOUND'],
  read: async (db, { municipalityId, of: person }, filters, paging) => {
    const rows = await listAgreement(db, { municipalityId, person }, filters, paging)
    if (rows.length === 0 && !(await hasPerson(db, { municipalityId, person })))
      throw new ApiError('PERSON_NOT_FOUND', `Person ${quote(person)} does not exist.`)
    return rows
  },
  count: (db, { municipalityId, of: person }, filters) =>
    countAgreement(db, { municipalityId, person }, filters),
  position,
  represent: toAgreementItem,
})

/** `/api/v1/{municipality}/agreement`, of all pairs and of one person. */
const routes: FastifyPluginAsync<RouteDeps> = async (app, deps) => {
  await ofPairs(app, deps)
  await ofPerson(app, deps)
}

export const agreementV1 = Object.assign(routes, { download: ofPairs.download })
