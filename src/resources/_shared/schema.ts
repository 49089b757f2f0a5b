import { type TSchema, Type } from 'typebox'
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
    slug: Str('Slug of the person, for /people/{slug}.', 'rawlson-king'),
    name: Str('Name of the person.', 'Rawlson King'),
  }),
)

export const UpdatedAt = DateTimeStr(
  'Time of the last change to it or its parts.',
  '2026-06-14T11:33:25.000Z',
)

/** Field `url` of a record; `example` is a path below a municipality. */
export const pageUrl = (example: string) =>
  Str('URL of the page that shows it.', `https://reeve.example/ottawa/${example}`)

/** A record as it is read from its row, before it has a `url`. */
export type Unlinked<S extends TSchema> = Omit<Type.Static<S>, 'url'>

export const documentFields = {
  title: Str('Title.', 'Minutes (HTML)'),
  url: NullableStr(
    'URL of the document.',
    'https://pub-ottawa.escribemeetings.com/filestream.ashx?DocumentId=315107',
  ),
  type: NullableStr('Kind of document.', 'minutes'),
  date: NullableDate('Date of the document, if the source has one.', null),
  language: NullableStr('Language as a BCP 47 tag, if the source states it.', 'en'),
}

/** The body that a motion is of. */
export const decidedBy = {
  organization: NullableStr(
    'Name of the organization that decided the motion, or else of the one that met.',
    'City Council',
  ),
  organization_slug: NullableStr('Slug of that organization.', 'city-council'),
}

export const sponsorFields = {
  person_slug: NullableStr(
    'Slug of the person; null if the name could not be matched with certainty.',
    'jeff-leiper',
  ),
  person_name: Str('Name.', 'Jeff Leiper'),
  primary: Bool('Whether this is a primary sponsor.', true),
  classification: NullableStr('Kind of sponsorship, if the source has one.', null),
}

export const BylawRef = Obj('BylawRef', 'Reference to a by-law.', {
  slug: Str('Slug of the by-law, for /bylaws/{slug}.', 'by-law-2026-155'),
  title: Str('Title.', 'A by-law of the City of Ottawa respecting records retention'),
  bylaw_number: NullableStr('Number.', '2026-155'),
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
    date: Str('Date of its meeting.', '2026-05-13'),
    motion_slug: Str('Slug of that motion.', '2026-05-13-city-council-motion-14'),
  },
)
export type ItemOutcome = Type.Static<typeof ItemOutcome>

/** What a motion does, apart from what it is about. */
export const motionTitleFields = {
  title: Str(
    'What the motion does, in at most 140 characters of its own words; where its text does not say, its summary, or else its kind or number and that the text is missing or unclear.',
    'Refuse the Official Plan Amendment to include 5971 Flewellyn Road',
  ),
  item_title: NullableStr(
    'Title of its agenda item, or else of its matter: what it is about, which it may reject.',
    'Official Plan Amendment - Stittsville South Urban Boundary Expansion',
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

export const voteValues = ['For', 'Against', 'Abstain', 'Absent', 'Recused', 'Other']

export const voteFields = {
  person_slug: NullableStr(
    'Slug of the person; null if the name could not be matched with certainty.',
    'jeff-leiper',
  ),
  person_name: Str('Name.', 'Jeff Leiper'),
  vote_value: Type.String({ enum: voteValues, description: 'Vote.', examples: ['For'] }),
  reason: NullableStr('Original wording of the source, if it is more specific.', null),
}
