import { Type } from 'typebox'
import { cursorPaging, DateFilter, Filter, Query, TruthFilter } from '../../http/parameters.ts'
import {
  DateText,
  Many,
  MaybeMoment,
  MaybeText,
  MaybeWhole,
  MomentText,
  Nullable,
  Shape,
  Text,
  Truth,
  Whole,
} from '../../http/schema-types.ts'
import { OcdDocument, OcdLink } from '../_shared/ocd.schema.ts'
import { PersonRef } from '../_shared/schema.ts'

const itemFields = {
  id: Whole('Number of the meeting in this service.', 12),
  slug: Text('Lasting name of the meeting in URLs.', '2026-04-22-city-council'),
  title: Text('Title.', 'City Council'),
  date: DateText('Day of the meeting, in the municipality.', '2026-04-22'),
  type: MaybeText('Kind of meeting, in the words of the source.', 'City Council'),
  has_agenda: Truth('Whether an agenda is published.', true),
  has_minutes: Truth('Whether minutes are published.', true),
  has_transcript: Truth('Whether a transcript is published.', false),
  organization: MaybeText('Name of the body that met.', 'City Council'),
  summary: MaybeText('Summary of the meeting, where the source has one.', null),
}

export const MeetingItem = Shape('MeetingItem', 'A meeting, in a list.', itemFields)
export type MeetingItem = Type.Static<typeof MeetingItem>

const MeetingAgendaItem = Shape('MeetingAgendaItem', 'An item of the agenda.', {
  slug: Text('Lasting name of the item.', '2026-04-22-city-council-item-11-1'),
  title: Text('Title.', 'Safe Access to Social Infrastructure By-law'),
  item_number: MaybeText('Number on the agenda.', '11.1'),
  type: MaybeText('Kind of item, where the source has one.', null),
  matter_slug: MaybeText('Slug of the matter that the item is about.', 'acs2026-eps-ppd-0002'),
})

const MeetingMotion = Shape('MeetingMotion', 'A motion put at the meeting.', {
  slug: Text('Slug of the motion.', 'motion-2026-78-23'),
  text: MaybeText(
    'Summary of the motion, or its first 200 characters.',
    'That the by-laws be read and passed.',
  ),
  result: MaybeText('Outcome.', 'Carried'),
  mover_name: MaybeText('Who moved it.', 'Jeff Leiper'),
  seconder_name: MaybeText('Who seconded it.', 'Wilson Lo'),
})

const MeetingAttendee = Shape('MeetingAttendee', 'Someone expected at the meeting.', {
  person_slug: MaybeText(
    'Slug of the person; null where the name could not be told with certainty.',
    'jeff-leiper',
  ),
  person_name: Text('Name.', 'Jeff Leiper'),
  role: MaybeText('Role at this meeting.', 'Chair'),
  present: Truth('Whether the person was there.', true),
})

const MeetingSpeaker = Shape('MeetingSpeaker', 'How long someone spoke.', {
  person_slug: MaybeText('Slug of the person.', 'jeff-leiper'),
  person_name: Text('Name.', 'Jeff Leiper'),
  seconds: Whole('Speaking time in seconds.', 372),
})

const MeetingDocument = Shape(
  'MeetingDocument',
  'A published file of the meeting or of one of its items.',
  {
    title: Text('Title.', 'Minutes (HTML)'),
    url: MaybeText(
      'Where it is published.',
      'https://pub-ottawa.escribemeetings.com/filestream.ashx?DocumentId=315107',
    ),
    type: MaybeText('Kind of document.', 'minutes'),
  },
)

export const MeetingDetail = Shape('MeetingDetail', 'A meeting, with what happened at it.', {
  ...itemFields,
  organization_slug: MaybeText('Slug of the body that met.', 'city-council'),
  start_time: MaybeMoment(
    'When it began, with the offset in the municipality (RFC 3339).',
    '2026-04-22T10:00:00-04:00',
  ),
  location: MaybeText('Where it was held.', 'Andrew S. Haydon Hall, 110 Laurier Avenue West'),
  status: Type.String({
    enum: ['scheduled', 'completed', 'cancelled'],
    description: 'Whether it is to come, was held, or was called off.',
    examples: ['completed'],
  }),
  video_url: MaybeText(
    'Where the recording is.',
    'https://pub-ottawa.escribemeetings.com/Players/ISIStandAlonePlayer.aspx',
  ),
  minutes_url: MaybeText(
    'Where the minutes are.',
    'https://pub-ottawa.escribemeetings.com/Meeting.aspx?Agenda=PostMinutes',
  ),
  agenda_url: MaybeText(
    'Where the agenda is.',
    'https://pub-ottawa.escribemeetings.com/Meeting.aspx?Agenda=Agenda',
  ),
  video_duration_seconds: MaybeWhole('Length of the recording in seconds.', null),
  chair: PersonRef,
  agenda_items: Many(MeetingAgendaItem, 'The agenda, in its order.'),
  motions: Many(MeetingMotion, 'The motions, in their order.'),
  attendance: Many(MeetingAttendee, 'Who was there and who was not, where it is recorded.'),
  speaking_time: Many(MeetingSpeaker, 'Who spoke how long, where it is recorded.'),
  documents: Many(MeetingDocument, 'Published files.'),
  source_url: MaybeText(
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
  has_transcript: TruthFilter('Only meetings with (or without) a transcript.'),
  organization: Filter('Slug of the body that met.', 'city-council'),
})
export type MeetingQuery = Type.Static<typeof MeetingQuery>

const ocdFields = {
  id: Text('Open Civic Data id.', 'ocd-event/36fce919-b400-59e3-b08e-5fd427a558f8'),
  name: Text('Title.', 'City Council'),
  description: Text('Summary, or empty.', ''),
  classification: Text('Kind of meeting in the words of the source, or empty.', 'City Council'),
  start_date: Text(
    'When it begins, with the offset there (OCDEP 101); only the day where no time is known.',
    '2026-04-22T10:00:00-04:00',
  ),
  end_date: Text('When it ends, in the same form, or empty.', '2026-04-22T18:00:00-04:00'),
  all_day: Truth('Whether only the day is known.', false),
  status: Type.String({
    enum: ['cancelled', 'confirmed', 'passed'],
    description: 'Called off, to come, or held.',
    examples: ['passed'],
  }),
  jurisdiction_id: Text(
    'Id of the jurisdiction.',
    'ocd-jurisdiction/country:ca/csd:3506008/government',
  ),
  location: Nullable(
    Shape('OcdLocation', 'Where it is held.', {
      name: Text('Place.', 'Andrew S. Haydon Hall, 110 Laurier Avenue West'),
      url: Text('Page of the place, or empty.', ''),
      note: Text('Note, or empty.', ''),
    }),
  ),
  created_at: MomentText('When this service first had it.', '2026-06-14T11:33:25.000Z'),
  updated_at: MomentText('When it, or a part of it, last changed.', '2026-06-14T11:33:25.000Z'),
}

export const OcdEvent = Shape('OcdEvent', 'An event: a meeting.', ocdFields)
export type OcdEvent = Type.Static<typeof OcdEvent>

const OcdParticipant = Shape('OcdParticipant', 'Someone who takes part.', {
  name: Text('Name.', 'Jeff Leiper'),
  entity_type: Text('person or organization.', 'person'),
  person_id: MaybeText('Id of the person.', 'ocd-person/10902414-62ec-5af7-84ad-05429d427e79'),
  organization_id: MaybeText('Id of the organization.', null),
  note: Text('host, chair, attendee or absent.', 'attendee'),
})

const OcdRelatedEntity = Shape('OcdRelatedEntity', 'What an agenda item is about.', {
  name: Text('Identifier.', 'ACS2026-EPS-PPD-0002'),
  entity_type: Text('bill or vote.', 'bill'),
  entity_id: Text('Id of the bill or vote.', 'ocd-bill/0d8098cd-80ab-50a5-b243-773306c918f8'),
  note: Text('What it is here, or empty.', 'consideration'),
})

const OcdAgendaItem = Shape('OcdAgendaItem', 'An item of the agenda.', {
  description: Text('Title.', 'Safe Access to Social Infrastructure By-law'),
  order: Text('Number on the agenda, or its place.', '11.1'),
  classification: Type.Array(Type.String(), {
    description: 'Kind of item, if any.',
    examples: [[]],
  }),
  subjects: Type.Array(Type.String(), { description: 'Always empty.', examples: [[]] }),
  notes: Type.Array(Type.String(), { description: 'Notes, if any.', examples: [[]] }),
  related_entities: Many(OcdRelatedEntity, 'Bills considered and votes taken.'),
})

const OcdMedia = Shape('OcdMedia', 'A recording.', {
  note: Text('Title.', 'Video'),
  date: Text('Day, or empty.', '2026-04-22'),
  links: Many(OcdLink, 'Where it is.'),
})

export const OcdEventDetail = Shape('OcdEventDetail', 'An event, with participants and agenda.', {
  ...ocdFields,
  participants: Many(OcdParticipant, 'The body that met, and who was and was not there.'),
  agenda: Many(OcdAgendaItem, 'The agenda, in its order.'),
  documents: Many(OcdDocument, 'Published files.'),
  media: Many(OcdMedia, 'Recordings.'),
  links: Many(OcdLink, 'Related pages.'),
  sources: Many(OcdLink, 'Where this was read.'),
})
export type OcdEventDetail = Type.Static<typeof OcdEventDetail>
