import type { Type } from 'typebox'
import { decisionKinds } from '../../core/mayoral-decisions.ts'
import {
  cursorPaging,
  DateFilter,
  Filter,
  Nullable,
  NullableDate,
  NullableStr,
  Obj,
  Query,
  Str,
  UpdatedSince,
} from '../../http/schema-types.ts'
import { UpdatedAt } from '../_shared/schema.ts'

const CouncilResponse = Obj('CouncilResponse', 'What council did about a veto.', {
  outcome: NullableStr(
    'overridden or not_overridden; null if the source does not say, or council has not decided.',
    'overridden',
  ),
  text: NullableStr('What council did, as the source writes it.', null),
  date: NullableDate('Day of the motion to override it.', '2026-06-02'),
  motion_slug: NullableStr('Slug of the motion to override it.', 'motion-2026-41'),
  motion_result: NullableStr('Result of that motion.', 'Carried'),
})

export const MayoralDecisionItem = Obj(
  'MayoralDecisionItem',
  'A written decision of the mayor or another head of council.',
  {
    slug: Str('Name of the entry, unique in the register.', 'decision-2026-04'),
    number: NullableStr('Number, as the source writes it.', '2026-04'),
    date: NullableDate('Day of the decision.', '2026-05-28'),
    kind: Str(`One of ${decisionKinds.join(', ')}.`, 'veto'),
    stated_kind: NullableStr('Its kind in the words of the source.', 'Veto'),
    subject: Str('What it is about.', 'Veto of By-law 2026-31'),
    text: NullableStr('The decision as the source writes it, such as the reasons of a veto.', null),
    document_url: NullableStr('URL of the decision.', null),
    bylaw_number: NullableStr('Number of the by-law that it is about, as written.', '2026-31'),
    bylaw_slug: NullableStr(
      'Slug of that by-law; null if the record does not have exactly one with this number.',
      'by-law-2026-31',
    ),
    matter_slug: NullableStr('Slug of the matter that it is about.', 'pl-118'),
    council_response: Nullable(CouncilResponse),
    updated_at: UpdatedAt,
  },
)
export type MayoralDecisionItem = Type.Static<typeof MayoralDecisionItem>

export const MayoralDecisionQuery = Query({
  ...cursorPaging,
  updated_since: UpdatedSince,
  kind: Filter(`Kind: ${decisionKinds.join(', ')}.`, 'veto'),
  bylaw: Filter('Slug of the by-law that it is about.', 'by-law-2026-31'),
  date_from: DateFilter('Decisions on or after this date.', '2026-01-01'),
  date_to: DateFilter('Decisions on or before this date.', '2026-12-31'),
})
export type MayoralDecisionQuery = Type.Static<typeof MayoralDecisionQuery>
