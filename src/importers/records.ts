import { type Static, Type } from 'typebox'

// The one contract between sources and the store. A source maps what it reads to these shapes; `load` accepts nothing
// else. `key` is the record's identity in its source and lasts for ever; references are by key. What a source does not
// say is absent or null: nothing is guessed.

const text = (maxLength: number) => Type.String({ minLength: 1, maxLength })
const maybe = <T extends Parameters<typeof Type.Union>[0][number]>(schema: T) =>
  Type.Optional(Type.Union([schema, Type.Null()]))

const Key = text(300)
const Name = text(300)
const Title = text(4000)
const LongText = text(2_000_000)
const Word = text(200)
const DateOnly = Type.String({ format: 'calendar-date' })
const LocalTime = Type.String({ pattern: '^([01][0-9]|2[0-3]):[0-5][0-9]$' })
const Url = Type.String({ pattern: '^https?://[^\\s]+$', maxLength: 4000 })
const Count = Type.Integer({ minimum: 0, maximum: 1_000_000_000 })

const part = <P extends Parameters<typeof Type.Object>[0]>(properties: P) =>
  Type.Object(properties, { additionalProperties: false })

/**
 * Under what id and slug a record was served where it was exported. A row that is new takes them over where they are
 * free; one that is there keeps its own. No part of the content: a record that differs in nothing else is the same.
 */
const ServedAs = part({
  id: Type.Optional(Type.Integer({ minimum: 1, maximum: 1_000_000_000 })),
  slug: Type.Optional(Type.String({ pattern: '^[a-z0-9]+(-[a-z0-9]+)*$', maxLength: 300 })),
})

/**
 * `incomplete` marks a record of which the source knows only a part: a person who is only named in a vote, a motion
 * without its roll call. It never replaces a complete record with the same key.
 */
const shape = <K extends string, P extends Parameters<typeof Type.Object>[0]>(
  kind: K,
  properties: P,
) =>
  Type.Object(
    {
      kind: Type.Literal(kind),
      key: Key,
      source_url: maybe(Url),
      served_as: maybe(ServedAs),
      incomplete: Type.Optional(Type.Boolean()),
      ...properties,
    },
    { additionalProperties: false },
  )

/** A published file. `sections` holds its text, cut where the source cuts it, in reading order. */
export const DocumentPart = part({
  title: Title,
  url: maybe(Url),
  type: maybe(Word),
  language: maybe(Word),
  date: maybe(DateOnly),
  sections: Type.Optional(Type.Array(part({ title: maybe(Title), text: LongText }))),
})
export type DocumentPart = Static<typeof DocumentPart>

export const OrganizationRecord = shape('organization', {
  name: Name,
  classification: maybe(
    Type.Union([
      Type.Literal('council'),
      Type.Literal('committee'),
      Type.Literal('board'),
      Type.Literal('commission'),
      Type.Literal('other'),
    ]),
  ),
  parent_key: maybe(Key),
  founding_date: maybe(DateOnly),
  dissolution_date: maybe(DateOnly),
  url: maybe(Url),
})
export type OrganizationRecord = Static<typeof OrganizationRecord>

export const PersonRecord = shape('person', {
  name: Name,
  given_name: maybe(Name),
  family_name: maybe(Name),
  party: maybe(Word),
  image_url: maybe(Url),
  gender: maybe(Word),
  birth_date: maybe(DateOnly),
  death_date: maybe(DateOnly),
  other_names: Type.Optional(Type.Array(part({ name: Name, note: maybe(Word) }))),
  contact_details: Type.Optional(
    Type.Array(
      part({
        type: Type.Union([
          Type.Literal('address'),
          Type.Literal('email'),
          Type.Literal('url'),
          Type.Literal('fax'),
          Type.Literal('text'),
          Type.Literal('voice'),
        ]),
        value: text(1000),
        note: maybe(Word),
      }),
    ),
  ),
})
export type PersonRecord = Static<typeof PersonRecord>

/** `ended` marks a membership that the source calls over without saying when. */
export const MembershipRecord = shape('membership', {
  person_key: Key,
  organization_key: Key,
  role: maybe(Word),
  label: maybe(Word),
  start_date: maybe(DateOnly),
  end_date: maybe(DateOnly),
  ended: Type.Optional(Type.Boolean()),
})
export type MembershipRecord = Static<typeof MembershipRecord>

export const BylawRecord = shape('bylaw', {
  title: Title,
  bylaw_number: maybe(Word),
  status: maybe(Word),
  category: maybe(Word),
  year: maybe(Type.Integer({ minimum: 1600, maximum: 2999 })),
  description: maybe(LongText),
  plain_english_summary: maybe(LongText),
})
export type BylawRecord = Static<typeof BylawRecord>

export const MatterRecord = shape('matter', {
  identifier: maybe(Word),
  title: Title,
  status: maybe(Word),
  category: maybe(Word),
  description: maybe(LongText),
  plain_english_summary: maybe(LongText),
  first_seen: maybe(DateOnly),
  last_seen: maybe(DateOnly),
  bylaw_key: maybe(Key),
  sponsorships: Type.Optional(
    Type.Array(
      part({
        person_key: maybe(Key),
        name: Name,
        primary: Type.Boolean(),
        classification: maybe(Word),
      }),
    ),
  ),
  documents: Type.Optional(Type.Array(DocumentPart)),
})
export type MatterRecord = Static<typeof MatterRecord>

export const MeetingRecord = shape('meeting', {
  title: Title,
  date: DateOnly,
  start_time: maybe(LocalTime),
  end_time: maybe(LocalTime),
  type: maybe(Word),
  organization_key: maybe(Key),
  status: Type.Union([
    Type.Literal('scheduled'),
    Type.Literal('completed'),
    Type.Literal('cancelled'),
  ]),
  location: maybe(Title),
  summary: maybe(LongText),
  has_agenda: Type.Boolean(),
  has_minutes: Type.Boolean(),
  has_transcript: Type.Boolean(),
  agenda_url: maybe(Url),
  minutes_url: maybe(Url),
  video_url: maybe(Url),
  video_duration_seconds: maybe(Count),
  chair_key: maybe(Key),
  attendance: Type.Optional(
    Type.Array(
      part({ person_key: maybe(Key), name: Name, role: maybe(Word), present: Type.Boolean() }),
    ),
  ),
  speaking_time: Type.Optional(
    Type.Array(part({ person_key: maybe(Key), name: Name, seconds: Count })),
  ),
  key_statements: Type.Optional(
    Type.Array(
      part({
        person_key: maybe(Key),
        speaker: maybe(Name),
        text: LongText,
        context: maybe(LongText),
        start_seconds: maybe(Count),
      }),
    ),
  ),
  documents: Type.Optional(Type.Array(DocumentPart)),
})
export type MeetingRecord = Static<typeof MeetingRecord>

/** `position` orders the items of a meeting as they stand on the agenda, children after their parent. */
export const AgendaItemRecord = shape('agenda_item', {
  meeting_key: Key,
  parent_key: maybe(Key),
  position: Count,
  item_number: maybe(Word),
  title: Title,
  type: maybe(Word),
  description: maybe(LongText),
  matter_key: maybe(Key),
  documents: Type.Optional(Type.Array(DocumentPart)),
})
export type AgendaItemRecord = Static<typeof AgendaItemRecord>

/** How one person voted. `reason` keeps the source's own word where it says more than `value`. */
export const VotePart = part({
  person_key: maybe(Key),
  name: Name,
  value: Type.Union([
    Type.Literal('For'),
    Type.Literal('Against'),
    Type.Literal('Abstain'),
    Type.Literal('Absent'),
    Type.Literal('Recused'),
    Type.Literal('Other'),
  ]),
  reason: maybe(Word),
})
export type VotePart = Static<typeof VotePart>

/** `tally` holds the counts as the source prints them; without it they are counted from `votes`. */
export const MotionRecord = shape('motion', {
  meeting_key: maybe(Key),
  agenda_item_key: maybe(Key),
  matter_key: maybe(Key),
  organization_key: maybe(Key),
  position: Count,
  date: maybe(DateOnly),
  identifier: maybe(Word),
  text: maybe(LongText),
  summary: maybe(LongText),
  plain_english_summary: maybe(LongText),
  result: maybe(Word),
  mover_key: maybe(Key),
  mover_name: maybe(Name),
  seconder_key: maybe(Key),
  seconder_name: maybe(Name),
  tally: maybe(
    part({ for: maybe(Count), against: maybe(Count), abstain: maybe(Count), absent: maybe(Count) }),
  ),
  votes: Type.Optional(Type.Array(VotePart)),
})
export type MotionRecord = Static<typeof MotionRecord>

/** Every kind of record, in the order in which it is loaded: a kind refers only to itself and those before it. */
export const recordSchemas = {
  organization: OrganizationRecord,
  person: PersonRecord,
  membership: MembershipRecord,
  bylaw: BylawRecord,
  matter: MatterRecord,
  meeting: MeetingRecord,
  agenda_item: AgendaItemRecord,
  motion: MotionRecord,
} as const

export type RecordKind = keyof typeof recordSchemas
export const recordKindNames = Object.keys(recordSchemas) as RecordKind[]
export type RecordOf<K extends RecordKind> = Static<(typeof recordSchemas)[K]>
export type ImportRecord = { [K in RecordKind]: RecordOf<K> }[RecordKind]

/** The plural under which a kind is reported and its file in a bundle is named. */
export const pluralOf: Record<RecordKind, string> = {
  organization: 'organizations',
  person: 'people',
  membership: 'memberships',
  bylaw: 'bylaws',
  matter: 'matters',
  meeting: 'meetings',
  agenda_item: 'agenda_items',
  motion: 'motions',
}

/** What the source says of the council itself; needed only where the municipality is not known yet. */
export const MunicipalityPart = part({
  name: Name,
  division_id: Type.String({
    pattern: '^ocd-division/country:[a-z]{2}(/[a-z_]+:[A-Za-z0-9_.~-]+)*$',
  }),
  time_zone: Word,
  url: maybe(Url),
})
export type MunicipalityPart = Static<typeof MunicipalityPart>
