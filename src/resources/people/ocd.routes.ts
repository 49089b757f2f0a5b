import { ocdResource, pagesById } from '../_shared/ocd.routes.ts'
import { toOcdPerson, toOcdPersonDetail } from './ocd.represent.ts'
import { findPersonByOcdId, listOcdPeopleByIds } from './queries.ts'
import { OcdPerson, OcdPersonDetail } from './schema.ts'

/** `/api/ocd/{municipality}/people`. */
export const peopleOcd = ocdResource({
  path: 'people',
  noun: 'Person',
  list: {
    operationId: 'listOcdPeople',
    summary: 'List people, by name',
    item: OcdPerson,
    read: pagesById('people', listOcdPeopleByIds),
    represent: toOcdPerson,
  },
  detail: {
    operationId: 'getOcdPerson',
    summary: 'Get a person',
    schema: OcdPersonDetail,
    exampleId: 'ocd-person/7e7c667a-f164-511e-8a9a-0a77f440fb6c',
    error: 'PERSON_NOT_FOUND',
    find: (db, { id: municipalityId }, id) => findPersonByOcdId(db, municipalityId, id),
    represent: toOcdPersonDetail,
  },
})
