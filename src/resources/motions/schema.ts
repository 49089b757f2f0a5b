import { Type } from 'typebox'
import { usualResults } from '../../core/carried-results.ts'
import {
  ArrayOf,
  BooleanFilter,
  cursorPaging,
  DateFilter,
  DateTimeStr,
  Filter,
  Int,
  Nullable,
  NullableDate,
  NullableInt,
  NullableStr,
  Obj,
  Query,
  Str,
} from '../../http/schema-types.ts'
import { OcdLink, OcdSession, OcdVoteCount } from '../_shared/ocd.schema.ts'
import {
  BylawRef,
  Contested,
  decidedBy,
  MotionKind,
  markFields,
  motionKinds,
  motionTitleFields,
  OutcomeFilter,
  pageUrl,
  recordingTimeFields,
  type Unlinked,
  UpdatedAt,
  VoteBasisField,
  voteFields,
  Weight,
  WeightedTally,
} from '../_shared/schema.ts'

const MotionTally = Obj(
  'MotionTally',
  'Votes counted, one for each member; null where the source gives none.',
  {
    for: NullableInt('Votes for.', 9),
    against: NullableInt('Votes against.', 2),
    abstain: NullableInt('Abstentions.', 0),
    absent: NullableInt('Absences.', 0),
    weighted: WeightedTally,
  },
)

const itemFields = {
  id: Int('Numeric id.', 6),
  slug: Str('Stable slug.', 'motion-c-1201'),
  ...motionTitleFields,
  text: NullableStr(
    'Summary of the motion, or its first 200 characters.',
    'THAT Council pass By-law 4101, which rezones 212 Station Road for fourteen row houses …',
  ),
  result: NullableStr(
    `Outcome: ${usualResults.join(', ')}, or the wording of the source.`,
    'Carried',
  ),
  kind: MotionKind,
  contested: Contested,
  mover_name: NullableStr('Name of the mover.', 'Dev Rangarajan'),
  mover_slug: NullableStr(
    'Slug of the mover; null if the name could not be matched with certainty.',
    'dev-rangarajan',
  ),
  mover_name_as_written: NullableStr('Name of the mover as the source writes it.', 'D. Rangarajan'),
  seconder_name: NullableStr('Name of the seconder.', "Sean O'Dacey"),
  seconder_slug: NullableStr(
    'Slug of the seconder; null if the name could not be matched with certainty.',
    'sean-o-dacey',
  ),
  seconder_name_as_written: NullableStr(
    'Name of the seconder as the source writes it.',
    "S. O'Dacey",
  ),
  meeting_slug: NullableStr('Slug of the meeting.', '2025-05-20-town-council'),
  meeting_date: NullableDate('Date of the meeting.', '2025-05-20'),
  url: pageUrl('motions/motion-c-1201'),
  updated_at: UpdatedAt,
  identifier: NullableStr('Number of the motion, as the source writes it.', 'C-1201'),
  tally: MotionTally,
  ...decidedBy,
  agenda_item_slug: NullableStr('Slug of the agenda item.', '2025-05-20-town-council-item-3-1'),
  matter_slug: NullableStr('Slug of the matter.', 'pl-102'),
  vote_basis: VoteBasisField,
}

export const MotionItem = Obj('MotionItem', 'A motion in a list.', itemFields)
export type MotionItem = Unlinked<typeof MotionItem>

const MotionVote = Obj('MotionVote', 'Vote of one person.', {
  ...voteFields,
  name_as_written: Str('Name as the source writes it.', 'D. Rangarajan'),
  candidate: NullableStr('In an election, for whom: the name of a candidate.', null),
  weight: Weight,
})

const MotionCandidate = Obj('MotionCandidate', 'A candidate in an election by ballot.', {
  person_slug: NullableStr(
    'Slug of the person; null if the name could not be matched with certainty.',
    'dev-rangarajan',
  ),
  person_name: Str('Name.', 'Dev Rangarajan'),
  name_as_written: Str('Name as the source writes it.', 'D. Rangarajan'),
  votes: NullableInt('Votes received, if the source counts them.', 7),
  elected: Nullable(
    Type.Boolean({
      description: 'Whether the candidate won; null if the source does not say.',
      examples: [true],
    }),
  ),
})

export const MotionDetail = Obj('MotionDetail', 'A motion with its full text and votes.', {
  ...itemFields,
  ...markFields,
  text_content: NullableStr(
    'Full text.',
    'THAT Council pass By-law 4101, which rezones 212 Station Road for fourteen row houses …',
  ),
  superseded_text: NullableStr('The motion that this one was substituted for.', null),
  other_result: NullableStr(
    'Another outcome that the source states elsewhere and that contradicts `result`; no vote is then on the losing side.',
    null,
  ),
  plain_english_summary: NullableStr(
    'Summary in plain English, if the source has one.',
    'Rezone the old tire depot for fourteen row houses.',
  ),
  agenda_item_title: NullableStr(
    'Title of the agenda item.',
    'Fourteen row houses at 212 Station Road',
  ),
  video_url: NullableStr(
    'Opens the recording where its agenda item begins, if the source has such a link.',
    null,
  ),
  ...recordingTimeFields,
  bylaws: ArrayOf(BylawRef, 'By-laws that the motion passes, if linked.'),
  source_url: NullableStr('URL of the source page, if it has one.', null),
  votes: ArrayOf(MotionVote, 'Individual votes, if recorded.'),
  candidates: ArrayOf(MotionCandidate, 'Candidates of an election, in the order of the source.'),
})
export type MotionDetail = Unlinked<typeof MotionDetail>

export const MotionQuery = Query({
  ...cursorPaging,
  result: Filter(
    `Outcome, such as ${usualResults.join(', ')}; \`/facets\` lists those on record.`,
    'Carried',
  ),
  meeting: Filter('Slug of the meeting.', '2025-05-20-town-council'),
  outcome: OutcomeFilter,
  mover: Filter('Slug of the person who moved it.', 'dev-rangarajan'),
  voter: Filter('Slug of a person whose vote is recorded.', 'dev-rangarajan'),
  organization: Filter(
    'Slug of the organization that decided it, or else of the one that met.',
    'town-council',
  ),
  matter: Filter('Slug of the matter.', 'pl-102'),
  kind: Filter(`Kind: ${motionKinds.join(', ')}.`, 'amendment'),
  contested: BooleanFilter('Whether somebody voted for and somebody against.'),
  has_votes: BooleanFilter('Whether the votes of people are recorded.'),
  date_from: DateFilter('Motions on or after this date.', '2026-01-01'),
  date_to: DateFilter('Motions on or before this date.', '2026-12-31'),
})
export type MotionQuery = Type.Static<typeof MotionQuery>

const ocdExtras = {
  result: NullableStr('Outcome as the source writes it.', 'Carried'),
  motion_text_from: Nullable(
    Type.String({
      enum: ['text', 'summary'],
      description:
        'Where motion_text is from: the text or summary of the motion; null if the record has neither.',
      examples: ['text'],
    }),
  ),
  vote_basis: VoteBasisField,
  weighted: WeightedTally,
}

const ocdFields = {
  id: Str('Open Civic Data id.', 'ocd-vote/0ab79b42-061a-52b1-b958-abcad77ad50e'),
  identifier: Str('Number of the motion, or empty.', 'C-1201'),
  motion_text: Str(
    'Text of the motion; where the source has none, its summary, or else Motion, its number and that the text is missing (see extras.motion_text_from).',
    'THAT Council pass By-law 4101, which rezones 212 Station Road for fourteen row houses …',
  ),
  motion_classification: Type.Array(Type.String(), {
    description:
      'bill-passage, amendment-passage or veto-override, if a recorded action or the kind of the motion says so; else empty.',
    examples: [['bill-passage']],
  }),
  start_date: Str('Date of the vote, or empty.', '2025-05-20'),
  result: Nullable(
    Type.String({
      enum: ['pass', 'fail'],
      description:
        'pass or fail; null for any other outcome, such as a withdrawn motion (see extras.result).',
      examples: ['pass'],
    }),
  ),
  organization_id: NullableStr(
    'Id of the deciding organization; of the one that met, if the motion names none.',
    'ocd-organization/8c771a45-877b-5d7c-a38c-445288486715',
  ),
  legislative_session: OcdSession,
  bill_id: NullableStr('Id of the bill.', 'ocd-bill/4f3b843b-977b-5c07-843f-1d7ed0e3d79e'),
  extras: Obj('OcdVoteExtras', 'Fields that Open Civic Data does not define.', ocdExtras),
  created_at: DateTimeStr('Time of the first import.', '2026-11-26T11:33:25.000Z'),
  updated_at: DateTimeStr('Time of the last change.', '2026-11-26T11:33:25.000Z'),
}

export const OcdVote = Obj('OcdVote', 'A vote: a motion and its outcome.', ocdFields)
export type OcdVote = Type.Static<typeof OcdVote>

const OcdVoter = Obj('OcdVoter', 'Vote of one person.', {
  option: Str('Option: yes, no, abstain, absent, excused, not voting, paired or other.', 'yes'),
  voter_name: Str('Name.', 'Dev Rangarajan'),
  voter_id: NullableStr('Id of the person.', 'ocd-person/514aa2bc-5abc-5425-a14b-9fc9c014d2f1'),
  note: Str('Original wording of the source, or empty.', ''),
})

export const OcdVoteDetail = Obj('OcdVoteDetail', 'A vote with its counts and voters.', {
  ...ocdFields,
  extras: Obj('OcdVoteDetailExtras', 'Fields that Open Civic Data does not define.', {
    ...ocdExtras,
    weights: Nullable(
      Type.Array(Weight, {
        description: 'Weight of each vote, in the order of votes; null if the source states none.',
        examples: [[4, 6, null]],
      }),
    ),
  }),
  organization: Nullable(
    Obj('OcdVoteOrganization', 'The deciding organization.', {
      id: Str('Id.', 'ocd-organization/8c771a45-877b-5d7c-a38c-445288486715'),
      name: Str('Name.', 'Town Council'),
    }),
  ),
  bill: Nullable(
    Obj('OcdVoteBill', 'The bill voted on.', {
      id: Str('Id.', 'ocd-bill/4f3b843b-977b-5c07-843f-1d7ed0e3d79e'),
      identifier: Str('Identifier, or empty.', 'PL-102'),
      title: Str('Title.', 'Fourteen row houses at 212 Station Road'),
    }),
  ),
  event_id: NullableStr(
    'Id of the event at which the vote took place.',
    'ocd-event/58cc2eff-31eb-5f8b-af33-acf2407f5e2b',
  ),
  counts: ArrayOf(OcdVoteCount, 'Vote counts by option, if recorded.'),
  votes: ArrayOf(OcdVoter, 'Individual votes, if recorded.'),
  sources: ArrayOf(OcdLink, 'Source pages.'),
})
export type OcdVoteDetail = Type.Static<typeof OcdVoteDetail>
