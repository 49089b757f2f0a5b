import { type Static, Type } from 'typebox'
import {
  belongsTo,
  bylawKeys,
  computed,
  is,
  kind,
  list,
  maybe,
  part,
  parts,
  refersTo,
} from './field.ts'
import { documents } from './parts.ts'
import {
  Count,
  DateOnly,
  described,
  Key,
  LongText,
  Name,
  nullable,
  object,
  oneOf,
  TimeOfDay,
  Title,
  Url,
  Word,
} from './shapes.ts'

const session = object({
  name: nullable(Word, { description: 'Which it was, such as `Morning`.' }),
  times: nullable(Word, { description: 'When it began and ended, as written.' }),
  number: nullable(Word, { description: 'Number of the meeting that it is of, as written.' }),
  present: described(Type.Boolean(), 'Whether the person was there.'),
})

const attendance = part('attendance', {
  person_key: refersTo('person', 'The person, if known.'),
  name: is(Name, 'Name as written.', { column: 'person_name' }),
  role: maybe(Word, 'Role at this meeting.'),
  present: is(Type.Boolean(), 'Whether the person was there.'),
  reason: maybe(
    Word,
    'Why the person was absent (`Medical`, `Parental`, `Conflict`), or how they attended (`Remote`, `Late`), in the word of the source.',
  ),
  sessions: list(
    session,
    'Each session of the day, if the source records who was there by session; `present` is then whether the person was at one of them.',
  ),
})

const speakingTime = part('speaking_time', {
  person_key: refersTo('person', 'The speaker, if known.'),
  name: is(Name, 'Name as written.', { column: 'person_name' }),
  seconds: is(Count, 'Seconds in all.'),
})

const keyStatement = part('key_statements', {
  person_key: refersTo('person', 'The speaker, if known.'),
  speaker: maybe(Name, 'Name of the speaker.'),
  text: is(LongText, 'The statement.'),
  context: maybe(LongText, 'Subject of the statement.'),
  start_seconds: maybe(Count, 'Where it begins in the recording.'),
  // Not a reference: items are loaded after their meeting, and replaced with it.
  agenda_item_key: maybe(Key, 'The agenda item of the meeting on which it was made.'),
})

const time = (column: 'starts_at' | 'ends_at', meaning: string) =>
  computed(nullable(TimeOfDay, { description: meaning }), (row) => localTime(row[column]))

// RFC 3339 with the local UTC offset, so the text contains the local time.
export function localTime(instant: unknown): string | null {
  if (typeof instant !== 'string') return null
  return instant.slice('2026-01-01T'.length, '2026-01-01T00:00'.length)
}

/** Without it, the writer looks at the links and documents of the meeting. */
const published = (column: 'has_agenda' | 'has_minutes' | 'has_transcript', meaning: string) =>
  computed(
    Type.Optional(Type.Boolean({ description: meaning })),
    ({ [column]: stored }) => stored === 1,
  )

export const meeting = kind(
  'meeting',
  {
    table: 'meetings',
    plural: 'meetings',
    meaning: 'A meeting, with its attendance, statements and documents.',
    partOf: ['organization_id'],
  },
  {
    title: is(Title, 'Title.'),
    date: is(DateOnly, 'Day of the meeting, in the municipality.'),
    start_time: time('starts_at', 'Local time at which it begins.'),
    end_time: time(
      'ends_at',
      'Local time at which it ends, or was planned to end, as the source has it.',
    ),
    end_date: maybe(
      DateOnly,
      'Last day of a meeting of several days; without it, an end before the start is on the next day.',
    ),
    type: maybe(Word, 'Kind of meeting.'),
    organization_key: refersTo('organization', 'The body that meets.'),
    status: is(
      oneOf('scheduled', 'completed', 'cancelled', 'postponed'),
      'Whether it is to come, was held, or was called off.',
    ),
    status_note: maybe(
      Word,
      'What the source says of the status, in its own words: *Deferred*, *No quorum*.',
    ),
    location: maybe(Title, 'Location of the meeting.'),
    summary: maybe(LongText, 'Summary.'),
    has_agenda: published(
      'has_agenda',
      'Whether an agenda is published. Without it: whether there is an `agenda_url` or a document of type `agenda`; the next two likewise.',
    ),
    has_minutes: published('has_minutes', 'Whether minutes are published.'),
    has_transcript: published('has_transcript', 'Whether a transcript is published.'),
    agenda_url: maybe(Url, 'Where the agenda is.'),
    minutes_url: maybe(Url, 'Where the minutes are.'),
    video_url: maybe(Url, 'Where the recording is.'),
    video_duration_seconds: maybe(Count, 'Length of the recording.'),
    chair_key: refersTo('person', 'Who chairs it.'),
    attendance: parts(attendance, 'Who was there, and who was not.'),
    speaking_time: parts(speakingTime, 'Who spoke how long.'),
    key_statements: parts(keyStatement, 'Statements worth finding; full-text search covers them.'),
    documents,
  },
)
export type MeetingRecord = Static<typeof meeting.schema>

export const agendaItem = kind(
  'agenda_item',
  {
    table: 'agenda_items',
    plural: 'agenda_items',
    meaning:
      'An item on the agenda of a meeting. An agenda is whole: an import that has the meeting and one of its items has them all, and removes the others.',
    partOf: ['meeting_id', 'matter_id'],
  },
  {
    meeting_key: belongsTo('meeting', 'The meeting.'),
    parent_key: refersTo('agenda_item', 'The parent item.'),
    position: is(Count, 'Position on the agenda; children follow their parent.'),
    item_number: maybe(Word, 'Number as printed, such as `11.1`.'),
    title: is(Title, 'Title.'),
    type: maybe(Word, 'Kind of item.'),
    description: maybe(LongText, 'Description.'),
    recommendation: maybe(
      LongText,
      'What the agenda recommends or proposes for it, such as `That Committee recommend that Council …`. It is neither a motion nor a result.',
    ),
    action: maybe(Title, 'What was done with it, in few words: `Laid over by committee`.'),
    result: maybe(Word, 'Outcome, as of a motion, if it was decided on.'),
    video_url: maybe(Url, 'Opens the recording where the item begins.'),
    video_seconds: maybe(Count, 'Where the item begins in the recording of the meeting.'),
    matter_key: refersTo('matter', 'The matter that it is about.'),
    bylaw_keys: bylawKeys('The by-laws that it is about.'),
    documents,
  },
)
export type AgendaItemRecord = Static<typeof agendaItem.schema>
