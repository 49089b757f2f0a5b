import { type Static, Type } from 'typebox'
import { voteBases } from '../core/weighted-votes.ts'
import { bylawKeys, group, is, kind, maybe, part, parts, refersTo } from './field.ts'
import { Count, DateOnly, LongText, Name, oneOf, Weight, Word } from './shapes.ts'

export const vote = part('votes', {
  person_key: refersTo('person', 'The voter, if known.'),
  name: is(Name, 'Name as written.', { column: 'person_name' }),
  value: is(oneOf('For', 'Against', 'Abstain', 'Absent', 'Recused', 'Other'), 'The vote.'),
  weight: maybe(
    Weight,
    'How many votes it counts as, where the source states it. The sums of those for and against are `tally.weighted` unless the source prints other ones.',
  ),
  reason: maybe(Word, "The source's own word, where it says more."),
  candidate: maybe(
    Name,
    'In an election, the name of the candidate voted for; `value` is then `Other`.',
  ),
})
export type VotePart = Static<typeof vote.schema>

const candidate = part('candidates', {
  person_key: refersTo('person', 'The candidate, if known.'),
  name: is(Name, 'Name as written.', { column: 'person_name' }),
  votes: maybe(Count, 'Votes received.'),
  elected: maybe(Type.Boolean(), 'Whether the candidate won.'),
})

const VoteBasis = oneOf(...voteBases)

const MotionKind = oneOf('motion', 'amendment', 'procedural', 'notice', 'inquiry', 'election')
export type MotionKind = Static<typeof MotionKind>

export const motion = kind(
  'motion',
  {
    table: 'motions',
    plural: 'motions',
    meaning: 'What was moved, how it was decided, and who voted how.',
    partOf: ['meeting_id', 'matter_id'],
  },
  {
    meeting_key: refersTo('meeting', 'The meeting at which it was put.'),
    agenda_item_key: refersTo('agenda_item', 'The item under which it was put.'),
    matter_key: refersTo('matter', 'The matter that it is about.'),
    bylaw_keys: bylawKeys(
      'The by-laws that it passes: set it on the motion of the last reading, or on the one motion of all readings. The last carried motion that names a by-law is shown as the one that passed it, and its day is the `passed_date` of a by-law without one. Omit it for an earlier reading: the `matter_key` of that motion leads to the by-law if the matter has a `bylaw_key`, its agenda item may name the by-law, and an action with its `motion_key` says which reading it was (`reading-1`).',
    ),
    organization_key: refersTo(
      'organization',
      'The body that decided; without it, the body that met.',
    ),
    position: is(
      Count,
      'Position among the motions of the meeting, and part of the URL of a motion without a number.',
    ),
    date: maybe(DateOnly, 'Day; without it, the day of the meeting.', { column: 'stated_date' }),
    identifier: maybe(Word, 'Number of the motion.'),
    motion_kind: maybe(
      MotionKind,
      'What it is: a `motion` on the substance of an item, an `amendment` to one, a `procedural` motion on how the meeting is run (its agenda, minutes, rules, deferrals, adjournment), a `notice` of a motion for a later meeting, an `inquiry` to staff, or an `election` by ballot. Omit it if the source does not say.',
      { column: 'kind' },
    ),
    text: maybe(LongText, 'The whole text.'),
    superseded_text: maybe(LongText, 'The motion that `text` was substituted for.'),
    summary: maybe(
      LongText,
      'The motion in a sentence: lists show it instead of `text`, so a remark on the vote, such as “Lost on a tie”, does not belong here.',
    ),
    plain_english_summary: maybe(LongText, 'Summary in plain English.'),
    result: maybe(
      Word,
      "Outcome: `Carried`, `Defeated`, `Tabled`, `Withdrawn`, `Referred`, or the words of the source. What the words say counts, in any case of letters and whatever stands around them: `Adopted unanimously` and `Approved, 5 to 2` are carried; `Lost on a tie`, `Rejected` and `Not adopted` are defeated; `Received`, `Filed` and `Deferred` are neither; words that say both, or only a part, such as `Carried in part`, are shown as written, count as neither and are warned of. French words are taken too: `Adoptée` is stored as `Carried`, `Rejetée` as `Defeated`, `Retirée` as `Withdrawn`, `Renvoyée` as `Referred`; `Déposée` (laid before the council) and `Reportée` stay as written, as do `Adoptée à l'unanimité` and `Non adoptée`, which mean that it carried and that it was defeated.",
    ),
    other_result: maybe(
      Word,
      'Another outcome of the same vote that the source states elsewhere and that contradicts `result`: pages say both, and no vote is on the losing side.',
    ),
    mover_key: refersTo('person', 'Who moved it, if known.'),
    mover_name: maybe(Name, 'Who moved it, as written.'),
    seconder_key: refersTo('person', 'Who seconded it, if known.'),
    seconder_name: maybe(Name, 'Who seconded it, as written.'),
    vote_basis: maybe(
      VoteBasis,
      'What was counted, as the source writes it: `unweighted`, a vote for each member; `weighted`, the weights of the members, whose sums are `tally.weighted`; `stakeholder`, the votes of only the members whose areas take part, weighted if there is a `tally.weighted`.',
    ),
    // Export always writes it, because an absent tally is counted from the votes.
    tally: group(
      {
        for: maybe(Count, 'Votes for.'),
        against: maybe(Count, 'Votes against.'),
        abstain: maybe(Count, 'Abstentions.'),
        absent: maybe(Count, 'Absences.'),
        weighted: group(
          {
            for: maybe(Weight, 'Sum of the weights for.'),
            against: maybe(Weight, 'Sum of the weights against.'),
          },
          'Sums of the weights, which decided; the other counts are of members. Counts for and against that are the sums of the weights, and not how many members voted so, are read as these.',
        ),
      },
      'Counts as the source prints them; those that it lacks are counted from `votes`. An empty object: not counted, because `votes` names only some.',
    ),
    votes: parts(vote, 'Votes by name.'),
    candidates: parts(candidate, 'The candidates of an election by ballot.'),
  },
)
export type MotionRecord = Static<typeof motion.schema>
