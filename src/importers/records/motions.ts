import { type Static, Type } from 'typebox'
import { DateOnly, nullable, object } from '../kit/schema.ts'
import { BylawKeys, Count, Key, LongText, Name, recordSchema, Word } from './record-schema.ts'

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
  candidate: nullable(Name),
})
export type VotePart = Static<typeof VotePart>

/** A candidate in an election by ballot. */
const CandidatePart = object({
  person_key: nullable(Key),
  name: Name,
  votes: nullable(Count),
  elected: nullable(Type.Boolean()),
})

const MotionKind = Type.Union([
  Type.Literal('motion'),
  Type.Literal('amendment'),
  Type.Literal('procedural'),
  Type.Literal('notice'),
  Type.Literal('inquiry'),
  Type.Literal('election'),
])
export type MotionKind = Static<typeof MotionKind>

/**
 * `tally` has the counts as the source prints them; those it lacks are counted from `votes`. `superseded_text` is the
 * motion that `text` was substituted for.
 */
export const MotionRecord = recordSchema('motion', {
  meeting_key: nullable(Key),
  agenda_item_key: nullable(Key),
  matter_key: nullable(Key),
  bylaw_keys: BylawKeys,
  organization_key: nullable(Key),
  position: Count,
  date: nullable(DateOnly),
  identifier: nullable(Word),
  motion_kind: nullable(MotionKind),
  text: nullable(LongText),
  superseded_text: nullable(LongText),
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
  candidates: Type.Optional(Type.Array(CandidatePart)),
})
export type MotionRecord = Static<typeof MotionRecord>
