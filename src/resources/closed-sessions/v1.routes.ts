import type { ReadDatabase } from '../../store/open.ts'
import type { InMunicipality } from '../_shared/queries.ts'
import { v1List } from '../_shared/v1.routes.ts'
import {
  type ClosedSessionFilters,
  countClosedSessions,
  countGrounds,
  listClosedSessions,
} from './queries.ts'
import { ClosedBy, ClosedGround, ClosedSessionItem, ClosedSessionQuery } from './schema.ts'
import { toClosedSessionItem } from './v1.represent.ts'

/** The counts, each with its index among them. */
async function groundsOf(
  db: ReadDatabase,
  { municipalityId }: InMunicipality,
  filters: ClosedSessionFilters,
) {
  const grounds = await countGrounds(db, municipalityId, filters)
  return grounds.map((ground, index) => ({ ...ground, index }))
}

/** `/api/v1/{municipality}/closed-sessions`. */
export const closedSessionsV1 = v1List({
  path: 'closed-sessions',
  name: 'closed-sessions',
  tag: 'Registers',
  operationId: 'listClosedSessions',
  summary: 'List what was closed to the public, newest first',
  query: ClosedSessionQuery,
  item: ClosedSessionItem,
  undated: { noun: ['entry', 'entries'], of: 'date' },
  read: (db, { municipalityId }, filters, paging) =>
    listClosedSessions(db, municipalityId, filters, paging),
  count: (db, { municipalityId }, filters) => countClosedSessions(db, municipalityId, filters),
  position: (row) => [row.date, row.slug],
  represent: toClosedSessionItem,
  by: {
    parameter: ClosedBy,
    lists: {
      ground: {
        item: ClosedGround,
        read: async (db, scope, filters, { after, limit }) => {
          const start = Number(after?.[0] ?? -1) + 1
          return (await groundsOf(db, scope, filters)).slice(start, start + limit)
        },
        count: async (db, scope, filters) => (await groundsOf(db, scope, filters)).length,
        position: ({ index }: { index: number }) => [index],
        represent: ({ index: _, ...ground }: ClosedGround & { index: number }) => ground,
      },
    },
  },
})
