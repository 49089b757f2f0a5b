import type { Type } from 'typebox'
import { cursorPaging, Filter, Query, YearFilter } from '../../http/parameters.ts'
import { ArrayOf, Int, NullableInt, NullableStr, Obj, Str } from '../../http/schema-types.ts'

const itemFields = {
  id: Int('Number of the by-law in this service.', 7),
  slug: Str('Lasting name of the by-law in URLs.', 'by-law-2026-155'),
  title: Str('Title.', 'A by-law of the City of Ottawa to amend By-law No. 2021-183'),
  bylaw_number: NullableStr('Number, where it has one.', '2026-155'),
  status: NullableStr('Status in the words of the source.', 'Passed'),
  category: NullableStr('Category, where the source has one.', null),
  year: NullableInt('Year.', 2026),
}

export const BylawItem = Obj('BylawItem', 'A by-law, in a list.', itemFields)
export type BylawItem = Type.Static<typeof BylawItem>

export const BylawDetail = Obj('BylawDetail', 'A by-law, with the matters that led to it.', {
  ...itemFields,
  description: NullableStr('Description, where the source has one.', null),
  plain_english_summary: NullableStr('Summary in plain English, where the source has one.', null),
  source_url: NullableStr(
    'The page of the source.',
    'https://pub-ottawa.escribemeetings.com/Meeting.aspx?Agenda=PostMinutes',
  ),
  matters: ArrayOf(
    Obj('BylawMatter', 'A matter that led to the by-law.', {
      slug: Str('Slug of the matter.', 'acs2026-eps-ppd-0002'),
      title: Str('Title.', 'Safe Access to Social Infrastructure By-law'),
      status: NullableStr('Status, where the source has one.', null),
    }),
    'Matters that led to it, where the record links them.',
  ),
})
export type BylawDetail = Type.Static<typeof BylawDetail>

export const BylawQuery = Query({
  ...cursorPaging,
  status: Filter('Status.', 'Passed'),
  category: Filter('Category.', 'Zoning'),
  year: YearFilter('Year of the by-law.', 2026),
})
