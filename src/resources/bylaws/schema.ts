import type { Type } from 'typebox'
import {
  ArrayOf,
  cursorPaging,
  Filter,
  Int,
  NullableInt,
  NullableStr,
  Obj,
  Query,
  Str,
  YearFilter,
} from '../../http/schema-types.ts'
import { UpdatedAt } from '../_shared/schema.ts'

const itemFields = {
  id: Int('Numeric id.', 7),
  slug: Str('Stable slug.', 'by-law-2026-155'),
  title: Str('Title.', 'A by-law of the City of Ottawa to amend By-law No. 2021-183'),
  bylaw_number: NullableStr('By-law number.', '2026-155'),
  status: NullableStr('Status as the source writes it.', 'Passed'),
  category: NullableStr('Category, if the source has one.', null),
  year: NullableInt('Year.', 2026),
  updated_at: UpdatedAt,
}

export const BylawItem = Obj('BylawItem', 'A by-law in a list.', itemFields)
export type BylawItem = Type.Static<typeof BylawItem>

export const BylawDetail = Obj('BylawDetail', 'A by-law with its matters.', {
  ...itemFields,
  description: NullableStr('Description, if the source has one.', null),
  plain_english_summary: NullableStr('Summary in plain English, if the source has one.', null),
  source_url: NullableStr(
    'URL of the source page.',
    'https://pub-ottawa.escribemeetings.com/Meeting.aspx?Agenda=PostMinutes',
  ),
  matters: ArrayOf(
    Obj('BylawMatter', 'A matter that led to the by-law.', {
      slug: Str('Slug of the matter.', 'acs2026-eps-ppd-0002'),
      title: Str('Title.', 'Safe Access to Social Infrastructure By-law'),
      status: NullableStr('Status, if the source has one.', null),
    }),
    'Matters that led to the by-law, if linked.',
  ),
})
export type BylawDetail = Type.Static<typeof BylawDetail>

export const BylawQuery = Query({
  ...cursorPaging,
  status: Filter('Status.', 'Passed'),
  category: Filter('Category.', 'Zoning'),
  year: YearFilter('Year of the by-law.', 2026),
})
