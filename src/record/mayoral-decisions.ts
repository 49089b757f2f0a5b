import type { Static } from 'typebox'
import { decisionKinds } from '../core/mayoral-decisions.ts'
import { is, kind, maybe, refersTo } from './field.ts'
import { DateOnly, LongText, oneOf, Title, Url, Word } from './shapes.ts'

export const mayoralDecision = kind(
  'mayoral_decision',
  {
    table: 'mayoral_decisions',
    plural: 'mayoral_decisions',
    meaning:
      'A written decision of the mayor or another head of council. What it refers to by number is linked where the record has exactly one such by-law or motion; else it stays as written.',
  },
  {
    number: maybe(Word, 'Number as written.'),
    date: maybe(DateOnly, 'Day of the decision.', { unknown: '' }),
    subject: is(Title, 'What it is about, as written.'),
    decision_kind: is(
      oneOf(...decisionKinds),
      'What it is: a `direction` to staff, a `veto` of a by-law, `no_veto` for a by-law that is not vetoed, an `appointment`, a decision on a `committee` or on the `budget`; `other` if the source says none of these.',
      { column: 'kind' },
    ),
    stated_kind: maybe(Word, 'Its kind in the words of the source.'),
    text: maybe(LongText, 'The decision as written, such as the reasons of a veto.'),
    document_url: maybe(Url, 'Where the decision is published.'),
    bylaw_key: refersTo('bylaw', 'The by-law that it is about.'),
    bylaw_number: maybe(Word, 'Number of that by-law as written.'),
    matter_key: refersTo('matter', 'The matter that it is about.'),
    override_motion_key: refersTo('motion', 'The motion of council to override the veto.'),
    override_motion_number: maybe(Word, 'Number of that motion as written.'),
    council_response: maybe(LongText, 'What council did about it, as written.'),
  },
)
export type MayoralDecisionRecord = Static<typeof mayoralDecision.schema>
