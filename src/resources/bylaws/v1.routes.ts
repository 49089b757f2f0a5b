import { v1Resource } from '../_shared/v1.routes.ts'
import { countBylaws, findBylaw, listBylawDetails, listBylaws } from './queries.ts'
import { BylawDetail, BylawItem, BylawQuery } from './schema.ts'
import { toBylawDetail, toBylawItem } from './v1.represent.ts'

/** `/api/v1/{municipality}/bylaws`. */
export const bylawsV1 = v1Resource({
  path: 'bylaws',
  pages: 'bylaws',
  tag: 'By-laws',
  noun: 'By-law',
  list: {
    operationId: 'listBylaws',
    summary: 'List by-laws, newest first',
    query: BylawQuery,
    item: BylawItem,
    undated: { noun: ['by-law', 'by-laws'], of: 'year' },
    read: (db, { municipalityId }, filters, paging) =>
      listBylaws(db, municipalityId, filters, paging),
    count: (db, { municipalityId }, filters) => countBylaws(db, municipalityId, filters),
    position: (row) => [row.sort_date, row.id],
    represent: toBylawItem,
  },
  detail: {
    operationId: 'getBylaw',
    summary: 'Get a by-law with its matters',
    schema: BylawDetail,
    exampleSlug: 'by-law-4101',
    error: 'BYLAW_NOT_FOUND',
    find: (db, { municipalityId }, slug) => findBylaw(db, municipalityId, slug),
    list: (db, _, ids) => listBylawDetails(db, ids),
    represent: toBylawDetail,
  },
})
