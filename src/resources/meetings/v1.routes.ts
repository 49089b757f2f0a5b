import { v1Resource } from '../_shared/v1.routes.ts'
import { countMeetings, findMeeting, listMeetingDetails, listMeetings } from './queries.ts'
import { MeetingDetail, MeetingItem, MeetingQuery, meetingStatuses } from './schema.ts'
import { toMeetingDetail, toMeetingItem } from './v1.represent.ts'

/** `/api/v1/{municipality}/meetings`. */
export const meetingsV1 = v1Resource({
  path: 'meetings',
  pages: 'meetings',
  tag: 'Meetings',
  noun: 'Meeting',
  list: {
    operationId: 'listMeetings',
    summary: 'List meetings, newest first',
    query: MeetingQuery,
    item: MeetingItem,
    words: [{ name: 'status', noun: 'meeting', values: meetingStatuses }],
    read: (db, { municipalityId }, filters, paging) =>
      listMeetings(db, municipalityId, filters, paging),
    count: (db, { municipalityId }, filters) => countMeetings(db, municipalityId, filters),
    position: (row) => [row.date, row.id],
    represent: toMeetingItem,
  },
  detail: {
    operationId: 'getMeeting',
    summary: 'Get a meeting with its agenda, motions, attendance and documents',
    schema: MeetingDetail,
    exampleSlug: '2025-05-20-town-council',
    error: 'MEETING_NOT_FOUND',
    find: (db, { municipalityId }, slug) =>
      findMeeting(db, municipalityId, { column: 'slug', value: slug }),
    list: (db, _, ids) => listMeetingDetails(db, ids),
    represent: toMeetingDetail,
  },
  include: ['agenda_items', 'motions', 'attendance', 'documents'],
})
