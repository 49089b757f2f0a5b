import { v1List } from '../_shared/v1.routes.ts'
import { countWards, listWards } from './queries.ts'
import { WardItem, WardQuery } from './schema.ts'
import { toWardItem } from './v1.represent.ts'

/** `/api/v1/{municipality}/wards`. */
export const wardsV1 = v1List({
  path: 'wards',
  name: 'wards',
  tag: 'People',
  operationId: 'listWards',
  summary: 'List wards whose boundaries were imported, with who sits for them',
  query: WardQuery,
  item: WardItem,
  read: (db, scope, _, paging) => listWards(db, scope, paging),
  count: (db, scope) => countWards(db, scope),
  position: (row) => [row.position],
  represent: toWardItem,
})
