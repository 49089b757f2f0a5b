import { type Static, Type } from 'typebox'
import { DateOnly, nullable, object, TimeOfDay, Url } from '../kit/schema.ts'
import {
  BylawKeys,
  Count,
  DocumentPart,
  Key,
  LongText,
  Name,
  recordSchema,
  Title,
  Word,
} from './record-schema.ts'

export const MeetingRecord = recordSchema('meeting', {
  title: Title,
  date: DateOnly,
  start_time: nullable(TimeOfDay),
  end_time: nullable(TimeOfDay),
  type: nullable(Word),
  organization_key: nullable(Key),
  status: Type.Union([
    Type.Literal('scheduled'),
    Type.Literal('completed'),
    Type.Literal('cancelled'),
    Type.Literal('postponed'),
  ]),
  status_note: nullable(Word),
  location: nullable(Title),
  summary: nullable(LongText),
  has_agenda: Type.Optional(Type.Boolean()),
  has_minutes: Type.Optional(Type.Boolean()),
  has_transcript: Type.Optional(Type.Boolean()),
  agenda_url: nullable(Url),
  minutes_url: nullable(Url),
  video_url: nullable(Url),
  video_duration_seconds: nullable(Count),
  chair_key: nullable(Key),
  attendance: Type.Optional(
    Type.Array(
      object({
        person_key: nullable(Key),
        name: Name,
        role: nullable(Word),
        present: Type.Boolean(),
        reason: nullable(Word),
      }),
    ),
  ),
  speaking_time: Type.Optional(
    Type.Array(object({ person_key: nullable(Key), name: Name, seconds: Count })),
  ),
  key_statements: Type.Optional(
    Type.Array(
      object({
        person_key: nullable(Key),
        speaker: nullable(Name),
        text: LongText,
        context: nullable(LongText),
        start_seconds: nullable(Count),
      }),
    ),
  ),
  documents: Type.Optional(Type.Array(DocumentPart)),
})
export type MeetingRecord = Static<typeof MeetingRecord>

/** `position` is the order on the agenda, children after their parent. */
export const AgendaItemRecord = recordSchema('agenda_item', {
  meeting_key: Key,
  parent_key: nullable(Key),
  position: Count,
  item_number: nullable(Word),
  title: Title,
  type: nullable(Word),
  description: nullable(LongText),
  action: nullable(Title),
  result: nullable(Word),
  video_url: nullable(Url),
  video_seconds: nullable(Count),
  matter_key: nullable(Key),
  bylaw_keys: BylawKeys,
  documents: Type.Optional(Type.Array(DocumentPart)),
})
export type AgendaItemRecord = Static<typeof AgendaItemRecord>
