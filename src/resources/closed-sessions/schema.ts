import { Type } from 'typebox'
import {
  cursorPaging,
  DateFilter,
  Filter,
  Int,
  NullableDate,
  NullableStr,
  Obj,
  Query,
  Str,
  UpdatedSince,
} from '../../http/schema-types.ts'
import { UpdatedAt } from '../_shared/schema.ts'

export const ClosedSessionItem = Obj(
  'ClosedSessionItem',
  'An item that was closed to the public, or a resolution that closed a meeting.',
  {
    slug: Str(
      'Name of the entry, unique in the register.',
      '2025-05-20-town-council-item-9--closed',
    ),
    meeting_slug: NullableStr('Slug of the meeting.', '2025-05-20-town-council'),
    agenda_item_slug: NullableStr('Slug of the agenda item.', '2025-05-20-town-council-item-9'),
    item_number: NullableStr('Number of the item.', '9.1'),
    item_title: NullableStr(
      'Title of the item; of the matter of the resolution, if no item is on record.',
      'Sale of a lane',
    ),
    date: NullableDate('Day of the meeting.', '2025-05-20'),
    organization: NullableStr('Name of the body.', 'Town Council'),
    organization_slug: NullableStr('Slug of the body.', 'town-council'),
    ground: NullableStr(
      'Why it was closed, as the source writes it; null if it does not say.',
      'Municipal Act, 2001, s. 239 (2) (c)',
    ),
    clauses: Type.Array(Type.String(), {
      description: 'The clauses that the ground names, without spaces.',
      examples: [['239(2)(c)']],
    }),
    resolution_motion_slug: NullableStr('Slug of the resolution that closed it.', 'motion-c-1201'),
    reported: NullableStr(
      'What the agenda of the meeting, or of a later one that has its matter or names its day, has as the report in public, as written.',
      'Report out of closed session: a lane',
    ),
    updated_at: UpdatedAt,
  },
)
export type ClosedSessionItem = Type.Static<typeof ClosedSessionItem>

export const ClosedGround = Obj('ClosedGround', 'How often a clause was the ground.', {
  clause: NullableStr('The clause, without spaces; null for grounds that name none.', '239(2)(c)'),
  count: Int('Entries whose ground names it.', 4),
  first: NullableDate('Day of the first of them.', '2025-01-14'),
  last: NullableDate('Day of the last of them.', '2025-12-16'),
})
export type ClosedGround = Type.Static<typeof ClosedGround>

export const ClosedBy = Type.Optional(
  Type.String({
    enum: ['ground'],
    description: 'ground: how often each clause was the ground, instead of the entries.',
    examples: ['ground'],
  }),
)

export const ClosedSessionQuery = Query({
  ...cursorPaging,
  updated_since: UpdatedSince,
  organization: Filter('Slug of the body.', 'town-council'),
  date_from: DateFilter('Meetings on or after this date.', '2026-01-01'),
  date_to: DateFilter('Meetings on or before this date.', '2026-12-31'),
})
export type ClosedSessionQuery = Type.Static<typeof ClosedSessionQuery>
