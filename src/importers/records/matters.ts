import { type Static, Type } from 'typebox'
import { billClassifications } from '../../core/bill-classifications.ts'
import { DateOnly, nullable, object } from '../kit/schema.ts'
import {
  Count,
  DocumentPart,
  Key,
  LongText,
  recordSchema,
  SponsorshipPart,
  Title,
  Word,
} from './record-schema.ts'

/** Without `passed_date`, a by-law was passed when the last carried motion that names it was decided. */
export const BylawRecord = recordSchema('bylaw', {
  title: Title,
  bylaw_number: nullable(Word),
  status: nullable(Word),
  category: nullable(Word),
  year: nullable(Type.Integer({ minimum: 1600, maximum: 2999 })),
  passed_date: nullable(DateOnly),
  enacted_date: nullable(DateOnly),
  description: nullable(LongText),
  plain_english_summary: nullable(LongText),
  sponsorships: Type.Optional(Type.Array(SponsorshipPart)),
  documents: Type.Optional(Type.Array(DocumentPart)),
})
export type BylawRecord = Static<typeof BylawRecord>

/** A further number of a matter, such as that of an earlier session. */
const OtherIdentifier = object({
  identifier: Word,
  scheme: nullable(Word),
  note: nullable(Word),
})
export type OtherIdentifier = Static<typeof OtherIdentifier>

/** `classification` is only for a category that does not itself name it. */
export const MatterRecord = recordSchema('matter', {
  identifier: nullable(Word),
  other_identifiers: Type.Optional(Type.Array(OtherIdentifier)),
  title: Title,
  status: nullable(Word),
  category: nullable(Word),
  classification: Type.Optional(Type.Array(Type.Enum(billClassifications))),
  description: nullable(LongText),
  plain_english_summary: nullable(LongText),
  first_seen: nullable(DateOnly),
  last_seen: nullable(DateOnly),
  bylaw_key: nullable(Key),
  sponsorships: Type.Optional(Type.Array(SponsorshipPart)),
  documents: Type.Optional(Type.Array(DocumentPart)),
})
export type MatterRecord = Static<typeof MatterRecord>

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

/** A step of a matter, in a meeting or outside one. `position` is the order of the steps on one day. */
export const ActionRecord = recordSchema('action', {
  matter_key: Key,
  position: Count,
  date: nullable(DateOnly),
  description: Title,
  text: nullable(LongText),
  classification: Type.Optional(Type.Array(Type.Enum(actionClassifications))),
  result: nullable(Word),
  organization_key: nullable(Key),
  meeting_key: nullable(Key),
  motion_key: nullable(Key),
})
export type ActionRecord = Static<typeof ActionRecord>
