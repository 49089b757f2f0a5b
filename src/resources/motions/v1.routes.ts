import { v1Resource } from '../_shared/v1.routes.ts'
import { countMotions, findMotion, listMotionDetails, listMotions } from './queries.ts'
import { MotionDetail, MotionItem, MotionQuery } from './schema.ts'
import { toMotionDetail, toMotionItem } from './v1.represent.ts'

/** `/api/v1/{municipality}/motions`. */
export const motionsV1 = v1Resource({
  path: 'motions',
  pages: 'motions',
  tag: 'Motions',
  noun: 'Motion',
  list: {
    operationId: 'listMotions',
    summary: 'List motions, newest meeting first',
    query: MotionQuery,
    item: MotionItem,
    undated: { noun: ['motion', 'motions'], of: 'date' },
    read: (db, { municipalityId }, filters, paging) =>
      listMotions(db, municipalityId, filters, paging),
    count: (db, { municipalityId }, filters) => countMotions(db, municipalityId, filters),
    position: (row) => [row.date, row.id],
    represent: toMotionItem,
  },
  detail: {
    operationId: 'getMotion',
    summary: 'Get a motion with its full text and votes',
    schema: MotionDetail,
    exampleSlug: 'motion-c-1201',
    error: 'MOTION_NOT_FOUND',
    find: (db, { municipalityId }, slug) => findMotion(db, municipalityId, slug),
    list: (db, _, ids) => listMotionDetails(db, ids),
    represent: toMotionDetail,
  },
  include: ['votes', 'tally', 'text_content', 'bylaws', 'candidates'],
})
