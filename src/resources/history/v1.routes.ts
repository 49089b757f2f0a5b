import { ApiError, type ErrorCode } from '../../http/errors.ts'
import { quote } from '../../http/query.ts'
import { slugPath } from '../../http/schema-types.ts'
import type { HistoryKind } from '../../record/history-fields.ts'
import { findSlugAfter, type NamedTable } from '../_shared/queries.ts'
import { v1List } from '../_shared/v1.routes.ts'
import { countHistory, hasRecord, listHistory } from './queries.ts'
import { HistoryItem, HistoryQuery } from './schema.ts'
import { toHistoryItem } from './v1.represent.ts'

interface ListedRecord {
  path: NamedTable
  noun: string
  tag: string
  error: ErrorCode
  operationId: string
  example: string
  summary: string
}

const records: Record<HistoryKind, ListedRecord> = {
  meeting: {
    ...{ path: 'meetings', noun: 'Meeting', tag: 'Meetings', error: 'MEETING_NOT_FOUND' },
    ...{ operationId: 'listMeetingHistory', example: '2025-05-20-town-council' },
    summary: 'List what a source changed in a meeting and its agenda, newest first',
  },
  motion: {
    ...{ path: 'motions', noun: 'Motion', tag: 'Motions', error: 'MOTION_NOT_FOUND' },
    ...{ operationId: 'listMotionHistory', example: 'motion-c-1201' },
    summary: 'List what a source changed in a motion and its votes, newest first',
  },
  matter: {
    ...{ path: 'matters', noun: 'Matter', tag: 'Matters', error: 'MATTER_NOT_FOUND' },
    ...{ operationId: 'listMatterHistory', example: 'pl-102' },
    summary: 'List what a source changed in a matter, newest first',
  },
}

/** `/api/v1/{municipality}/{meetings, motions or matters}/{slug}/history`. */
export const historyV1 = (Object.keys(records) as HistoryKind[]).map((kind) => {
  const { path, noun, error, example, ...described } = records[kind]
  return v1List({
    ...described,
    path: `${path}/:slug/history`,
    name: 'history',
    query: HistoryQuery,
    item: HistoryItem,
    params: slugPath(`Slug of the ${noun.toLowerCase()}.`, example),
    errors: [error],
    read: async (db, { municipalityId, of }, _, paging) => {
      const scope = { municipalityId, slug: of }
      const rows = await listHistory(db, kind, scope, paging)
      if (rows.length > 0 || (await hasRecord(db, kind, scope))) return rows
      const after = await findSlugAfter(db, path, scope)
      if (after === undefined) throw new ApiError(error, `${noun} ${quote(of)} does not exist.`)
      return listHistory(db, kind, { municipalityId, slug: after }, paging)
    },
    count: (db, { municipalityId, of }) => countHistory(db, kind, { municipalityId, slug: of }),
    position: (row) => [row.id],
    represent: toHistoryItem,
  })
})
