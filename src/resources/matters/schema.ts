import { Type } from 'typebox'
import { cursorPaging, DateFilter, Filter, Query } from '../../http/parameters.ts'
import {
  DateText,
  Many,
  MaybeDate,
  MaybeText,
  MomentText,
  Nullable,
  Shape,
  Text,
  Truth,
  Whole,
} from '../../http/schema-types.ts'
import { OcdDocument, OcdLink, OcdSession } from '../_shared/ocd.schema.ts'

const itemFields = {
  id: Whole('Number of the matter in this service.', 31),
  slug: Text('Lasting name of the matter in URLs.', 'acs2026-eps-ppd-0002'),
  identifier: MaybeText('Identifier in the words of the source.', 'ACS2026-EPS-PPD-0002'),
  title: Text('Title.', 'Safe Access to Social Infrastructure By-law'),
  status: MaybeText('Status, where the source has one.', null),
  category: MaybeText('Category, where the source has one.', null),
  description: MaybeText('Description; at most 200 characters in a list.', null),
  first_seen: MaybeDate('First day on an agenda or of a decision.', '2026-04-10'),
  last_seen: MaybeDate('Last day on an agenda or of a decision.', '2026-04-22'),
}

export const MatterItem = Shape('MatterItem', 'A matter, in a list.', itemFields)
export type MatterItem = Type.Static<typeof MatterItem>

const MatterAgendaItem = Shape('MatterAgendaItem', 'An agenda item about the matter.', {
  slug: Text('Lasting name of the item.', '2026-04-22-city-council-item-11-1'),
  title: Text('Title.', 'Safe Access to Social Infrastructure By-law'),
  meeting_slug: Text('Slug of the meeting.', '2026-04-22-city-council'),
  meeting_date: DateText('Day of the meeting.', '2026-04-22'),
  item_number: MaybeText('Number on the agenda.', '11.1'),
})

const MatterMotion = Shape('MatterMotion', 'A motion about the matter.', {
  slug: Text('Slug of the motion.', '2026-04-22-city-council-motion-12'),
  text: MaybeText(
    'Summary of the motion, or its first 200 characters.',
    'That Council approve the by-law.',
  ),
  result: MaybeText('Outcome.', 'Carried'),
  meeting_slug: MaybeText('Slug of the meeting.', '2026-04-22-city-council'),
  meeting_date: MaybeDate('Day of the meeting.', '2026-04-22'),
})

export const MatterDetail = Shape('MatterDetail', 'A matter, with its way through the meetings.', {
  ...itemFields,
  description: MaybeText('The whole description.', null),
  plain_english_summary: MaybeText('Summary in plain English, where the source has one.', null),
  agenda_items: Many(MatterAgendaItem, 'Agenda items about it, newest first.'),
  motions: Many(MatterMotion, 'Motions about it, newest first.'),
  bylaw: Nullable(
    Shape('MatterBylaw', 'The by-law that came of it.', {
      slug: Text('Slug of the by-law.', 'by-law-2026-155'),
      title: Text('Title.', 'A by-law of the City of Ottawa respecting records retention'),
      bylaw_number: MaybeText('Number.', '2026-155'),
    }),
  ),
})
export type MatterDetail = Type.Static<typeof MatterDetail>

export const MatterQuery = Query({
  ...cursorPaging,
  status: Filter('Status.', 'Adopted'),
  category: Filter('Category.', 'Zoning'),
  date_from: DateFilter('Last seen on this day or later.', '2026-04-01'),
  date_to: DateFilter('Last seen on this day or earlier.', '2026-04-30'),
})

const ocdFields = {
  id: Text('Open Civic Data id.', 'ocd-bill/0d8098cd-80ab-50a5-b243-773306c918f8'),
  identifier: Text('Identifier in the words of the source, or empty.', 'ACS2026-EPS-PPD-0002'),
  title: Text('Title.', 'Safe Access to Social Infrastructure By-law'),
  legislative_session: OcdSession,
  from_organization_id: MaybeText('Body in which it began, where the record says.', null),
  classification: Type.Array(Type.String(), {
    description: 'Category in the words of the source, if any.',
    examples: [[]],
  }),
  subject: Type.Array(Type.String(), { description: 'Subjects, if any.', examples: [[]] }),
  first_action_date: Text('First day on an agenda or of a decision, or empty.', '2026-04-10'),
  latest_action_date: Text('Last day on an agenda or of a decision, or empty.', '2026-04-22'),
  extras: Shape('OcdBillExtras', 'What Open Civic Data has no field for.', {
    status: MaybeText('Status in the words of the source.', null),
  }),
  created_at: MomentText('When this service first had it.', '2026-06-14T11:33:25.000Z'),
  updated_at: MomentText('When it, or a part of it, last changed.', '2026-06-14T11:33:25.000Z'),
}

export const OcdBill = Shape('OcdBill', 'A bill: a matter tracked across meetings.', ocdFields)
export type OcdBill = Type.Static<typeof OcdBill>

const OcdAction = Shape('OcdAction', 'Something that was done with the bill.', {
  description: Text('What was done.', 'Carried: That Council approve the by-law.'),
  date: Text('Day, or empty.', '2026-04-22'),
  organization_id: MaybeText(
    'Id of the acting organization.',
    'ocd-organization/107a25df-48f1-5645-b5da-23992e5b65c7',
  ),
  classification: Type.Array(Type.String(), {
    description: 'Always empty: the record does not classify actions.',
    examples: [[]],
  }),
  order: Whole('Place in the sequence, from 0.', 0),
  event_id: MaybeText(
    'Id of the event at which it was done.',
    'ocd-event/36fce919-b400-59e3-b08e-5fd427a558f8',
  ),
  vote_id: MaybeText(
    'Id of the vote, where it was one.',
    'ocd-vote/6dd767d1-71f8-5d43-8fa7-839c2ac3ff02',
  ),
})

const OcdSponsorship = Shape('OcdSponsorship', 'Someone who sponsors the bill.', {
  name: Text('Name.', 'Rawlson King'),
  entity_type: Text('Always person.', 'person'),
  person_id: MaybeText('Id of the person.', 'ocd-person/5200abdb-8dfc-51ac-bd9b-9e768e1b445b'),
  primary: Truth('Whether a main sponsor.', true),
  classification: Text('Kind of sponsorship, or empty.', ''),
})

export const OcdBillDetail = Shape('OcdBillDetail', 'A bill, with all that was done.', {
  ...ocdFields,
  abstracts: Many(
    Shape('OcdAbstract', 'A summary.', {
      abstract: Text('The text.', 'Regulates demonstrations near schools and hospitals.'),
      note: Text('What kind of summary.', 'description'),
      date: Text('Day, or empty.', ''),
    }),
    'Summaries.',
  ),
  actions: Many(OcdAction, 'What was done, oldest first.'),
  sponsorships: Many(OcdSponsorship, 'Sponsors, where the record has them.'),
  documents: Many(OcdDocument, 'Published files of the bill and of the agenda items about it.'),
  sources: Many(OcdLink, 'Where this was read.'),
})
export type OcdBillDetail = Type.Static<typeof OcdBillDetail>
