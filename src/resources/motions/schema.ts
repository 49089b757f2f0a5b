import { Type } from 'typebox'
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
  motionKinds,
  motionTitleFields,
  pageUrl,
  type Unlinked,
  UpdatedAt,
  voteFields,
} from '../_shared/schema.ts'

const itemFields = {
  id: Int('Numeric id.', 148),
  slug: Str('Stable slug.', 'motion-2026-78-23'),
  ...motionTitleFields,
  text: NullableStr(
    'Summary of the motion, or its first 200 characters.',
    'That the by-laws be read and passed.',
  ),
  result: NullableStr(
    'Outcome: Carried, Defeated, Tabled, Withdrawn, Referred, or the wording of the source.',
    'Carried',
  ),
  kind: MotionKind,
  contested: Contested,
  mover_name: NullableStr('Name of the mover.', 'Jeff Leiper'),
  mover_slug: NullableStr(
    'Slug of the mover; null if the name could not be matched with certainty.',
    'jeff-leiper',
  ),
  mover_name_as_written: NullableStr('Name of the mover as the source writes it.', 'J. Leiper'),
  seconder_name: NullableStr('Name of the seconder.', 'Wilson Lo'),
  seconder_slug: NullableStr(
    'Slug of the seconder; null if the name could not be matched with certainty.',
    'wilson-lo',
  ),
  seconder_name_as_written: NullableStr('Name of the seconder as the source writes it.', 'W. Lo'),
  meeting_slug: NullableStr('Slug of the meeting.', '2026-04-22-city-council'),
  meeting_date: NullableDate('Date of the meeting.', '2026-04-22'),
  url: pageUrl('motions/motion-2026-78-23'),
  updated_at: UpdatedAt,
}

export const MotionItem = Obj('MotionItem', 'A motion in a list.', itemFields)
export type MotionItem = Unlinked<typeof MotionItem>

const MotionTally = Obj('MotionTally', 'Vote counts; null where the source gives none.', {
  for: NullableInt('Votes for.', 20),
  against: NullableInt('Votes against.', 4),
  abstain: NullableInt('Abstentions.', null),
  absent: NullableInt('Absences.', null),
})

const MotionVote = Obj('MotionVote', 'Vote of one person.', {
  ...voteFields,
  name_as_written: Str('Name as the source writes it.', 'J. Leiper'),
  candidate: NullableStr('In an election, for whom: the name of a candidate.', null),
})

const MotionCandidate = Obj('MotionCandidate', 'A candidate in an election by ballot.', {
  person_slug: NullableStr(
    'Slug of the person; null if the name could not be matched with certainty.',
    'jeff-leiper',
  ),
  person_name: Str('Name.', 'Jeff Leiper'),
  name_as_written: Str('Name as the source writes it.', 'J. Leiper'),
  votes: NullableInt('Votes received, if the source counts them.', 13),
  elected: Nullable(
    Type.Boolean({
      description: 'Whether the candidate won; null if the source does not say.',
      examples: [true],
    }),
  ),
})

export const MotionDetail = Obj('MotionDetail', 'A motion with its full text and votes.', {
  ...itemFields,
  text_content: NullableStr(
    'Full text.',
    'That the by-laws listed on the Agenda be read and passed.',
  ),
  superseded_text: NullableStr('The motion that this one was substituted for.', null),
  plain_english_summary: NullableStr('Summary in plain English, if the source has one.', null),
  agenda_item_slug: NullableStr('Slug of the agenda item.', '2026-04-22-city-council-item-24-1'),
  agenda_item_title: NullableStr('Title of the agenda item.', 'Three Readings'),
  ...decidedBy,
  matter_slug: NullableStr('Slug of the matter.', 'acs2026-eps-ppd-0002'),
  bylaws: ArrayOf(BylawRef, 'By-laws that the motion passes, if linked.'),
  tally: MotionTally,
  votes: ArrayOf(MotionVote, 'Individual votes, if recorded.'),
  candidates: ArrayOf(MotionCandidate, 'Candidates of an election, in the order of the source.'),
})
export type MotionDetail = Unlinked<typeof MotionDetail>

export const MotionQuery = Query({
  ...cursorPaging,
  result: Filter('Outcome; `/facets` lists those on record.', 'Carried'),
  meeting: Filter('Slug of the meeting.', '2026-04-22-city-council'),
  mover: Filter('Slug of the person who moved it.', 'jeff-leiper'),
  voter: Filter('Slug of a person whose vote is recorded.', 'jeff-leiper'),
  organization: Filter(
    'Slug of the organization that decided it, or else of the one that met.',
    'city-council',
  ),
  matter: Filter('Slug of the matter.', 'acs2026-eps-ppd-0002'),
  kind: Filter(`Kind: ${motionKinds.join(', ')}.`, 'amendment'),
  contested: BooleanFilter('Whether somebody voted for and somebody against.'),
  has_votes: BooleanFilter('Whether the votes of people are recorded.'),
  date_from: DateFilter('Motions on or after this date.', '2026-04-01'),
  date_to: DateFilter('Motions on or before this date.', '2026-04-30'),
})
export type MotionQuery = Type.Static<typeof MotionQuery>

const ocdFields = {
  id: Str('Open Civic Data id.', 'ocd-vote/6dd767d1-71f8-5d43-8fa7-839c2ac3ff02'),
  identifier: Str('Number of the motion, or empty.', '2026-78-23'),
  motion_text: Str(
    'Text of the motion; where the source has none, its summary, or else Motion, its number and that the text is missing (see extras.motion_text_from).',
    'That the by-laws listed on the Agenda be read and passed.',
  ),
  motion_classification: Type.Array(Type.String(), {
    description:
      'bill-passage, amendment-passage or veto-override, if a recorded action or the kind of the motion says so; else empty.',
    examples: [['bill-passage']],
  }),
  start_date: Str('Date of the vote, or empty.', '2026-04-22'),
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
    'ocd-organization/107a25df-48f1-5645-b5da-23992e5b65c7',
  ),
  legislative_session: OcdSession,
  bill_id: NullableStr('Id of the bill.', 'ocd-bill/0d8098cd-80ab-50a5-b243-773306c918f8'),
  extras: Obj('OcdVoteExtras', 'Fields that Open Civic Data does not define.', {
    result: NullableStr('Outcome as the source writes it.', 'Carried'),
    motion_text_from: Nullable(
      Type.String({
        enum: ['text', 'summary'],
        description:
          'Where motion_text is from: the text or summary of the motion; null if the record has neither.',
        examples: ['text'],
      }),
    ),
  }),
  created_at: DateTimeStr('Time of the first import.', '2026-06-14T11:33:25.000Z'),
  updated_at: DateTimeStr('Time of the last change.', '2026-06-14T11:33:25.000Z'),
}

export const OcdVote = Obj('OcdVote', 'A vote: a motion and its outcome.', ocdFields)
export type OcdVote = Type.Static<typeof OcdVote>

const OcdVoter = Obj('OcdVoter', 'Vote of one person.', {
  option: Str('Option: yes, no, abstain, absent, excused, not voting, paired or other.', 'yes'),
  voter_name: Str('Name.', 'Jeff Leiper'),
  voter_id: NullableStr('Id of the person.', 'ocd-person/10902414-62ec-5af7-84ad-05429d427e79'),
  note: Str('Original wording of the source, or empty.', ''),
})

export const OcdVoteDetail = Obj('OcdVoteDetail', 'A vote with its counts and voters.', {
  ...ocdFields,
  organization: Nullable(
    Obj('OcdVoteOrganization', 'The deciding organization.', {
      id: Str('Id.', 'ocd-organization/107a25df-48f1-5645-b5da-23992e5b65c7'),
      name: Str('Name.', 'City Council'),
    }),
  ),
  bill: Nullable(
    Obj('OcdVoteBill', 'The bill voted on.', {
      id: Str('Id.', 'ocd-bill/0d8098cd-80ab-50a5-b243-773306c918f8'),
      identifier: Str('Identifier, or empty.', 'ACS2026-EPS-PPD-0002'),
      title: Str('Title.', 'Safe Access to Social Infrastructure By-law'),
    }),
  ),
  event_id: NullableStr(
    'Id of the event at which the vote took place.',
    'ocd-event/36fce919-b400-59e3-b08e-5fd427a558f8',
  ),
  counts: ArrayOf(OcdVoteCount, 'Vote counts by option, if recorded.'),
  votes: ArrayOf(OcdVoter, 'Individual votes, if recorded.'),
  sources: ArrayOf(OcdLink, 'Source pages.'),
})
export type OcdVoteDetail = Type.Static<typeof OcdVoteDetail>
