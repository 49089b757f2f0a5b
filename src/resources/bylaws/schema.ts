import { Type } from 'typebox'
import {
  ArrayOf,
  Bool,
  cursorPaging,
  Filter,
  Int,
  Nullable,
  NullableDate,
  NullableInt,
  NullableStr,
  Obj,
  Query,
  Str,
  YearFilter,
} from '../../http/schema-types.ts'
import {
  documentFields,
  markFields,
  pageUrl,
  sponsorFields,
  stepFields,
  type Unlinked,
  UpdatedAt,
} from '../_shared/schema.ts'

const itemFields = {
  id: Int('Numeric id.', 1),
  slug: Str('Stable slug.', 'by-law-4101'),
  title: Str('Title.', 'A by-law to amend the Comprehensive Zoning By-law (212 Station Road)'),
  bylaw_number: NullableStr(
    'Number of the by-law, or of what the council has instead, such as a local law or an ordinance.',
    '4101',
  ),
  status: NullableStr('Status as the source writes it.', 'In force'),
  category: NullableStr('Category, if the source has one.', 'Planning'),
  year: NullableInt(
    'Year, as stated by the source, or else of the day on which it was passed, became law or was last dealt with.',
    2025,
  ),
  url: pageUrl('bylaws/by-law-4101'),
  updated_at: UpdatedAt,
  passed_date: NullableDate(
    'Date on which it was passed, as stated by the source, or else of the motion that passed it; null if it was vetoed.',
    '2025-05-20',
  ),
  enacted_date: NullableDate('Date on which it became law, if the source states it.', '2025-06-10'),
  vetoed: Bool('Whether it was vetoed, and the veto was not overridden.', false),
}

export const BylawItem = Obj('BylawItem', 'A by-law in a list.', itemFields)
export type BylawItem = Unlinked<typeof BylawItem>

const BylawSponsor = Obj('BylawSponsor', 'A sponsor of the by-law.', sponsorFields)

const BylawDocument = Obj('BylawDocument', 'A document of the by-law.', documentFields)

const BylawStep = Obj('BylawStep', 'A step of the by-law.', {
  ...stepFields,
  matter_slug: NullableStr('Slug of the matter that it is a step of, if there is one.', 'pl-102'),
})

const PartsFrom = (parts: string) =>
  Nullable(
    Type.String({
      enum: ['bylaw', 'matters'],
      description: `Whether \`${parts}\` are its own, or those of its matters; null if there are none.`,
      examples: ['matters'],
    }),
  )

export const BylawDetail = Obj('BylawDetail', 'A by-law with how it was passed, and its parts.', {
  ...itemFields,
  ...markFields,
  description: NullableStr('Description, if the source has one.', null),
  plain_english_summary: NullableStr('Summary in plain English, if the source has one.', null),
  motion_slug: NullableStr('Slug of the motion that passed it, if linked.', 'motion-c-1201'),
  meeting_slug: NullableStr('Slug of the meeting of that motion.', '2025-05-20-town-council'),
  source_url: NullableStr(
    'URL of the source page.',
    'https://lowmere.example/meetings/council-1/minutes-en.pdf',
  ),
  matters: ArrayOf(
    Obj('BylawMatter', 'A matter of the by-law.', {
      slug: Str('Slug of the matter.', 'pl-102'),
      title: Str('Title.', 'Fourteen row houses at 212 Station Road'),
      status: NullableStr('Status, if the source has one.', 'Closed'),
    }),
    'Matters that led to the by-law, or of the motions and agenda items that name it.',
  ),
  steps: ArrayOf(
    BylawStep,
    'The steps of all its matters, oldest first, undated ones first: those that the source records, then motions and agenda items without one, which have what they say as their description.',
  ),
  sponsors: ArrayOf(BylawSponsor, 'Its sponsors, or else those of the matters that led to it.'),
  sponsors_from: PartsFrom('sponsors'),
  documents: ArrayOf(BylawDocument, 'Its documents, or else those of the matters that led to it.'),
  documents_from: PartsFrom('documents'),
})
export type BylawDetail = Unlinked<typeof BylawDetail>

export const BylawQuery = Query({
  ...cursorPaging,
  status: Filter('Status; `/facets` lists those on record.', 'In force'),
  category: Filter('Category; `/facets` lists those on record.', 'Planning'),
  year: YearFilter('Year of the by-law.', 2026),
  q: Filter(
    'Words, or beginnings of words, of the title, or part of the number, ignoring case, accents, and separators and leading zeros of the number.',
    '4101',
  ),
})
