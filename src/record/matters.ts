import { type Static, Type } from 'typebox'
import { billClassifications } from '../core/bill-classifications.ts'
import { belongsTo, is, kind, list, maybe, refersTo } from './field.ts'
import { documents, sponsorships } from './parts.ts'
import { Count, DateOnly, described, LongText, nullable, object, Title, Word } from './shapes.ts'

const status = maybe(Word, 'Status in the words of the source.')
const category = maybe(Word, 'Category in the words of the source.')
const description = maybe(LongText, 'Description.')
const summary = maybe(LongText, 'Summary in plain English.')

export const bylaw = kind(
  'bylaw',
  { table: 'bylaws', plural: 'bylaws', meaning: 'A by-law.' },
  {
    title: is(Title, 'Title.'),
    bylaw_number: maybe(Word, 'Number.'),
    status,
    category,
    year: maybe(
      Type.Integer({ minimum: 1600, maximum: 2999 }),
      'Year; without it, that of the day on which it was passed, became law or was last dealt with.',
      { column: 'stated_year', unknown: 0 },
    ),
    passed_date: maybe(
      DateOnly,
      'Day on which it was passed; without it, the day of the last carried motion that names it. A veto takes it away.',
      { column: 'stated_passed_date' },
    ),
    enacted_date: maybe(DateOnly, 'Day on which it became law.'),
    description,
    plain_english_summary: summary,
    sponsorships,
    documents,
  },
)
export type BylawRecord = Static<typeof bylaw.schema>

/** A further number of a matter, such as that of an earlier session. */
const OtherIdentifier = object({
  identifier: described(
    Word,
    'A further number, such as one of an earlier system; search finds it.',
  ),
  scheme: nullable(Word, { description: 'The system that gave it.' }),
  note: nullable(Word, { description: 'Its kind, in the words of the source.' }),
})
export type OtherIdentifier = Static<typeof OtherIdentifier>

export const matter = kind(
  'matter',
  {
    table: 'matters',
    plural: 'matters',
    meaning:
      'A thing that the council deals with, tracked across meetings: a report, a file, a bill.',
    partOf: ['bylaw_id'],
  },
  {
    identifier: maybe(Word, 'Identifier in the words of the source.'),
    other_identifiers: list(OtherIdentifier, 'A further number of the matter.'),
    title: is(Title, 'Title.'),
    status,
    category,
    classification: list(
      Type.Enum(billClassifications),
      "Kinds from Open Civic Data's list, if `category` is a word of the council's own.",
    ),
    description,
    plain_english_summary: summary,
    first_seen: maybe(
      DateOnly,
      'First day; without it, that of the first agenda, decision or other step.',
      { column: 'stated_first_seen' },
    ),
    last_seen: maybe(
      DateOnly,
      'Last day; without it, that of the last agenda, decision or other step.',
      { column: 'stated_last_seen' },
    ),
    bylaw_key: refersTo('bylaw', 'The by-law that came of it.'),
    sponsorships,
    documents,
  },
)
export type MatterRecord = Static<typeof matter.schema>

/** What kind of step an action is: Open Civic Data's list of classifications. */
export const actionClassifications = [
  ...([
    'filing',
    'introduction',
    'enrolled',
    'reading-1',
    'reading-2',
    'reading-3',
    'passage',
  ] as const),
  ...(['failure', 'withdrawal', 'substitution', 'deferral', 'receipt', 'referral'] as const),
  ...(['amendment-introduction', 'amendment-passage', 'amendment-withdrawal'] as const),
  ...(['amendment-failure', 'amendment-amendment', 'amendment-deferral'] as const),
  ...(['committee-passage', 'committee-passage-favorable'] as const),
  ...(['committee-passage-unfavorable', 'committee-failure', 'referral-committee'] as const),
  ...(['executive-receipt', 'executive-signature', 'executive-veto'] as const),
  ...([
    'became-law',
    'executive-veto-line-item',
    'veto-override-passage',
    'veto-override-failure',
  ] as const),
] as const
export type ActionClassification = (typeof actionClassifications)[number]

export const action = kind(
  'action',
  {
    table: 'actions',
    plural: 'actions',
    meaning:
      'A step of a matter, in a meeting or outside one: introduced, referred, heard, vetoed.',
    partOf: ['matter_id'],
  },
  {
    matter_key: belongsTo('matter', 'The matter.'),
    position: is(Count, 'Order among the steps of one day.'),
    date: maybe(DateOnly, 'Day.', { unknown: '' }),
    description: is(Title, 'What happened, in few words: `Referred to Committee`.'),
    text: maybe(LongText, 'What happened, in full.'),
    classification: list(
      Type.Enum(actionClassifications),
      'Kinds of step. Omit it for a step that the list does not have, such as a hearing.',
    ),
    result: maybe(Word, 'Outcome, as of a motion, if it was decided on.'),
    organization_key: refersTo(
      'organization',
      'The body that acted; none is taken from the meeting or the motion.',
    ),
    meeting_key: refersTo('meeting', 'The meeting, if it took place in one.'),
    motion_key: refersTo('motion', 'The motion, if it was decided on.'),
  },
)
export type ActionRecord = Static<typeof action.schema>
