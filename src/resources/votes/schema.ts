import { Type } from 'typebox'
import { usualResults } from '../../core/carried-results.ts'
import {
  BooleanFilter,
  cursorPaging,
  DateFilter,
  Filter,
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
import {
  Contested,
  decidedBy,
  motionTitleFields,
  OutcomeFilter,
  pageUrl,
  type Unlinked,
  UpdatedAt,
  VoteBasisField,
  voteFields,
  voteValues,
  Weight,
} from '../_shared/schema.ts'

export const VoteItem = Obj('VoteItem', 'How one person voted on a motion.', {
  ...voteFields,
  motion_slug: Str('Slug of the motion.', 'motion-c-1201'),
  ...motionTitleFields,
  motion_title: Str(
    'The same as title.',
    'Pass By-law 4101, which rezones 212 Station Road for fourteen row houses…',
  ),
  motion_text: NullableStr(
    'Summary of the motion, or its first 200 characters.',
    'THAT Council pass By-law 4101, which rezones 212 Station Road for fourteen row houses …',
  ),
  result: NullableStr(
    `Outcome of the motion: ${usualResults.join(', ')}, or the wording of the source.`,
    'Carried',
  ),
  for: NullableInt('Votes for the motion; `outcome.weighted` has the sums of weights.', 9),
  against: NullableInt('Votes against the motion.', 2),
  contested: Contested,
  dissent: Nullable(
    Type.Boolean({
      description:
        'Whether the vote was on the losing side: against a carried motion, or for a defeated one. null for other votes and outcomes, and if the result contradicts the counts.',
      examples: [false],
    }),
  ),
  meeting_slug: NullableStr('Slug of the meeting.', '2025-05-20-town-council'),
  meeting_date: NullableDate('Date of the meeting.', '2025-05-20'),
  ...decidedBy,
  matter_slug: NullableStr('Slug of the matter.', 'pl-102'),
  url: pageUrl('motions/motion-c-1201'),
  updated_at: UpdatedAt,
  weight: Weight,
  vote_basis: VoteBasisField,
})
export type VoteItem = Unlinked<typeof VoteItem>

export const VoteLayout = LayoutParameter(
  "toronto has the columns of Toronto's published voting record, so that programs for it read the votes of any council. grid has a line for each motion and a column for each person, up to 1,000.",
  ['toronto', 'grid'],
)

/** What the tabs of the page of votes show. */
export const shownVotes = ['defeated', 'close', 'unanimous', 'contested'] as const
export type ShownVotes = (typeof shownVotes)[number]

export const VoteQuery = Query({
  ...cursorPaging,
  updated_since: UpdatedSince,
  person: Filter('Slug of the person who voted.', 'dev-rangarajan'),
  motion: Filter('Slug of the motion.', 'motion-c-1201'),
  meeting: Filter('Slug of the meeting.', '2025-05-20-town-council'),
  organization: Filter(
    'Slug of the organization that decided the motion, or else of the one that met.',
    'town-council',
  ),
  matter: Filter('Slug of the matter.', 'pl-102'),
  value: Filter(`Vote: ${voteValues.join(', ')}.`, 'Against'),
  result: Filter(
    `Outcome of the motion, such as ${usualResults.join(', ')}; \`/facets\` lists those on record.`,
    'Carried',
  ),
  outcome: OutcomeFilter,
  contested: BooleanFilter('Whether somebody voted for the motion and somebody against.'),
  dissent: BooleanFilter('Whether the vote was on the losing side.'),
  show: Type.Optional(
    Type.Unsafe<ShownVotes>({
      ...{ type: 'string', enum: [...shownVotes], examples: ['close'] },
      description:
        'Votes on motions that were defeated: lost, or turning something down; close: at least a third of the votes for and against on each side; unanimous: all of these on one side; contested: the same as contested=true. Without a count, a motion is neither close nor unanimous.',
    }),
  ),
  date_from: DateFilter('Votes on or after this date.', '2026-01-01'),
  date_to: DateFilter('Votes on or before this date.', '2026-12-31'),
})
export type VoteQuery = Type.Static<typeof VoteQuery>
