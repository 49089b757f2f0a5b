import { type TSchema, Type } from 'typebox'
import { castVotes } from '../../core/cast-votes.ts'
import {
  Bool,
  DateTimeStr,
  Nullable,
  NullableDate,
  NullableStr,
  Obj,
  Str,
} from '../../http/schema-types.ts'

export const PersonRef = Nullable(
  Obj('PersonRef', 'Reference to a person.', {
    slug: Str('Slug of the person, for /people/{slug}.', 'helene-boisclair'),
    name: Str('Name of the person.', 'Hélène Boisclair'),
  }),
)

export const UpdatedAt = DateTimeStr(
  'Time of the last change to it or its parts.',
  '2026-11-26T11:33:25.000Z',
)

/** Field `url` of a record; `example` is a path below a municipality. */
export const pageUrl = (example: string) =>
  Str('URL of the page that shows it.', `https://reeve.example/lowmere/${example}`)

/** A record as it is read from its row, before it has a `url`. */
export type Unlinked<S extends TSchema> = Omit<Type.Static<S>, 'url'>

export const documentFields = {
  title: Str('Title.', 'Minutes: Town Council'),
  url: NullableStr(
    'URL of the document.',
    'https://lowmere.example/meetings/council-1/minutes-en.pdf',
  ),
  type: NullableStr('Kind of document.', 'minutes'),
  date: NullableDate('Date of the document, if the source has one.', null),
  language: NullableStr('Language as a BCP 47 tag, if the source states it.', 'en'),
  slug: NullableStr('Slug of its text, for /documents/{slug}; null without a text.', null),
}

/** The body that a motion is of. */
export const decidedBy = {
  organization: NullableStr(
    'Name of the organization that decided the motion, or else of the one that met.',
    'Town Council',
  ),
  organization_slug: NullableStr('Slug of that organization.', 'town-council'),
}

/** A step of a matter. */
export const stepFields = {
  date: NullableDate('Date of the step.', '2025-05-20'),
  description: Str('What happened, as the source writes it.', 'Third reading and passage'),
  text: NullableStr("The source's longer text, if it has one.", null),
  classification: Type.Array(Type.String(), {
    description: 'Kinds of step, from the list of Open Civic Data; empty for others.',
    examples: [['reading-3', 'passage']],
  }),
  organization: NullableStr('Name of the organization that acted.', 'Town Council'),
  organization_slug: NullableStr('Slug of the organization.', 'town-council'),
  meeting_slug: NullableStr(
    'Slug of the meeting, if it took place in one.',
    '2025-05-20-town-council',
  ),
  motion_slug: NullableStr('Slug of the motion, if it was decided on.', null),
  result: NullableStr('Outcome, if it was decided on.', 'Carried'),
}

const StepObject = Obj('Step', 'A step of a matter.', stepFields)
export type Step = Type.Static<typeof StepObject>

export const sponsorFields = {
  person_slug: NullableStr(
    'Slug of the person; null if the name could not be matched with certainty.',
    'dev-rangarajan',
  ),
  person_name: Str('Name.', 'Dev Rangarajan'),
  primary: Bool('Whether this is a primary sponsor.', true),
  classification: NullableStr('Kind of sponsorship, if the source has one.', null),
}

export const BylawRef = Obj('BylawRef', 'Reference to a by-law.', {
  slug: Str('Slug of the by-law, for /bylaws/{slug}.', 'by-law-4101'),
  title: Str('Title.', 'A by-law to amend the Comprehensive Zoning By-law (212 Station Road)'),
  bylaw_number: NullableStr('Number.', '4101'),
})

export const motionKinds = ['motion', 'amendment', 'procedural', 'notice', 'inquiry', 'election']

export const MotionKind = Nullable(
  Type.String({
    enum: motionKinds,
    description:
      'What it is. procedural: how the meeting is run. notice: given now, for a later meeting. inquiry: a question to staff. election: a ballot. null where the source does not say.',
    examples: ['motion'],
  }),
)

const ItemOutcome = Obj(
  'ItemOutcome',
  'What became of the matter of a motion, or else of its agenda item: the last motion of kind motion with a result. null for that motion itself, and where the order of motions is not known.',
  {
    result: Str('Outcome of that motion.', 'Carried'),
    date: Str('Date of its meeting.', '2025-05-20'),
    motion_slug: Str('Slug of that motion.', 'motion-c-1201'),
  },
)
export type ItemOutcome = Type.Static<typeof ItemOutcome>

/** What a motion does, apart from what it is about. */
export const motionTitleFields = {
  title: Str(
    'What the motion does, in at most 140 characters of its own words; where its text does not say, its summary, or else its kind or number and that the text is missing or unclear.',
    'Pass By-law 4101, which rezones 212 Station Road for fourteen row houses…',
  ),
  item_title: NullableStr(
    'Title of its agenda item, or else of its matter: what it is about, which it may reject.',
    'Fourteen row houses at 212 Station Road',
  ),
  item_outcome: Nullable(ItemOutcome),
  text_complete: Bool('Whether the source has the text up to what was decided.', true),
}

export const Contested = Nullable(
  Type.Boolean({
    description: 'Whether somebody voted for and somebody against; null if not counted.',
    examples: [true],
  }),
)

export const voteValues = [...castVotes, 'Absent', 'Recused', 'Other']

export const voteFields = {
  person_slug: NullableStr(
    'Slug of the person; null if the name could not be matched with certainty.',
    'dev-rangarajan',
  ),
  person_name: Str('Name.', 'Dev Rangarajan'),
  vote_value: Type.String({ enum: voteValues, description: 'Vote.', examples: ['For'] }),
  reason: NullableStr('Original wording of the source, if it is more specific.', null),
}
