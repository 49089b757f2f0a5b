import { v1List } from '../_shared/v1.routes.ts'
import {
  countAttendance,
  countPersonAttendance,
  countSessions,
  listAttendance,
  listPersonAttendance,
  type PersonAttendanceRow,
} from './queries.ts'
import {
  AttendanceBy,
  AttendanceItem,
  AttendanceLayout,
  AttendanceQuery,
  PersonAttendance,
} from './schema.ts'
import { TorontoAttendance, toTorontoAttendance } from './toronto.ts'
import { toAttendanceItem, toPersonAttendance } from './v1.represent.ts'

/** `/api/v1/{municipality}/attendance`. */
export const attendanceV1 = v1List({
  path: 'attendance',
  name: 'attendance',
  tag: 'Meetings',
  operationId: 'listAttendance',
  summary: 'List who attended which meeting, newest first',
  query: AttendanceQuery,
  item: AttendanceItem,
  read: (db, { municipalityId }, filters, paging) =>
    listAttendance(db, municipalityId, filters, paging),
  count: (db, { municipalityId }, filters) => countAttendance(db, municipalityId, filters),
  position: (row) => [row.date, row.meeting_id, row.id],
  represent: (row, { pages }) => ({
    ...toAttendanceItem(row),
    url: `${pages}/meetings/${row.meeting_slug}`,
  }),
  by: {
    parameter: AttendanceBy,
    lists: {
      person: {
        item: PersonAttendance,
        read: (db, { municipalityId }, filters, paging) =>
          listPersonAttendance(db, municipalityId, filters, paging),
        count: (db, { municipalityId }, filters) =>
          countPersonAttendance(db, municipalityId, filters),
        position: (row: PersonAttendanceRow) => [
          row.name_folded,
          row.person_id,
          row.organization_id,
        ],
        represent: toPersonAttendance,
      },
    },
  },
  layouts: {
    parameter: AttendanceLayout,
    tables: {
      toronto: {
        columns: async () => TorontoAttendance,
        count: (db, { municipalityId }, filters) => countSessions(db, municipalityId, filters),
        group: () => (rows) => rows.flatMap(toTorontoAttendance),
      },
    },
  },
})
