import { Type } from 'typebox'
import { cursorPaging, DateFilter, Filter, Query } from '../../http/parameters.ts'
import {
  ArrayOf,
  Bool,
  DateStr,
  DateTimeStr,
  Int,
  Nullable,
  NullableDate,
  NullableStr,
  Obj,
  Str,
} from '../../http/schema-types.ts'
import { OcdDocument, OcdLink, OcdSession } from '../_shared/ocd.schema.ts'

const itemFields = {
  id: Int('Number of the matter in this service.', 31),
  slug: Str('Lasting name of the matter in URLs.', 'acs2026-eps-ppd-0002'),
  identifier: NullableStr('Identifier in the words of the source.', 'ACS2026-EPS-PPD-0002'),
  title: Str('Title.', 'Safe Access to Social Infrastructure By-law'),
  status: NullableStr('Status, where the source has one.', null),
  category: NullableStr('Category, where the source has one.', null),
  description: NullableStr('Description; at most 200 characters in a list.', null),
  first_seen: NullableDate('First day on an agenda or of a decision.', '2026-04-10'),
  last_seen: NullableDate('Last day on an agenda or of a decision.', '2026-04-22'),
}

export const MatterItem = Obj('MatterItem', 'A matter, in a list.', itemFields)
export type MatterItem = Type.Static<typeof MatterItem>

const MatterAgendaItem = Obj('MatterAgendaItem', 'An agenda item about the matter.', {
  slug: Str('Lasting name of the item.', '2026-04-22-city-council-item-11-1'),
  title: Str('Title.', 'Safe Access to Social Infrastructure By-law'),
  meeting_slug: Str('Slug of the meeting.', '2026-04-22-city-council'),
  meeting_date: DateStr('Day of the meeting.', '2026-04-22'),
  item_number: NullableStr('Number on the agenda.', '11.1'),
})

const MatterMotion = Obj('MatterMotion', 'A motion about the matter.', {
  slug: Str('Slug of the motion.', '2026-04-22-city-council-motion-12'),
  text: NullableStr(
    'Summary of the motion, or its first 200 characters.',
    'That Council approve the by-law.',
  ),
  result: NullableStr('Outcome.', 'Carried'),
  meeting_slug: NullableStr('Slug of the meeting.', '2026-04-22-city-council'),
  meeting_date: NullableDate('Day of the meeting.', '2026-04-22'),
})

export const MatterDetail = Obj('MatterDetail', 'A matter, with its way through the meetings.', {
  ...itemFields,
  description: NullableStr('The whole description.', null),
  plain_english_summary: NullableStr('Summary in plain English, where the source has one.', null),
  agenda_items: ArrayOf(MatterAgendaItem, 'Agenda items about it, newest first.'),
  motions: ArrayOf(MatterMotion, 'Motions about it, newest first.'),
  bylaw: Nullable(
    Obj('MatterBylaw', 'The by-law that came of it.', {
      slug: Str('Slug of the by-law.', 'by-law-2026-155'),
      title: Str('Title.', 'A by-law of the City of Ottawa respecting records retention'),
      bylaw_number: NullableStr('Number.', '2026-155'),
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
  id: Str('Open Civic Data id.', 'ocd-bill/0d8098cd-80ab-50a5-b243-773306c918f8'),
  identifier: Str('Identifier in the words of the source, or empty.', 'ACS2026-EPS-PPD-0002'),
  title: Str('Title.', 'Safe Access to Social Infrastructure By-law'),
  legislative_session: OcdSession,
  from_organization_id: NullableStr('Body in which it began, where the record says.', null),
  classification: Type.Array(Type.String(), {
    description: 'Category in the words of the source, if any.',
    examples: [[]],
  }),
  subject: Type.Array(Type.String(), { description: 'Subjects, if any.', examples: [[]] }),
  first_action_date: Str('First day on an agenda or of a decision, or empty.', '2026-04-10'),
  latest_action_date: Str('Last day on an agenda or of a decision, or empty.', '2026-04-22'),
  extras: Obj('OcdBillExtras', 'What Open Civic Data has no field for.', {
    status: NullableStr('Status in the words of the source.', null),
  }),
  created_at: DateTimeStr('When this service first had it.', '2026-06-14T11:33:25.000Z'),
  updated_at: DateTimeStr('When it, or a part of it, last changed.', '2026-06-14T11:33:25.000Z'),
}

export const OcdBill = Obj('OcdBill', 'A bill: a matter tracked across meetings.', ocdFields)
export type OcdBill = Type.Static<typeof OcdBill>

const OcdAction = Obj('OcdAction', 'Something that was done with the bill.', {
  description: Str('What was done.', 'Carried: That Council approve the by-law.'),
  date: Str('Day, or empty.', '2026-04-22'),
  organization_id: NullableStr(
    'Id of the acting organization.',
    'ocd-organization/107a25df-48f1-5645-b5da-23992e5b65c7',
  ),
  classification: Type.Array(Type.String(), {
    description: 'Always empty: the record does not classify actions.',
    examples: [[]],
  }),
  order: Int('Place in the sequence, from 0.', 0),
  event_id: NullableStr(
    'Id of the event at which it was done.',
    'ocd-event/36fce919-b400-59e3-b08e-5fd427a558f8',
  ),
  vote_id: NullableStr(
    'Id of the vote, where it was one.',
    'ocd-vote/6dd767d1-71f8-5d43-8fa7-839c2ac3ff02',
  ),
})

const OcdSponsorship = Obj('OcdSponsorship', 'Someone who sponsors the bill.', {
  name: Str('Name.', 'Rawlson King'),
  entity_type: Str('Always person.', 'person'),
  person_id: NullableStr('Id of the person.', 'ocd-person/5200abdb-8dfc-51ac-bd9b-9e768e1b445b'),
  primary: Bool('Whether a main sponsor.', true),
  classification: Str('Kind of sponsorship, or empty.', ''),
})

export const OcdBillDetail = Obj('OcdBillDetail', 'A bill, with all that was done.', {
  ...ocdFields,
  abstracts: ArrayOf(
    Obj('OcdAbstract', 'A summary.', {
      abstract: Str('The text.', 'Regulates demonstrations near schools and hospitals.'),
      note: Str('What kind of summary.', 'description'),
      date: Str('Day, or empty.', ''),
    }),
    'Summaries.',
  ),
  actions: ArrayOf(OcdAction, 'What was done, oldest first.'),
  sponsorships: ArrayOf(OcdSponsorship, 'Sponsors, where the record has them.'),
  documents: ArrayOf(OcdDocument, 'Published files of the bill and of the agenda items about it.'),
  sources: ArrayOf(OcdLink, 'Where this was read.'),
})
export type OcdBillDetail = Type.Static<typeof OcdBillDetail>
