import type { Type } from 'typebox'
import { noticeKinds } from '../../core/notice.ts'
import {
  cursorPaging,
  DateFilter,
  DateStr,
  Filter,
  NullableStr,
  Obj,
  Query,
  Str,
  UpdatedSince,
} from '../../http/schema-types.ts'
import { UpdatedAt } from '../_shared/schema.ts'

export const NoticeItem = Obj(
  'NoticeItem',
  'An agenda item, or a meeting, that says that it is a public meeting or hearing under a planning law.',
  {
    slug: Str(
      'Name of the entry, unique in the register.',
      '2026-01-12-planning-committee-item-3-1--notice',
    ),
    kind: Str(`One of ${noticeKinds.join(', ')}: what the title says it is.`, 'public_meeting'),
    date: DateStr('Day of the meeting.', '2026-01-12'),
    starts_at: NullableStr('When the meeting starts; null if not stated.', '2026-01-13T00:00:00Z'),
    place: NullableStr('Where the meeting is; null if not stated.', 'Council Chambers'),
    status: Str('Status of the meeting.', 'scheduled'),
    meeting_slug: Str('Slug of the meeting.', '2026-01-12-planning-committee'),
    meeting_title: Str('Title of the meeting.', 'Planning Committee'),
    agenda_item_slug: NullableStr(
      'Slug of the agenda item; null if the meeting itself says so.',
      '2026-01-12-planning-committee-item-3-1',
    ),
    item_number: NullableStr('Number of the item.', '3.1'),
    item_title: NullableStr('Title of the item.', 'Statutory public meeting: 212 Station Road'),
    file: NullableStr(
      'Number of the file or application as the title writes it, or that of the matter.',
      'Z-12/26',
    ),
    bylaw_slug: NullableStr(
      'Slug of the by-law that the item names, or that came of its matter.',
      null,
    ),
    matter_slug: NullableStr('Slug of the matter.', 'pl-102'),
    organization: NullableStr('Name of the body.', 'Planning Committee'),
    organization_slug: NullableStr('Slug of the body.', 'planning-committee'),
    updated_at: UpdatedAt,
  },
)
export type NoticeItem = Type.Static<typeof NoticeItem>

export const NoticeQuery = Query({
  ...cursorPaging,
  updated_since: UpdatedSince,
  organization: Filter('Slug of the body.', 'planning-committee'),
  kind: Filter(`Kind: ${noticeKinds.join(', ')}.`, 'public_meeting'),
  date_from: DateFilter('Meetings on or after this date.', '2026-01-01'),
  date_to: DateFilter('Meetings on or before this date.', '2026-12-31'),
})
export type NoticeQuery = Type.Static<typeof NoticeQuery>
