import { ocdResource, pagesById } from '../_shared/ocd.routes.ts'
import { toOcdBill, toOcdBillDetail } from './ocd.represent.ts'
import { findMatter, listBillsByIds } from './queries.ts'
import { OcdBill, OcdBillDetail } from './schema.ts'

/** `/api/ocd/{municipality}/bills`. */
export const billsOcd = ocdResource({
  path: 'bills',
  noun: 'Bill',
  list: {
    operationId: 'listOcdBills',
    summary: 'List bills, most recently active first',
    item: OcdBill,
    read: pagesById('matters', listBillsByIds),
    represent: toOcdBill,
  },
  detail: {
    operationId: 'getOcdBill',
    summary: 'Get a bill with its actions, sponsorships, votes and documents',
    schema: OcdBillDetail,
    exampleId: 'ocd-bill/4f3b843b-977b-5c07-843f-1d7ed0e3d79e',
    error: 'BILL_NOT_FOUND',
    find: (db, { id: municipalityId }, id) =>
      findMatter(db, municipalityId, { column: 'ocd_id', value: id }),
    represent: toOcdBillDetail,
  },
})
