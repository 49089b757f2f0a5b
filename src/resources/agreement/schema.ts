import type { Type } from 'typebox'
import {
  cursorPaging,
  Filter,
  FourDigitYear,
  Int,
  Obj,
  Query,
  Str,
} from '../../http/schema-types.ts'

const counts = {
  motions: Int('Motions on which both voted For or Against.', 317),
  same: Int('Of these, motions on which they voted alike.', 244),
  contested_motions: Int(
    'Of these motions, those that somebody voted for and somebody against.',
    148,
  ),
  contested_same: Int('Of the contested motions, those on which they voted alike.', 75),
}

export const AgreementItem = Obj(
  'AgreementItem',
  'How often a person voted like the one in the path.',
  {
    person_slug: Str('Slug of the person.', 'helene-boisclair'),
    person_name: Str('Name of the person.', 'Hélène Boisclair'),
    ...counts,
  },
)
export type AgreementItem = Type.Static<typeof AgreementItem>

export const PairAgreementItem = Obj('PairAgreementItem', 'How often two people voted alike.', {
  person_slug: Str('Slug of the person whose name comes first.', 'dev-rangarajan'),
  person_name: Str('Name of that person.', 'Dev Rangarajan'),
  other_slug: Str('Slug of the other person.', 'helene-boisclair'),
  other_name: Str('Name of the other person.', 'Hélène Boisclair'),
  ...counts,
})
export type PairAgreementItem = Type.Static<typeof PairAgreementItem>

export const AgreementQuery = Query({
  ...cursorPaging,
  organization: Filter(
    'Slug of the organization that decided the motions, or else of the one that met.',
    'town-council',
  ),
  year_from: FourDigitYear('Motions of this year and later ones.', 2025),
  year_to: FourDigitYear('Motions of this year and earlier ones.', 2026),
})
