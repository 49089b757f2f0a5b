import { v1List } from '../_shared/v1.routes.ts'
import { countDeclarations, listDeclarations } from './queries.ts'
import { DeclarationItem, DeclarationQuery } from './schema.ts'
import { toDeclarationItem } from './v1.represent.ts'

/** `/api/v1/{municipality}/declarations`. */
export const declarationsV1 = v1List({
  path: 'declarations',
  name: 'declarations',
  tag: 'Registers',
  operationId: 'listDeclarations',
  summary: 'List declarations of interest, newest first',
  query: DeclarationQuery,
  item: DeclarationItem,
  undated: { noun: ['declaration', 'declarations'], of: 'date' },
  read: (db, { municipalityId }, filters, paging) =>
    listDeclarations(db, municipalityId, filters, paging),
  count: (db, { municipalityId }, filters) => countDeclarations(db, municipalityId, filters),
  position: (row) => [row.date, row.slug],
  represent: toDeclarationItem,
})
