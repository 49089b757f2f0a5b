import { decisionKinds } from '../../core/mayoral-decisions.ts'
import { v1List } from '../_shared/v1.routes.ts'
import { countMayoralDecisions, listMayoralDecisions } from './queries.ts'
import { MayoralDecisionItem, MayoralDecisionQuery } from './schema.ts'
import { toMayoralDecisionItem } from './v1.represent.ts'

/** `/api/v1/{municipality}/mayoral-decisions`. */
export const mayoralDecisionsV1 = v1List({
  path: 'mayoral-decisions',
  name: 'mayoral-decisions',
  tag: 'Registers',
  operationId: 'listMayoralDecisions',
  summary: 'List decisions of the mayor, newest first',
  query: MayoralDecisionQuery,
  item: MayoralDecisionItem,
  words: [{ name: 'kind', noun: 'decision', values: decisionKinds }],
  undated: { noun: ['decision', 'decisions'], of: 'date' },
  read: (db, { municipalityId }, filters, paging) =>
    listMayoralDecisions(db, municipalityId, filters, paging),
  count: (db, { municipalityId }, filters) => countMayoralDecisions(db, municipalityId, filters),
  position: (row) => [row.date, row.slug],
  represent: toMayoralDecisionItem,
})
