import { type Static, Type } from 'typebox'
import { decisionKinds } from '../../../src/core/mayoral-decisions.ts'
import { object } from '../../../src/record/shapes.ts'

// The shapes of `town.yaml`, and of the lists of stories in `stories/*.yaml`. People, bodies and meetings are named by
// their keys; a meeting is `<body> <cycle>`. Texts may contain the placeholders of `fillIn` in `files.ts`.

const Str = Type.String({ minLength: 1 })
const Key = Type.String({ pattern: '^[a-z-]+$' })
const Cycle = Type.Integer({ minimum: 1, maximum: 29 })
const MeetingName = Type.String({ pattern: '^[a-z]+ [0-9]+$' })
const TimeOfDay = Type.String({ pattern: '^[0-2][0-9]:[0-5][0-9]$' })
const byKey = <T extends Parameters<typeof Type.Record>[1]>(schema: T) =>
  Type.Record(Type.String(), schema)

const Person = object({
  name: Str,
  /** A member without a role here sits for a ward, or is a citizen. */
  role: Type.Optional(Str),
  ward: Type.Optional(Str),
  from: Type.Optional(Cycle),
  until: Type.Optional(Cycle),
})
export type Person = Static<typeof Person>

/** Week of the cycle from 0, day of the week from Monday. */
const sitting = { week: Type.Integer(), day: Type.Integer(), time: TimeOfDay }

const Body = object({
  name: Str,
  name_fr: Str,
  classification: Type.Enum(['council', 'committee', 'board']),
  /** Before the numbers of its motions, which start with `first_number`. */
  prefix: Str,
  first_number: Type.Integer(),
  cycles: Type.Array(Cycle),
  ...sitting,
  location: Str,
  members: Type.Array(Key),
  /** How many votes each member has in a weighted vote. */
  weights: Type.Optional(byKey(Type.Integer())),
})

const SpecialMeeting = object({
  of: Key,
  with: Type.Optional(Key),
  title: Str,
  type: Str,
  ...sitting,
})

const Town = object({
  name: Str,
  division_id: Str,
  time_zone: Str,
  /** The domain of the addresses of members. */
  mail: Str,
  /** Where members of council receive letters. */
  office: Str,
  people: byKey(Person),
  staff: Type.Array(object({ name: Str, role: Str })),
  bodies: byKey(Body),
  special: byKey(SpecialMeeting),
  cancelled: byKey(Str),
  moved: byKey(object({ days: Type.Integer(), note: Str })),
  absent: byKey(byKey(Str)),
  remote: byKey(Type.Array(Key)),
  /** What the mayor decided in writing besides vetoes, this many days after a meeting. */
  decisions: Type.Array(
    object({
      after: MeetingName,
      days: Type.Integer({ minimum: 1 }),
      kind: Type.Enum(decisionKinds),
      stated: Str,
      subject: Str,
      text: Str,
    }),
  ),
})
export type Town = Static<typeof Town>

const Candidate = object({
  who: Type.Optional(Key),
  name: Type.Optional(Str),
  votes: Type.Optional(Type.Integer()),
  elected: Type.Optional(Type.Boolean()),
})

const StoryMotion = object({
  text: Str,
  kind: Type.Optional(
    Type.Enum(['motion', 'amendment', 'procedural', 'notice', 'inquiry', 'election']),
  ),
  moved: Type.Optional(Key),
  seconded: Type.Optional(Key),
  result: Type.Optional(Str),
  /** Council's votes are recorded unless this says `voice`, those of others are not unless it says `recorded` or `weighted`. */
  vote: Type.Optional(Type.Enum(['recorded', 'weighted', 'voice', 'ballot'])),
  against: Type.Optional(Type.Array(Key)),
  /** Members against in a voice vote who asked to be named. */
  dissent: Type.Optional(Type.Array(Key)),
  recused: Type.Optional(byKey(Str)),
  absent: Type.Optional(byKey(Str)),
  /** Whether it passes the story's by-law. */
  enacts: Type.Optional(Type.Boolean()),
  /** Whether it is to override the veto of the story's by-law. */
  overrides: Type.Optional(Type.Boolean()),
  plain: Type.Optional(Str),
  candidates: Type.Optional(Type.Array(Candidate)),
  /** The candidate for whom each member voted. */
  ballot: Type.Optional(byKey(Str)),
})
export type StoryMotion = Static<typeof StoryMotion>

const Step = object({
  at: MeetingName,
  item: Type.Optional(Str),
  note: Type.Optional(Str),
  action: Type.Optional(Str),
  /** Who declared an interest besides those who were recused; without a nature if the item was closed to the public. */
  declared: Type.Optional(byKey(object({ nature: Type.Optional(Str), text: Str }))),
  motions: Type.Optional(Type.Array(StoryMotion)),
  statements: Type.Optional(
    Type.Array(
      object({
        by: Str,
        text: Str,
        context: Type.Optional(Str),
      }),
    ),
  ),
})
export type Step = Static<typeof Step>

const StoryDocument = object({
  title: Str,
  sections: Type.Array(object({ title: Type.Optional(Str), text: Str })),
})

const Story = object({
  matter: Str,
  kind: Type.Enum([
    'report',
    'application',
    'motion',
    'notice',
    'inquiry',
    'petition',
    'correspondence',
    'appointment',
    'presentation',
    'in camera',
  ]),
  department: Type.Enum([
    'planning',
    'infrastructure',
    'environment',
    'community',
    'corporate',
    'clerk',
    'fire',
  ]),
  language: Type.Optional(Type.Literal('fr')),
  sponsor: Type.Optional(Key),
  plain: Str,
  about: Type.Optional(Str),
  documents: Type.Optional(Type.Array(StoryDocument)),
  bylaw: Type.Optional(
    object({
      title: Str,
      plain: Str,
      status: Type.Optional(Str),
      /** The meeting of the first and second reading, if it is an earlier one. */
      first_reading: Type.Optional(Str),
      /** Days from passage until it is in force; see `inForceFrom`. */
      in_force_after: Type.Optional(Type.Integer({ minimum: 1 })),
      /** Days from passage until the mayor vetoed it, and why. */
      veto: Type.Optional(
        object({ after: Type.Integer({ minimum: 1 }), subject: Str, reason: Str }),
      ),
      sections: Type.Optional(StoryDocument.properties.sections),
    }),
  ),
  steps: Type.Array(Step, { minItems: 1 }),
})
export type Story = Static<typeof Story>

const Point = Type.Array(Type.Number(), { minItems: 2, maxItems: 2 })

/** The shapes of the wards, in `wards.yaml`. */
const Wards = object({
  origin: Point,
  lines: byKey(Type.Array(Point, { minItems: 2 })),
  wards: Type.Array(
    object({ name: Str, postal_codes: Type.Array(Str), border: Type.Array(Key, { minItems: 2 }) }),
  ),
})

/** All that people wrote in data/sample. */
export const Sample = object({
  town: Town,
  stories: Type.Array(Story),
  /** What was decided, by meeting. */
  summaries: byKey(Str),
  wards: Wards,
})
export type Sample = Static<typeof Sample>
