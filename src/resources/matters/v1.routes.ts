import { v1Resource } from '../_shared/v1.routes.ts'
import { countMatters, findMatter, listMatterDetails, listMatters } from './queries.ts'
import { MatterDetail, MatterItem, MatterQuery } from './schema.ts'
import { toMatterDetail, toMatterItem } from './v1.represent.ts'

/** `/api/v1/{municipality}/matters`. */
export const mattersV1 = v1Resource({
  path: 'matters',
  pages: 'matters',
  tag: 'Matters',
  noun: 'Matter',
  list: {
    operationId: 'listMatters',
    summary: 'List matters, most recently active first',
    query: MatterQuery,
    item: MatterItem,
    undated: { noun: ['matter', 'matters'], of: 'date' },
    read: (db, { municipalityId }, filters, paging) =>
      listMatters(db, municipalityId, filters, paging),
    count: (db, { municipalityId }, filters) => countMatters(db, municipalityId, filters),
    position: (row) => [row.last_seen, row.id],
    represent: toMatterItem,
  },
  detail: {
    operationId: 'getMatter',
    summary: 'Get a matter with its agenda items and motions',
    schema: MatterDetail,
    exampleSlug: 'pl-102',
    error: 'MATTER_NOT_FOUND',
    find: (db, { municipalityId }, slug) =>
      findMatter(db, municipalityId, { column: 'slug', value: slug }),
    list: (db, _, ids) => listMatterDetails(db, ids),
    represent: toMatterDetail,
  },
  include: ['agenda_items', 'motions', 'actions'],
})
