import { Type } from 'typebox'
import { BooleanFilter, cursorPaging, DateFilter, Filter, Query } from '../../http/parameters.ts'
import {
  ArrayOf,
  Bool,
  DateStr,
  DateTimeStr,
  Int,
  Nullable,
  NullableDateTime,
  NullableInt,
  NullableStr,
  Obj,
  Str,
} from '../../http/schema-types.ts'
import { OcdDocument, OcdLink } from '../_shared/ocd.schema.ts'
import { PersonRef } from '../_shared/schema.ts'

const itemFields = {
  id: Int('Number of the meeting in this service.', 12),
  slug: Str('Lasting name of the meeting in URLs.', '2026-04-22-city-council'),
  title: Str('Title.', 'City Council'),
  date: DateStr('Day of the meeting, in the municipality.', '2026-04-22'),
  type: NullableStr('Kind of meeting, in the words of the source.', 'City Council'),
  has_agenda: Bool('Whether an agenda is published.', true),
  has_minutes: Bool('Whether minutes are published.', true),
  has_transcript: Bool('Whether a transcript is published.', false),
  organization: NullableStr('Name of the body that met.', 'City Council'),
  summary: NullableStr('Summary of the meeting, where the source has one.', null),
}

export const MeetingItem = Obj('MeetingItem', 'A meeting, in a list.', itemFields)
export type MeetingItem = Type.Static<typeof MeetingItem>

const MeetingAgendaItem = Obj('MeetingAgendaItem', 'An item of the agenda.', {
  slug: Str('Lasting name of the item.', '2026-04-22-city-council-item-11-1'),
  title: Str('Title.', 'Safe Access to Social Infrastructure By-law'),
  item_number: NullableStr('Number on the agenda.', '11.1'),
  type: NullableStr('Kind of item, where the source has one.', null),
  matter_slug: NullableStr('Slug of the matter that the item is about.', 'acs2026-eps-ppd-0002'),
})

const MeetingMotion = Obj('MeetingMotion', 'A motion put at the meeting.', {
  slug: Str('Slug of the motion.', 'motion-2026-78-23'),
  text: NullableStr(
    'Summary of the motion, or its first 200 characters.',
    'That the by-laws be read and passed.',
  ),
  result: NullableStr('Outcome.', 'Carried'),
  mover_name: NullableStr('Who moved it.', 'Jeff Leiper'),
  seconder_name: NullableStr('Who seconded it.', 'Wilson Lo'),
})

const MeetingAttendee = Obj('MeetingAttendee', 'Someone expected at the meeting.', {
  person_slug: NullableStr(
    'Slug of the person; null where the name could not be told with certainty.',
    'jeff-leiper',
  ),
  person_name: Str('Name.', 'Jeff Leiper'),
  role: NullableStr('Role at this meeting.', 'Chair'),
  present: Bool('Whether the person was there.', true),
})

const MeetingSpeaker = Obj('MeetingSpeaker', 'How long someone spoke.', {
  person_slug: NullableStr('Slug of the person.', 'jeff-leiper'),
  person_name: Str('Name.', 'Jeff Leiper'),
  seconds: Int('Speaking time in seconds.', 372),
})

const MeetingDocument = Obj(
  'MeetingDocument',
  'A published file of the meeting or of one of its items.',
  {
    title: Str('Title.', 'Minutes (HTML)'),
    url: NullableStr(
      'Where it is published.',
      'https://pub-ottawa.escribemeetings.com/filestream.ashx?DocumentId=315107',
    ),
    type: NullableStr('Kind of document.', 'minutes'),
  },
)

export const MeetingDetail = Obj('MeetingDetail', 'A meeting, with what happened at it.', {
  ...itemFields,
  organization_slug: NullableStr('Slug of the body that met.', 'city-council'),
  start_time: NullableDateTime(
    'When it began, with the offset in the municipality (RFC 3339).',
    '2026-04-22T10:00:00-04:00',
  ),
  location: NullableStr('Where it was held.', 'Andrew S. Haydon Hall, 110 Laurier Avenue West'),
  status: Type.String({
    enum: ['scheduled', 'completed', 'cancelled'],
    description: 'Whether it is to come, was held, or was called off.',
    examples: ['completed'],
  }),
  video_url: NullableStr(
    'Where the recording is.',
    'https://pub-ottawa.escribemeetings.com/Players/ISIStandAlonePlayer.aspx',
  ),
  minutes_url: NullableStr(
    'Where the minutes are.',
    'https://pub-ottawa.escribemeetings.com/Meeting.aspx?Agenda=PostMinutes',
  ),
  agenda_url: NullableStr(
    'Where the agenda is.',
    'https://pub-ottawa.escribemeetings.com/Meeting.aspx?Agenda=Agenda',
  ),
  video_duration_seconds: NullableInt('Length of the recording in seconds.', null),
  chair: PersonRef,
  agenda_items: ArrayOf(MeetingAgendaItem, 'The agenda, in its order.'),
  motions: ArrayOf(MeetingMotion, 'The motions, in their order.'),
  attendance: ArrayOf(MeetingAttendee, 'Who was there and who was not, where it is recorded.'),
  speaking_time: ArrayOf(MeetingSpeaker, 'Who spoke how long, where it is recorded.'),
  documents: ArrayOf(MeetingDocument, 'Published files.'),
  source_url: NullableStr(
    'The page of the source.',
    'https://pub-ottawa.escribemeetings.com/MeetingsCalendarView.aspx/Meeting',
  ),
})
export type MeetingDetail = Type.Static<typeof MeetingDetail>

export const MeetingQuery = Query({
  ...cursorPaging,
  type: Filter('Kind of meeting.', 'City Council'),
  date_from: DateFilter('Meetings on this day or later.', '2026-04-01'),
  date_to: DateFilter('Meetings on this day or earlier.', '2026-04-30'),
  has_transcript: BooleanFilter('Only meetings with (or without) a transcript.'),
  organization: Filter('Slug of the body that met.', 'city-council'),
})
export type MeetingQuery = Type.Static<typeof MeetingQuery>

const ocdFields = {
  id: Str('Open Civic Data id.', 'ocd-event/36fce919-b400-59e3-b08e-5fd427a558f8'),
  name: Str('Title.', 'City Council'),
  description: Str('Summary, or empty.', ''),
  classification: Str('Kind of meeting in the words of the source, or empty.', 'City Council'),
  start_date: Str(
    'When it begins, with the offset there (OCDEP 101); only the day where no time is known.',
    '2026-04-22T10:00:00-04:00',
  ),
  end_date: Str('When it ends, in the same form, or empty.', '2026-04-22T18:00:00-04:00'),
  all_day: Bool('Whether only the day is known.', false),
  status: Type.String({
    enum: ['cancelled', 'confirmed', 'passed'],
    description: 'Called off, to come, or held.',
    examples: ['passed'],
  }),
  jurisdiction_id: Str(
    'Id of the jurisdiction.',
    'ocd-jurisdiction/country:ca/csd:3506008/government',
  ),
  location: Nullable(
    Obj('OcdLocation', 'Where it is held.', {
      name: Str('Place.', 'Andrew S. Haydon Hall, 110 Laurier Avenue West'),
      url: Str('Page of the place, or empty.', ''),
      note: Str('Note, or empty.', ''),
    }),
  ),
  created_at: DateTimeStr('When this service first had it.', '2026-06-14T11:33:25.000Z'),
  updated_at: DateTimeStr('When it, or a part of it, last changed.', '2026-06-14T11:33:25.000Z'),
}

export const OcdEvent = Obj('OcdEvent', 'An event: a meeting.', ocdFields)
export type OcdEvent = Type.Static<typeof OcdEvent>

const OcdParticipant = Obj('OcdParticipant', 'Someone who takes part.', {
  name: Str('Name.', 'Jeff Leiper'),
  entity_type: Str('person or organization.', 'person'),
  person_id: NullableStr('Id of the person.', 'ocd-person/10902414-62ec-5af7-84ad-05429d427e79'),
  organization_id: NullableStr('Id of the organization.', null),
  note: Str('host, chair, attendee or absent.', 'attendee'),
})

const OcdRelatedEntity = Obj('OcdRelatedEntity', 'What an agenda item is about.', {
  name: Str('Identifier.', 'ACS2026-EPS-PPD-0002'),
  entity_type: Str('bill or vote.', 'bill'),
  entity_id: Str('Id of the bill or vote.', 'ocd-bill/0d8098cd-80ab-50a5-b243-773306c918f8'),
  note: Str('What it is here, or empty.', 'consideration'),
})

const OcdAgendaItem = Obj('OcdAgendaItem', 'An item of the agenda.', {
  description: Str('Title.', 'Safe Access to Social Infrastructure By-law'),
  order: Str('Number on the agenda, or its place.', '11.1'),
  classification: Type.Array(Type.String(), {
    description: 'Kind of item, if any.',
    examples: [[]],
  }),
  subjects: Type.Array(Type.String(), { description: 'Always empty.', examples: [[]] }),
  notes: Type.Array(Type.String(), { description: 'Notes, if any.', examples: [[]] }),
  related_entities: ArrayOf(OcdRelatedEntity, 'Bills considered and votes taken.'),
})

const OcdMedia = Obj('OcdMedia', 'A recording.', {
  note: Str('Title.', 'Video'),
  date: Str('Day, or empty.', '2026-04-22'),
  links: ArrayOf(OcdLink, 'Where it is.'),
})

export const OcdEventDetail = Obj('OcdEventDetail', 'An event, with participants and agenda.', {
  ...ocdFields,
  participants: ArrayOf(OcdParticipant, 'The body that met, and who was and was not there.'),
  agenda: ArrayOf(OcdAgendaItem, 'The agenda, in its order.'),
  documents: ArrayOf(OcdDocument, 'Published files.'),
  media: ArrayOf(OcdMedia, 'Recordings.'),
  links: ArrayOf(OcdLink, 'Related pages.'),
  sources: ArrayOf(OcdLink, 'Where this was read.'),
})
export type OcdEventDetail = Type.Static<typeof OcdEventDetail>
