import { v1Resource } from '../_shared/v1.routes.ts'
import { countPeople, findPerson, listPeople, listPersonDetails } from './queries.ts'
import { PersonDetail, PersonItem, PersonQuery } from './schema.ts'
import { toPersonDetail, toPersonItem } from './v1.represent.ts'

/** `/api/v1/{municipality}/people`. */
export const peopleV1 = v1Resource({
  path: 'people',
  pages: 'people',
  tag: 'People',
  noun: 'Person',
  list: {
    operationId: 'listPeople',
    summary: 'List people, by name',
    query: PersonQuery,
    item: PersonItem,
    read: listPeople,
    count: countPeople,
    position: (row) => [row.name_folded, row.id],
    represent: toPersonItem,
  },
  detail: {
    operationId: 'getPerson',
    summary: 'Get a person with memberships, votes, attendance and speaking time',
    schema: PersonDetail,
    exampleSlug: 'helene-boisclair',
    error: 'PERSON_NOT_FOUND',
    find: findPerson,
    list: listPersonDetails,
    represent: toPersonDetail,
  },
  include: ['memberships', 'voting_summary'],
})
