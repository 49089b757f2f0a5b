import { Type } from 'typebox'
import {
  ArrayOf,
  Bool,
  cursorPaging,
  DateFilter,
  DateStr,
  DateTimeStr,
  Filter,
  Int,
  Nullable,
  NullableDate,
  NullableStr,
  Obj,
  Query,
  Str,
} from '../../http/schema-types.ts'
import { OcdDocument, OcdLink, OcdSession } from '../_shared/ocd.schema.ts'
import {
  BylawRef,
  documentFields,
  lapseFields,
  MotionKind,
  markFields,
  pageUrl,
  sponsorFields,
  stepFields,
  type Unlinked,
  UpdatedAt,
} from '../_shared/schema.ts'

const itemFields = {
  id: Int('Numeric id.', 1),
  slug: Str('Stable slug.', 'pl-102'),
  identifier: NullableStr('Identifier as the source writes it.', 'PL-102'),
  title: Str('Title.', 'Fourteen row houses at 212 Station Road'),
  status: NullableStr('Status, if the source has one.', 'Closed'),
  category: NullableStr('Category, if the source has one.', 'Application'),
  description: NullableStr('Description, cut after 200 characters in lists.', null),
  first_seen: NullableDate('Date of the first held meeting, decision or other step.', '2025-03-18'),
  last_seen: NullableDate(
    'Date of the last held meeting, decision or other step; its lapse is none.',
    '2025-06-10',
  ),
  ...lapseFields,
  url: pageUrl('matters/pl-102'),
  updated_at: UpdatedAt,
  bylaw: Nullable(BylawRef),
}

export const MatterItem = Obj('MatterItem', 'A matter in a list.', itemFields)
export type MatterItem = Unlinked<typeof MatterItem>

const MatterAgendaItem = Obj('MatterAgendaItem', 'An agenda item about the matter.', {
  slug: Str('Stable slug of the agenda item.', '2025-05-20-town-council-item-3-1'),
  title: Str('Title.', 'Fourteen row houses at 212 Station Road'),
  meeting_slug: Str('Slug of the meeting.', '2025-05-20-town-council'),
  meeting_date: DateStr('Date of the meeting.', '2025-05-20'),
  item_number: NullableStr('Number on the agenda.', '3.1'),
})

const MatterMotion = Obj('MatterMotion', 'A motion about the matter.', {
  slug: Str('Slug of the motion.', 'motion-c-1201'),
  text: NullableStr(
    'Summary of the motion, or its first 200 characters.',
    'THAT Council pass By-law 4101, which rezones 212 Station Road for fourteen row houses …',
  ),
  result: NullableStr('Outcome.', 'Carried'),
  kind: MotionKind,
  meeting_slug: NullableStr('Slug of the meeting.', '2025-05-20-town-council'),
  meeting_date: NullableDate('Date of the meeting.', '2025-05-20'),
})

const MatterAction = Obj(
  'MatterAction',
  'A step of the matter, in a meeting or outside one.',
  stepFields,
)

const MatterSponsor = Obj('MatterSponsor', 'A sponsor of the matter.', sponsorFields)

const MatterDocument = Obj(
  'MatterDocument',
  'A document of the matter or of an agenda item about it.',
  documentFields,
)

export const MatterDetail = Obj(
  'MatterDetail',
  'A matter with its agenda items, motions and by-law.',
  {
    ...itemFields,
    ...markFields,
    identifiers: Type.Array(Type.String(), {
      description: 'All numbers that the source gives, its `identifier` first.',
      examples: [['PL-102']],
    }),
    classification: Type.Array(Type.String(), {
      description: 'Kinds from the list of Open Civic Data, if the source states them.',
      examples: [['bill']],
    }),
    description: NullableStr('Full description.', null),
    plain_english_summary: NullableStr('Summary in plain English, if the source has one.', null),
    agenda_items: ArrayOf(MatterAgendaItem, 'Agenda items, newest first.'),
    motions: ArrayOf(MatterMotion, 'Motions, newest first.'),
    actions: ArrayOf(MatterAction, 'Steps that the source records, oldest first.'),
    sponsors: ArrayOf(MatterSponsor, 'Sponsors, in the order of the source.'),
    documents: ArrayOf(MatterDocument, 'Its own documents, then those of agenda items about it.'),
    source_url: NullableStr('URL of the source page, if it has one.', null),
  },
)
export type MatterDetail = Unlinked<typeof MatterDetail>

export const MatterQuery = Query({
  ...cursorPaging,
  status: Filter('Status; `/facets` lists those on record.', 'Closed'),
  category: Filter('Category; `/facets` lists those on record.', 'Application'),
  date_from: DateFilter('Last seen on or after this date.', '2026-01-01'),
  date_to: DateFilter('Last seen on or before this date.', '2026-12-31'),
})

const ocdFields = {
  id: Str('Open Civic Data id.', 'ocd-bill/4f3b843b-977b-5c07-843f-1d7ed0e3d79e'),
  identifier: Str('Identifier as the source writes it, or empty.', 'PL-102'),
  title: Str('Title.', 'Fourteen row houses at 212 Station Road'),
  legislative_session: OcdSession,
  from_organization_id: NullableStr(
    'Id of the organization that introduced it, if an action says so.',
    null,
  ),
  classification: Type.Array(Type.String(), {
    description:
      'Category or what it means, if on the list of Open Civic Data; else empty (see extras.local_classification).',
    examples: [['bill']],
  }),
  subject: Type.Array(Type.String(), { description: 'Subjects.', examples: [[]] }),
  first_action_date: Str('Date of the first action, or empty.', '2025-03-18'),
  latest_action_date: Str('Date of the last action, or empty.', '2025-06-10'),
  extras: Obj('OcdBillExtras', 'Fields that Open Civic Data does not define.', {
    status: NullableStr('Status as the source writes it.', 'Closed'),
    local_classification: NullableStr('Category as the source writes it.', 'Application'),
    first_seen: NullableDate(
      'Date of the first held meeting, decision or other step.',
      '2025-03-18',
    ),
    last_seen: NullableDate('Date of the last held meeting, decision or other step.', '2025-06-10'),
  }),
  created_at: DateTimeStr('Time of the first import.', '2026-11-26T11:33:25.000Z'),
  updated_at: DateTimeStr(
    'Time of the last change to it or its parts.',
    '2026-11-26T11:33:25.000Z',
  ),
}

export const OcdBill = Obj('OcdBill', 'A bill: a matter tracked across meetings.', ocdFields)
export type OcdBill = Type.Static<typeof OcdBill>

const OcdAction = Obj('OcdAction', 'An action on the bill.', {
  description: Str('Description of the action.', 'Third reading and passage'),
  date: Str('Date, or empty.', '2025-05-20'),
  organization_id: NullableStr(
    'Id of the acting organization.',
    'ocd-organization/8c771a45-877b-5d7c-a38c-445288486715',
  ),
  classification: Type.Array(Type.String(), {
    description: 'Kinds of action, from the list of Open Civic Data; empty for others.',
    examples: [['passage']],
  }),
  order: Int('Position in the sequence, starting at 0.', 0),
  event_id: NullableStr(
    'Id of the event at which it took place.',
    'ocd-event/58cc2eff-31eb-5f8b-af33-acf2407f5e2b',
  ),
  vote_id: NullableStr(
    'Id of the vote, if the action was a vote.',
    'ocd-vote/0ab79b42-061a-52b1-b958-abcad77ad50e',
  ),
  related_entities: Type.Array(Type.String(), { description: 'Always empty.', examples: [[]] }),
  extras: Obj('OcdActionExtras', 'Fields that Open Civic Data does not define.', {
    inferred: Bool(
      'Whether the source records no actions, so that this one comes from an agenda or a motion.',
      false,
    ),
  }),
})

const OcdSponsorship = Obj('OcdSponsorship', 'A sponsor of the bill.', {
  name: Str('Name.', 'Hélène Boisclair'),
  entity_type: Str('person; empty if the name could not be matched.', 'person'),
  person_id: NullableStr('Id of the person.', 'ocd-person/7e7c667a-f164-511e-8a9a-0a77f440fb6c'),
  primary: Bool('Whether this is a primary sponsor.', true),
  classification: Str('Kind of sponsorship, or empty.', ''),
})

const OcdBillDocument = Obj('OcdBillDocument', 'A document of the bill or of an agenda item.', {
  ...OcdDocument.properties,
  extras: Obj('OcdBillDocumentExtras', 'Fields that Open Civic Data does not define.', {
    is_of_agenda_item: Bool('Whether it belongs to an agenda item about the bill.', true),
  }),
})

export const OcdBillDetail = Obj('OcdBillDetail', 'A bill with its actions.', {
  ...ocdFields,
  abstracts: ArrayOf(
    Obj('OcdAbstract', 'A summary.', {
      abstract: Str('Text.', 'A former tire depot on Station Road becomes fourteen row houses.'),
      note: Str('Kind of summary.', 'description'),
      date: Str('Date, or empty.', ''),
    }),
    'Summaries.',
  ),
  from_organization: Nullable(
    Obj('OcdBillOrganization', 'The organization that introduced it.', {
      id: Str('Id.', 'ocd-organization/8c771a45-877b-5d7c-a38c-445288486715'),
      name: Str('Name.', 'Town Council'),
    }),
  ),
  other_titles: Type.Array(Type.String(), { description: 'Always empty.', examples: [[]] }),
  other_identifiers: ArrayOf(
    Obj('OcdBillIdentifier', 'Another identifier.', {
      identifier: Str('Identifier.', '4101'),
      scheme: Str('Scheme, as the source writes it, or empty.', ''),
      note: Str('By-law, or a note of the source, or empty.', 'by-law'),
    }),
    'The number of the resulting by-law, and the further numbers that the source gives.',
  ),
  related_bills: Type.Array(Type.String(), { description: 'Always empty.', examples: [[]] }),
  actions: ArrayOf(OcdAction, 'Actions, oldest first.'),
  sponsorships: ArrayOf(OcdSponsorship, 'Sponsors, if recorded.'),
  documents: ArrayOf(OcdBillDocument, 'Documents of the bill and its agenda items.'),
  versions: ArrayOf(OcdDocument, 'Versions of its text, if recorded.'),
  sources: ArrayOf(OcdLink, 'Source pages.'),
})
export type OcdBillDetail = Type.Static<typeof OcdBillDetail>
