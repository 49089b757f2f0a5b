import { Type } from 'typebox'
import {
  ArrayOf,
  Bool,
  BooleanFilter,
  cursorPaging,
  DateFilter,
  DateStr,
  DateTimeStr,
  Filter,
  Int,
  Nullable,
  NullableDate,
  NullableDateTime,
  NullableInt,
  NullableStr,
  Obj,
  Query,
  Str,
} from '../../http/schema-types.ts'
import { OcdDocument, OcdLink } from '../_shared/ocd.schema.ts'
import {
  BylawRef,
  documentFields,
  MotionKind,
  markFields,
  PersonRef,
  pageUrl,
  recordingTimeFields,
  Sessions,
  type Unlinked,
  UpdatedAt,
} from '../_shared/schema.ts'

export const meetingStatuses = ['scheduled', 'completed', 'cancelled', 'postponed']

const itemFields = {
  id: Int('Numeric id.', 3),
  slug: Str('Stable slug.', '2025-05-20-town-council'),
  title: Str('Title.', 'Town Council'),
  date: DateStr('Date of the meeting in local time.', '2025-05-20'),
  type: NullableStr('Kind of meeting, as the source writes it.', 'Regular'),
  has_agenda: Bool('Whether an agenda is published.', true),
  has_minutes: Bool('Whether minutes are published.', true),
  has_transcript: Bool('Whether a transcript is published.', true),
  organization: NullableStr('Name of the organization that met.', 'Town Council'),
  summary: NullableStr('Summary of the meeting, if the source has one.', null),
  url: pageUrl('meetings/2025-05-20-town-council'),
  updated_at: UpdatedAt,
  organization_slug: NullableStr('Slug of the organization that met.', 'town-council'),
  start_time: NullableDateTime(
    'Start time with the UTC offset of the municipality (RFC 3339).',
    '2025-05-20T18:30:00-04:00',
  ),
  end_time: NullableDateTime(
    'End time, as it was or as it was planned, with the UTC offset of the municipality (RFC 3339).',
    '2025-05-20T22:40:00-04:00',
  ),
  location: NullableStr('Location.', 'Council Chamber, Lowmere Town Hall, 1 Mill Street'),
  status: Type.String({
    enum: meetingStatuses,
    description: 'Status of the meeting.',
    examples: ['completed'],
  }),
  status_note: NullableStr('What the source says of the status, in its own words.', null),
  video_url: NullableStr('URL of the recording.', 'https://lowmere.example/video/council-1'),
  minutes_url: NullableStr(
    'URL of the minutes.',
    'https://lowmere.example/meetings/council-1/minutes-en.pdf',
  ),
  agenda_url: NullableStr(
    'URL of the agenda.',
    'https://lowmere.example/meetings/council-1/agenda-en.pdf',
  ),
  end_date: NullableDate('Last day of a meeting of several days; else null.', null),
}

export const MeetingItem = Obj('MeetingItem', 'A meeting in a list.', itemFields)
export type MeetingItem = Unlinked<typeof MeetingItem>

const MeetingDocument = Obj(
  'MeetingDocument',
  'A document of the meeting or of one of its agenda items.',
  documentFields,
)

const MeetingAgendaItem = Obj('MeetingAgendaItem', 'An item of the agenda.', {
  slug: Str('Stable slug of the agenda item.', '2025-05-20-town-council-item-3-1'),
  title: Str('Title.', 'Fourteen row houses at 212 Station Road'),
  item_number: NullableStr('Number on the agenda.', '3.1'),
  type: NullableStr('Kind of item, if the source has one.', null),
  matter_slug: NullableStr('Slug of the matter that the item is about.', 'pl-102'),
  action: NullableStr('What was done with the item, as the source writes it.', null),
  result: NullableStr('Outcome of the item, if the source states one.', null),
  video_url: NullableStr(
    'Opens the recording where the item begins, if the source has such a link.',
    null,
  ),
  ...recordingTimeFields,
  parent_slug: NullableStr('Slug of the agenda item that contains it.', null),
  description: NullableStr('Description, if the source has one.', null),
  recommendation: NullableStr(
    'What the agenda recommends for the item, if the source says so; neither a motion nor a result.',
    null,
  ),
  corrected: markFields.corrected,
  documents: ArrayOf(MeetingDocument, 'Documents of the item.'),
  bylaws: ArrayOf(BylawRef, 'By-laws that the item is about, if linked.'),
})

const MeetingMotion = Obj('MeetingMotion', 'A motion at the meeting.', {
  slug: Str('Slug of the motion.', 'motion-c-1201'),
  text: NullableStr(
    'Summary of the motion, or its first 200 characters.',
    'THAT Council pass By-law 4101, which rezones 212 Station Road for fourteen row houses …',
  ),
  result: NullableStr('Outcome.', 'Carried'),
  kind: MotionKind,
  mover_name: NullableStr('Name of the mover.', 'Dev Rangarajan'),
  seconder_name: NullableStr('Name of the seconder.', "Sean O'Dacey"),
})

const MeetingAttendee = Obj('MeetingAttendee', 'Attendance of one person.', {
  person_slug: NullableStr(
    'Slug of the person; null if the name could not be matched with certainty.',
    'dev-rangarajan',
  ),
  person_name: Str('Name.', 'Dev Rangarajan'),
  role: NullableStr('Role at this meeting.', 'Councillor'),
  present: Bool('Whether the person was present.', true),
  reason: NullableStr(
    'Why the person was absent, or how they attended, such as Medical or Remote, as the source writes it.',
    null,
  ),
  sessions: Sessions,
})

const MeetingSpeaker = Obj('MeetingSpeaker', 'Speaking time of one person.', {
  person_slug: NullableStr('Slug of the person.', 'dev-rangarajan'),
  person_name: Str('Name.', 'Dev Rangarajan'),
  seconds: Int('Speaking time in seconds.', 1107),
})

const MeetingStatement = Obj('MeetingStatement', 'A statement at the meeting.', {
  slug: Str('Stable slug.', '2025-05-20-town-council-statement-1'),
  person_slug: NullableStr('Slug of the speaker, if known.', 'dev-rangarajan'),
  speaker: NullableStr('Name of the speaker as the source writes it.', 'Dev Rangarajan'),
  text: Str('The statement.', 'The depot has stood empty for nine years.'),
  context: NullableStr('Subject of the statement.', 'Fourteen row houses at 212 Station Road'),
  start_seconds: NullableInt('Where it begins in the recording.', 4410),
  agenda_item_slug: NullableStr(
    'Slug of the agenda item on which it was made, if the source says so.',
    '2025-05-20-town-council-item-3-1',
  ),
})

export const MeetingDetail = Obj(
  'MeetingDetail',
  'A meeting with its agenda, motions, attendance and documents.',
  {
    ...itemFields,
    ...markFields,
    video_duration_seconds: NullableInt('Length of the recording in seconds.', 15000),
    chair: PersonRef,
    agenda_items: ArrayOf(MeetingAgendaItem, 'Agenda items, in order.'),
    motions: ArrayOf(MeetingMotion, 'Motions, in order.'),
    attendance: ArrayOf(MeetingAttendee, 'Attendance, if recorded.'),
    speaking_time: ArrayOf(MeetingSpeaker, 'Speaking time by person, if recorded.'),
    key_statements: ArrayOf(MeetingStatement, 'Statements, in the order of the source.'),
    documents: ArrayOf(MeetingDocument, 'Its own documents, then those of its agenda items.'),
    source_url: NullableStr(
      'URL of the source page.',
      'https://lowmere.example/meetings/council-1',
    ),
  },
)
export type MeetingDetail = Unlinked<typeof MeetingDetail>

export const MeetingQuery = Query({
  ...cursorPaging,
  type: Filter('Kind of meeting; `/facets` lists those on record.', 'Regular'),
  date_from: DateFilter('Meetings on or after this date.', '2026-01-01'),
  date_to: DateFilter('Meetings on or before this date.', '2026-12-31'),
  has_transcript: BooleanFilter('Only meetings with (true) or without (false) a transcript.'),
  has_minutes: BooleanFilter('Only meetings with (true) or without (false) minutes.'),
  has_recorded_votes: BooleanFilter(
    'Only meetings with (true) or without (false) a motion of which the votes of people are recorded.',
  ),
  status: Filter(`Status: ${meetingStatuses.join(', ')}.`, 'cancelled'),
  organization: Filter('Slug of the organization that met.', 'town-council'),
})
export type MeetingQuery = Type.Static<typeof MeetingQuery>

const ocdFields = {
  id: Str('Open Civic Data id.', 'ocd-event/58cc2eff-31eb-5f8b-af33-acf2407f5e2b'),
  name: Str('Title.', 'Town Council'),
  description: Str('Summary, or empty.', ''),
  classification: Str('Kind of meeting as the source writes it, else event.', 'Regular'),
  start_date: Str(
    'Start time with UTC offset (OCDEP 101); only the date if no time is known.',
    '2025-05-20T18:30:00-04:00',
  ),
  end_date: Str('End time in the same format, or empty.', '2025-05-20T22:40:00-04:00'),
  all_day: Bool('Whether only the date is known.', false),
  status: Type.String({
    enum: ['cancelled', 'confirmed', 'passed'],
    description: 'Status: cancelled (or postponed), confirmed (upcoming) or passed (held).',
    examples: ['passed'],
  }),
  jurisdiction_id: Str(
    'Id of the jurisdiction.',
    'ocd-jurisdiction/country:ca/csd:3599999/government',
  ),
  location: Nullable(
    Obj('OcdLocation', 'Location.', {
      name: Str('Name of the location.', 'Council Chamber, Lowmere Town Hall, 1 Mill Street'),
      url: Str('URL of the location, or empty.', ''),
      note: Str('Note, or empty.', ''),
    }),
  ),
  created_at: DateTimeStr('Time of the first import.', '2026-11-26T11:33:25.000Z'),
  updated_at: DateTimeStr(
    'Time of the last change to it or its parts.',
    '2026-11-26T11:33:25.000Z',
  ),
}

export const OcdEvent = Obj('OcdEvent', 'An event: a meeting.', ocdFields)
export type OcdEvent = Type.Static<typeof OcdEvent>

const OcdParticipant = Obj('OcdParticipant', 'A participant.', {
  name: Str('Name.', 'Dev Rangarajan'),
  entity_type: Str('Either person or organization.', 'person'),
  person_id: NullableStr('Id of the person.', 'ocd-person/514aa2bc-5abc-5425-a14b-9fc9c014d2f1'),
  organization_id: NullableStr('Id of the organization.', null),
  note: Str(
    'Role: host, chair, attendee or absent, and after a colon what the source says more, such as absent: Medical.',
    'attendee',
  ),
})

const OcdRelatedEntity = Obj('OcdRelatedEntity', 'An entity related to an agenda item.', {
  name: Str('Identifier.', 'PL-102'),
  entity_type: Str('Either bill or vote.', 'bill'),
  entity_id: Str('Id of the bill or vote.', 'ocd-bill/4f3b843b-977b-5c07-843f-1d7ed0e3d79e'),
  bill_id: NullableStr('Id, if it is a bill.', 'ocd-bill/4f3b843b-977b-5c07-843f-1d7ed0e3d79e'),
  vote_event_id: NullableStr('Id, if it is a vote.', null),
  person_id: NullableStr('Always null.', null),
  organization_id: NullableStr('Always null.', null),
  note: Str('Outcome of a vote, else consideration.', 'consideration'),
})

const OcdEventDocument = Obj('OcdEventDocument', 'A document of the event.', {
  ...OcdDocument.properties,
  classification: Type.String({
    enum: ['agenda', 'minutes', 'transcript', 'testimony', ''],
    description: 'Kind of document, from the list of Open Civic Data; empty for others.',
    examples: ['minutes'],
  }),
  extras: Obj('OcdEventDocumentExtras', 'Fields that Open Civic Data does not define.', {
    type: NullableStr('Kind of document, as the source writes it.', 'minutes'),
  }),
})

const OcdAgendaItem = Obj('OcdAgendaItem', 'An item of the agenda.', {
  description: Str('Title.', 'Fourteen row houses at 212 Station Road'),
  order: Str('Position in the list, starting at 0.', '3'),
  classification: Type.Array(Type.String(), {
    description: 'Kind of item.',
    examples: [[]],
  }),
  subjects: Type.Array(Type.String(), { description: 'Always empty.', examples: [[]] }),
  notes: Type.Array(Type.String(), { description: 'Notes.', examples: [[]] }),
  related_entities: ArrayOf(OcdRelatedEntity, 'Bills considered and votes taken.'),
  media: ArrayOf(OcdEventDocument, 'Documents of the item; also among those of the event.'),
  extras: Obj('OcdAgendaItemExtras', 'Fields that Open Civic Data does not define.', {
    item_number: NullableStr('Number on the agenda, as printed.', '3.1'),
    parent_order: NullableStr('order of the item that it is part of.', '2'),
  }),
})

const OcdMedia = Obj('OcdMedia', 'A recording.', {
  note: Str('Title.', 'Video'),
  date: Str('Date, or empty.', '2025-05-20'),
  classification: Str('Always video recording.', 'video recording'),
  offset: NullableInt('Always null.', null),
  links: ArrayOf(
    Obj('OcdMediaLink', 'A file or page of the recording.', {
      url: Str('URL.', 'https://lowmere.example/video/council-1'),
      media_type: Str('Media type, or empty if unknown.', ''),
      text: Str('Always empty.', ''),
      note: Str('Always empty.', ''),
    }),
    'URLs of the recording.',
  ),
})

export const OcdEventDetail = Obj('OcdEventDetail', 'An event with its participants and agenda.', {
  ...ocdFields,
  participants: ArrayOf(
    OcdParticipant,
    'The organization that met, and who was present or absent.',
  ),
  agenda: ArrayOf(OcdAgendaItem, 'Agenda items, in order.'),
  documents: ArrayOf(OcdEventDocument, 'Documents.'),
  media: ArrayOf(OcdMedia, 'Recordings.'),
  links: ArrayOf(OcdLink, 'Related pages.'),
  sources: ArrayOf(OcdLink, 'Source pages.'),
  extras: Obj('OcdEventExtras', 'Fields that Open Civic Data does not define.', {
    status_note: NullableStr('What the source says of the status, in its own words.', null),
  }),
})
export type OcdEventDetail = Type.Static<typeof OcdEventDetail>
