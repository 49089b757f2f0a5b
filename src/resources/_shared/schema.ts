import { type TSchema, Type } from 'typebox'
import { castVotes } from '../../core/cast-votes.ts'
import { titleSources } from '../../core/headings/heading.ts'
import { outcomeReasons, outcomeVerbs } from '../../core/headings/outcome.ts'
import { voteBases } from '../../core/weighted-votes.ts'
import {
  ArrayOf,
  Bool,
  DateStr,
  DateTimeStr,
  Nullable,
  NullableDate,
  NullableInt,
  NullableNum,
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

/** What the operator did to a record, at the end of its detail. */
export const markFields = {
  withheld: Bool(
    'Whether words, a file or contact details of it were taken down on request and are missing.',
    false,
  ),
  corrected: ArrayOf(
    Obj('Correction', 'What the operator put in place of what the source has.', {
      field: Str('The field, by its name in the record format.', 'title'),
      was: NullableStr('What the source has; null if it has nothing.', 'Rezone the old tyre depot'),
      on: DateStr('The day on which it was corrected.', '2026-11-28'),
      reason: Str('Why, in the words of the operator.', 'The agenda has another address.'),
    }),
    'The fields that the operator corrected.',
  ),
}

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

export const lapseFields = {
  lapsed: Bool(
    'Whether the source says that it ended undecided, with a session or by time.',
    false,
  ),
  lapsed_on: NullableDate('Date on which it lapsed, if that is known.', null),
}

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

const MotionVeto = Obj(
  'MotionVeto',
  'By what step what the motion decided was vetoed, and what the record says of that later. null if no veto is on record.',
  {
    description: Str('The step, in the words of the source.', 'Vetoed by the Mayor'),
    date: NullableDate('Date of the step.', '2026-11-05'),
    became: NullableStr(
      'The sentence of the source that says what became of it.',
      'It was deemed adopted.',
    ),
    later_description: NullableStr(
      'The last step by which the veto was overridden or stood, in the words of the source; null if none is on record.',
      'Veto not overridden',
    ),
    later_date: NullableDate('Date of that step.', '2026-11-17'),
  },
)
export type MotionVeto = Type.Static<typeof MotionVeto>

/** The sums of the weights of votes. */
export const WeightedTally = Nullable(
  Obj(
    'WeightedTally',
    'Sums of the weights of those votes, from which the result follows unless vote_basis is unweighted; null where votes are not weighted.',
    {
      for: NullableNum('Sum of the weights for.', 65),
      against: NullableNum('Sum of the weights against.', 80),
    },
  ),
)

export const VoteBasisField = Nullable(
  Type.String({
    enum: [...voteBases],
    description:
      'What was counted, as the source writes it: unweighted, a vote for each member; weighted, the weights of the members; stakeholder, only the votes of members whose areas take part, weighted if there are sums of weights; null if the source does not say.',
    examples: [null],
  }),
)

export const Weight = NullableNum(
  'How many votes it counts as, where the source states it; null elsewhere.',
  null,
)

const ItemOutcome = Obj(
  'ItemOutcome',
  'What became of the matter of a motion, or else of its agenda item: the main motion, of kind motion and with a result, of its last day. null for that motion itself, for another main motion of that day, and where the order of motions is not known.',
  {
    kind: Type.String({
      enum: ['council', 'whole', 'later'],
      description:
        'council: what the council decided on what a committee had before it. whole: what became of the whole, after a motion on it or on a part. later: what was decided on another day, after a motion that decided itself or was lost.',
      examples: ['council'],
    }),
    result: NullableStr(
      'What became of it: Refused, Filed and so on where the motion was to refuse or to file it, else the result. null where the motion did not decide plainly on the matter itself: motion_title says what was decided.',
      'Carried',
    ),
    motion_title: Str('Title of that motion.', 'Rezone the old tire depot'),
    date: Str('Date of its meeting.', '2025-05-20'),
    tally: Obj('ItemTally', 'Its counts; null where the source gives none.', {
      for: NullableInt('Votes for.', 9),
      against: NullableInt('Votes against.', 2),
      weighted: WeightedTally,
    }),
    vote_basis: VoteBasisField,
    motion_slug: Str('Slug of that motion.', 'motion-c-1201'),
    veto: Nullable(MotionVeto),
  },
)
export type ItemOutcome = Type.Static<typeof ItemOutcome>

const MotionOutcome = Obj(
  'MotionOutcome',
  'The parts of a sentence that says what became of the motion.',
  {
    verb: Type.String({
      enum: [...outcomeVerbs],
      description:
        'Of the question that was put: a motion to refuse something that carried is refused. carried and defeated are of the words of title; motion_carried and motion_lost, of a motion whose title is only its subject; other is any other result; unclear, where result, words and counts of the source disagree.',
      examples: ['carried'],
    }),
    body: NullableStr('The organization that decided.', 'Town Council'),
    for: NullableInt('Votes for the motion.', 9),
    against: NullableInt('Votes against the motion.', 2),
    weighted: WeightedTally,
    because: Nullable(
      Type.String({
        enum: [...outcomeReasons],
        description:
          'Why a majority lost: a tie, two thirds were needed, or the source does not say which majority was; direction_unknown: the source does not say whether the recommendation was for or against.',
        examples: [null],
      }),
    ),
  },
)

export const MatterOutcome = Obj(
  'MatterOutcome',
  'What became of a matter: the last decision of the council on it, else of a committee, and a veto that it did not follow. Without a decision if several may be the last.',
  {
    outcome: Nullable(MotionOutcome),
    motion_title: NullableStr('Title of the motion that decided it.', 'Rezone the old tire depot'),
    motion_slug: NullableStr('Slug of that motion.', 'motion-c-1201'),
    date: NullableDate('Date of its meeting.', '2025-05-20'),
    veto: Nullable(MotionVeto),
  },
)
export type MatterOutcome = Type.Static<typeof MatterOutcome>

/** A filter by one verb or several of `outcome`. */
export const OutcomeFilter = Type.Optional(
  Type.String({
    format: 'outcome-list',
    maxLength: 1000,
    description: `What became of the motion, as \`outcome.verb\` says it; several are separated by commas: ${outcomeVerbs.join(', ')}.`,
    examples: ['lost,defeated'],
  }),
)

/** What a motion does, apart from what it is about. */
export const motionTitleFields = {
  title: Str(
    "What the motion does, in the record's own words: its summary in plain words, or what its text decides, cut only where a clause ends; where that is procedure only, or not on record, what it is about; or else its kind and number.",
    'Pass By-law 4101, which rezones 212 Station Road for fourteen row houses',
  ),
  title_from: Type.String({
    enum: [...titleSources],
    description:
      'Where title is from: the summary, the clause that it decides, the subject, or a name such as its kind and number.',
    examples: ['clause'],
  }),
  title_tag: NullableStr(
    'What tells it from another motion of the same title: the body, the mover and number, a file number, the order in the meeting, or its day.',
    null,
  ),
  decision: NullableStr(
    'What was done, in short words of the source that has nothing else: Approved by Council.',
    null,
  ),
  outcome: Nullable(MotionOutcome),
  veto: Nullable(MotionVeto),
  result_note: Nullable(
    Type.String({
      enum: ['two_thirds', 'tie'],
      description:
        'Why as many as were against, or more, were not enough, where the source says so or the count is even.',
      examples: [null],
    }),
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

export const recordingTimeFields = {
  video_seconds: NullableInt(
    'Where the agenda item is in the recording of the meeting; `video_seconds_from` says whose time it is.',
    4410,
  ),
  video_seconds_from: Nullable(
    Type.String({
      enum: ['item', 'statement'],
      description:
        '`item`: the source says that the item begins there. `statement`: the first statement on it does. Null if neither is known.',
      examples: ['statement'],
    }),
  ),
}

export const Sessions = ArrayOf(
  Obj('AttendanceSession', 'A session of a meeting.', {
    name: NullableStr('Which it was, as written.', 'Morning'),
    times: NullableStr('When it began and ended, as written.', '09:30 - 12:10'),
    number: NullableStr('Number of the meeting, as written.', '4'),
    present: Bool('Whether the person was there.', true),
  }),
  'Each session of the day, if the source records them.',
)
