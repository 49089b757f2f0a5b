import { Type } from 'typebox'
import {
  BooleanFilter,
  cursorPaging,
  DateFilter,
  DateStr,
  Filter,
  Int,
  LayoutParameter,
  Nullable,
  NullableDate,
  NullableInt,
  NullableStr,
  Obj,
  Query,
  Str,
  UpdatedSince,
} from '../../http/schema-types.ts'
import { pageUrl, Sessions, type Unlinked, UpdatedAt } from '../_shared/schema.ts'

const person = {
  person_slug: NullableStr(
    'Slug of the person; null for somebody who is no person of the record.',
    'dev-rangarajan',
  ),
  person_name: Str('Name of the person.', 'Dev Rangarajan'),
}
const body = {
  organization: NullableStr('Name of the body that met.', 'Town Council'),
  organization_slug: NullableStr('Slug of the body that met.', 'town-council'),
}
export const AttendanceItem = Obj('AttendanceItem', 'How somebody attended a meeting.', {
  id: Int('Number of the line, until the meeting is imported again.', 12),
  ...person,
  meeting_slug: Str('Slug of the meeting.', '2025-05-20-town-council'),
  date: DateStr('Day of the meeting.', '2025-05-20'),
  ...body,
  attended: Type.String({
    enum: ['present', 'part', 'absent'],
    description:
      'Whether the person was there: `part` if the source says that it was for a part of the meeting, or not at each of its sessions.',
    examples: ['present'],
  }),
  mode: Nullable(
    Type.String({
      enum: ['remote'],
      description: '`remote`, if the source says so; else not recorded.',
      examples: ['remote'],
    }),
  ),
  reason: NullableStr(
    'Why the person was absent, or how they attended, in the words of the source.',
    null,
  ),
  sessions: Sessions,
  url: pageUrl('meetings/2025-05-20-town-council'),
  updated_at: UpdatedAt,
})
export type AttendanceItem = Unlinked<typeof AttendanceItem>

export const PersonAttendance = Obj(
  'PersonAttendance',
  'How often somebody attended the meetings of a body whose attendance is recorded.',
  {
    ...person,
    ...body,
    meetings: NullableInt(
      'Meetings with recorded attendance on days on which the person had a seat on the body, a part of a term included; null if no seat is on record, or one that ended on an unknown day.',
      11,
    ),
    recorded: Int('Meetings whose attendance names the person.', 11),
    attended: Int('Those at which the person was there, or for a part.', 10),
    absent: Int('Those at which the person was not.', 1),
    first: NullableDate('Day of the first of them.', '2025-01-14'),
    last: NullableDate('Day of the last of them.', '2025-12-16'),
  },
)
export type PersonAttendance = Type.Static<typeof PersonAttendance>

export const AttendanceLayout = LayoutParameter(
  "toronto has the columns of Toronto's published table of attendance, with a line for each session.",
  ['toronto'],
)

export const AttendanceBy = Type.Optional(
  Type.String({
    enum: ['person'],
    description:
      'person: sums for each person of the record and each body, by name, instead of the meetings.',
    examples: ['person'],
  }),
)

export const AttendanceQuery = Query({
  ...cursorPaging,
  updated_since: UpdatedSince,
  person: Filter('Slug of the person.', 'dev-rangarajan'),
  meeting: Filter('Slug of the meeting.', '2025-05-20-town-council'),
  organization: Filter('Slug of the body that met.', 'town-council'),
  present: BooleanFilter('Whether the person was there, or for a part of the meeting.'),
  date_from: DateFilter('Meetings on or after this date.', '2026-01-01'),
  date_to: DateFilter('Meetings on or before this date.', '2026-12-31'),
})
export type AttendanceQuery = Type.Static<typeof AttendanceQuery>
