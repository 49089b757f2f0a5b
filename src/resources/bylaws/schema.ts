import type { Type } from 'typebox'
import { cursorPaging, Filter, Query, YearFilter } from '../../http/parameters.ts'
import { Many, MaybeText, MaybeWhole, Shape, Text, Whole } from '../../http/schema-types.ts'

const itemFields = {
  id: Whole('Number of the by-law in this service.', 7),
  slug: Text('Lasting name of the by-law in URLs.', 'by-law-2026-155'),
  title: Text('Title.', 'A by-law of the City of Ottawa to amend By-law No. 2021-183'),
  bylaw_number: MaybeText('Number, where it has one.', '2026-155'),
  status: MaybeText('Status in the words of the source.', 'Passed'),
  category: MaybeText('Category, where the source has one.', null),
  year: MaybeWhole('Year.', 2026),
}

export const BylawItem = Shape('BylawItem', 'A by-law, in a list.', itemFields)
export type BylawItem = Type.Static<typeof BylawItem>

export const BylawDetail = Shape('BylawDetail', 'A by-law, with the matters that led to it.', {
  ...itemFields,
  description: MaybeText('Description, where the source has one.', null),
  plain_english_summary: MaybeText('Summary in plain English, where the source has one.', null),
  source_url: MaybeText(
    'The page of the source.',
    'https://pub-ottawa.escribemeetings.com/Meeting.aspx?Agenda=PostMinutes',
  ),
  matters: Many(
    Shape('BylawMatter', 'A matter that led to the by-law.', {
      slug: Text('Slug of the matter.', 'acs2026-eps-ppd-0002'),
      title: Text('Title.', 'Safe Access to Social Infrastructure By-law'),
      status: MaybeText('Status, where the source has one.', null),
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
