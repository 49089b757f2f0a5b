import { type Static, Type } from 'typebox'
import { DateOnly, nullable, TimeOfDay, Url } from './kit/schema.ts'

// The interface between sources and the store. `key` is the record's permanent identity in its source, and references
// are by key. A value that the source does not state is absent or null: nothing is guessed.

const str = (maxLength: number) => Type.String({ minLength: 1, maxLength })
const Key = str(300)
const Name = str(300)
const Title = str(4000)
const LongText = str(2_000_000)
const Word = str(200)
const Count = Type.Integer({ minimum: 0, maximum: 1_000_000_000 })

const object = <P extends Parameters<typeof Type.Object>[0]>(properties: P) =>
  Type.Object(properties, { additionalProperties: false })

/**
 * The id and slug that a record had where it was exported. A new row takes them over if they are free; an existing row
 * keeps its own. They are not part of the content, so a record that differs only in them is unchanged.
 */
const ServedAs = object({
  id: Type.Optional(Type.Integer({ minimum: 1, maximum: 1_000_000_000 })),
  slug: Type.Optional(Type.String({ pattern: '^[a-z0-9]+(-[a-z0-9]+)*$', maxLength: 300 })),
})

/**
 * `incomplete` marks a record that the source knows only in part: a person who is only named in a vote, a motion
 * without its roll call. It never replaces a complete record with the same key.
 */
const recordSchema = <K extends string, P extends Parameters<typeof Type.Object>[0]>(
  kind: K,
  properties: P,
) =>
  Type.Object(
    {
      kind: Type.Literal(kind),
      key: Key,
      source_url: nullable(Url),
      served_as: nullable(ServedAs),
      incomplete: Type.Optional(Type.Boolean()),
      ...properties,
    },
    { additionalProperties: false },
  )

/** A published file. `sections` is its text in reading order, divided as in the source. */
export const DocumentPart = object({
  title: Title,
  url: nullable(Url),
  type: nullable(Word),
  language: nullable(Word),
  date: nullable(DateOnly),
  sections: Type.Optional(Type.Array(object({ title: nullable(Title), text: LongText }))),
})
export type DocumentPart = Static<typeof DocumentPart>

export const OrganizationRecord = recordSchema('organization', {
  name: Name,
  classification: nullable(
    Type.Union([
      Type.Literal('council'),
      Type.Literal('committee'),
      Type.Literal('board'),
      Type.Literal('commission'),
      Type.Literal('other'),
    ]),
  ),
  parent_key: nullable(Key),
  founding_date: nullable(DateOnly),
  dissolution_date: nullable(DateOnly),
  url: nullable(Url),
})
export type OrganizationRecord = Static<typeof OrganizationRecord>

export const PersonRecord = recordSchema('person', {
  name: Name,
  given_name: nullable(Name),
  family_name: nullable(Name),
  party: nullable(Word),
  image_url: nullable(Url),
  gender: nullable(Word),
  birth_date: nullable(DateOnly),
  death_date: nullable(DateOnly),
  other_names: Type.Optional(Type.Array(object({ name: Name, note: nullable(Word) }))),
  contact_details: Type.Optional(
    Type.Array(
      object({
        type: Type.Union([
          Type.Literal('address'),
          Type.Literal('email'),
          Type.Literal('url'),
          Type.Literal('fax'),
          Type.Literal('text'),
          Type.Literal('voice'),
        ]),
        value: str(1000),
        note: nullable(Word),
      }),
    ),
  ),
})
export type PersonRecord = Static<typeof PersonRecord>

/** `ended` marks a membership that is over on an unknown date. */
export const MembershipRecord = recordSchema('membership', {
  person_key: Key,
  organization_key: Key,
  role: nullable(Word),
  label: nullable(Word),
  start_date: nullable(DateOnly),
  end_date: nullable(DateOnly),
  ended: Type.Optional(Type.Boolean()),
})
export type MembershipRecord = Static<typeof MembershipRecord>

export const BylawRecord = recordSchema('bylaw', {
  title: Title,
  bylaw_number: nullable(Word),
  status: nullable(Word),
  category: nullable(Word),
  year: nullable(Type.Integer({ minimum: 1600, maximum: 2999 })),
  description: nullable(LongText),
  plain_english_summary: nullable(LongText),
})
export type BylawRecord = Static<typeof BylawRecord>

export const MatterRecord = recordSchema('matter', {
  identifier: nullable(Word),
  title: Title,
  status: nullable(Word),
  category: nullable(Word),
  description: nullable(LongText),
  plain_english_summary: nullable(LongText),
  first_seen: nullable(DateOnly),
  last_seen: nullable(DateOnly),
  bylaw_key: nullable(Key),
  sponsorships: Type.Optional(
    Type.Array(
      object({
        person_key: nullable(Key),
        name: Name,
        primary: Type.Boolean(),
        classification: nullable(Word),
      }),
    ),
  ),
  documents: Type.Optional(Type.Array(DocumentPart)),
})
export type MatterRecord = Static<typeof MatterRecord>

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
  ]),
  location: nullable(Title),
  summary: nullable(LongText),
  has_agenda: Type.Boolean(),
  has_minutes: Type.Boolean(),
  has_transcript: Type.Boolean(),
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
  matter_key: nullable(Key),
  documents: Type.Optional(Type.Array(DocumentPart)),
})
export type AgendaItemRecord = Static<typeof AgendaItemRecord>

/** How one person voted. `reason` is the source's own word if it says more than `value`. */
export const VotePart = object({
  person_key: nullable(Key),
  name: Name,
  value: Type.Union([
    Type.Literal('For'),
    Type.Literal('Against'),
    Type.Literal('Abstain'),
    Type.Literal('Absent'),
    Type.Literal('Recused'),
    Type.Literal('Other'),
  ]),
  reason: nullable(Word),
})
export type VotePart = Static<typeof VotePart>

/** `tally` has the counts as the source prints them; without it they are counted from `votes`. */
export const MotionRecord = recordSchema('motion', {
  meeting_key: nullable(Key),
  agenda_item_key: nullable(Key),
  matter_key: nullable(Key),
  organization_key: nullable(Key),
  position: Count,
  date: nullable(DateOnly),
  identifier: nullable(Word),
  text: nullable(LongText),
  summary: nullable(LongText),
  plain_english_summary: nullable(LongText),
  result: nullable(Word),
  mover_key: nullable(Key),
  mover_name: nullable(Name),
  seconder_key: nullable(Key),
  seconder_name: nullable(Name),
  tally: nullable(
    object({
      for: nullable(Count),
      against: nullable(Count),
      abstain: nullable(Count),
      absent: nullable(Count),
    }),
  ),
  votes: Type.Optional(Type.Array(VotePart)),
})
export type MotionRecord = Static<typeof MotionRecord>

/** What kind of step an action is: Open Civic Data's list of classifications. */
export const actionClassifications = [
  ...(['filing', 'introduction', 'reading-1', 'reading-2', 'reading-3', 'passage'] as const),
  ...(['failure', 'withdrawal', 'substitution', 'deferral', 'receipt', 'referral'] as const),
  ...(['amendment-introduction', 'amendment-passage', 'amendment-withdrawal'] as const),
  ...(['amendment-failure', 'amendment-amendment', 'amendment-deferral'] as const),
  ...(['committee-passage', 'committee-passage-favorable'] as const),
  ...(['committee-passage-unfavorable', 'committee-failure', 'referral-committee'] as const),
  ...(['executive-receipt', 'executive-signature', 'executive-veto'] as const),
  ...(['executive-veto-line-item', 'veto-override-passage', 'veto-override-failure'] as const),
] as const
export type ActionClassification = (typeof actionClassifications)[number]

/** A step of a matter, in a meeting or outside one. `position` is the order of the steps on one day. */
export const ActionRecord = recordSchema('action', {
  matter_key: Key,
  position: Count,
  date: nullable(DateOnly),
  description: Title,
  text: nullable(LongText),
  classification: Type.Optional(Type.Array(Type.Enum(actionClassifications))),
  result: nullable(Word),
  organization_key: nullable(Key),
  meeting_key: nullable(Key),
  motion_key: nullable(Key),
})
export type ActionRecord = Static<typeof ActionRecord>

/** Every kind of record in loading order: a kind refers only to itself and earlier kinds. */
export const recordSchemas = {
  organization: OrganizationRecord,
  person: PersonRecord,
  membership: MembershipRecord,
  bylaw: BylawRecord,
  matter: MatterRecord,
  meeting: MeetingRecord,
  agenda_item: AgendaItemRecord,
  motion: MotionRecord,
  action: ActionRecord,
} as const

export type RecordKind = keyof typeof recordSchemas
export const recordKindNames = Object.keys(recordSchemas) as RecordKind[]
export type RecordOf<K extends RecordKind> = Static<(typeof recordSchemas)[K]>
export type ImportRecord = { [K in RecordKind]: RecordOf<K> }[RecordKind]

/** The plural of each kind, as in reports and file names of bundles. */
export const pluralOf: Record<RecordKind, string> = {
  organization: 'organizations',
  person: 'people',
  membership: 'memberships',
  bylaw: 'bylaws',
  matter: 'matters',
  meeting: 'meetings',
  agenda_item: 'agenda_items',
  motion: 'motions',
  action: 'actions',
}

/** The council itself, as the source describes it; required only to create a municipality. */
export const MunicipalityPart = object({
  name: Name,
  division_id: Type.String({
    pattern: '^ocd-division/country:[a-z]{2}(/[a-z_]+:[A-Za-z0-9_.~-]+)*$',
  }),
  time_zone: Word,
  url: nullable(Url),
})
export type MunicipalityPart = Static<typeof MunicipalityPart>
