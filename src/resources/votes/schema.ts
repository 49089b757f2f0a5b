import { Type } from 'typebox'
import {
  BooleanFilter,
  cursorPaging,
  DateFilter,
  Filter,
  Nullable,
  NullableDate,
  NullableInt,
  NullableStr,
  Obj,
  Query,
  Str,
} from '../../http/schema-types.ts'
import {
  Contested,
  decidedBy,
  motionTitleFields,
  UpdatedAt,
  voteFields,
  voteValues,
} from '../_shared/schema.ts'

export const VoteItem = Obj('VoteItem', 'How one person voted on a motion.', {
  ...voteFields,
  motion_slug: Str('Slug of the motion.', 'motion-2026-78-05'),
  ...motionTitleFields,
  motion_title: Str('The same as title.', 'Refuse the Official Plan Amendment'),
  motion_text: NullableStr(
    'Summary of the motion, or its first 200 characters.',
    'That the by-laws be read and passed.',
  ),
  result: NullableStr(
    'Outcome of the motion: Carried, Defeated, Tabled, Withdrawn, Referred, or the wording of the source.',
    'Defeated',
  ),
  for: NullableInt('Votes for the motion.', 10),
  against: NullableInt('Votes against the motion.', 14),
  contested: Contested,
  dissent: Nullable(
    Type.Boolean({
      description:
        'Whether the vote was on the losing side: against a carried motion, or for a defeated one. null for other votes and outcomes, and if the result contradicts the counts.',
      examples: [true],
    }),
  ),
  meeting_slug: NullableStr('Slug of the meeting.', '2026-04-22-city-council'),
  meeting_date: NullableDate('Date of the meeting.', '2026-04-22'),
  ...decidedBy,
  matter_slug: NullableStr('Slug of the matter.', 'acs2026-eps-ppd-0002'),
  updated_at: UpdatedAt,
})
export type VoteItem = Type.Static<typeof VoteItem>

export const VoteQuery = Query({
  ...cursorPaging,
  person: Filter('Slug of the person who voted.', 'jeff-leiper'),
  motion: Filter('Slug of the motion.', 'motion-2026-78-05'),
  meeting: Filter('Slug of the meeting.', '2026-04-22-city-council'),
  organization: Filter(
    'Slug of the organization that decided the motion, or else of the one that met.',
    'city-council',
  ),
  matter: Filter('Slug of the matter.', 'acs2026-eps-ppd-0002'),
  value: Filter(`Vote: ${voteValues.join(', ')}.`, 'Against'),
  result: Filter('Outcome of the motion; `/facets` lists those on record.', 'Carried'),
  contested: BooleanFilter('Whether somebody voted for the motion and somebody against.'),
  dissent: BooleanFilter('Whether the vote was on the losing side.'),
  date_from: DateFilter('Votes on or after this date.', '2026-04-01'),
  date_to: DateFilter('Votes on or before this date.', '2026-04-30'),
})
export type VoteQuery = Type.Static<typeof VoteQuery>
