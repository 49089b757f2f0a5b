import { Type } from 'typebox'
import {
  NullableDate,
  NullableStr,
  numberedPaging,
  Obj,
  Query,
  SearchText,
  Str,
} from '../../http/schema-types.ts'

/** Values of the filter `type`, and the kind of record that each selects. */
export const searchTypes = {
  motions: 'motion',
  matters: 'matter',
  agenda_items: 'agenda_item',
  key_statements: 'key_statement',
  document_sections: 'document_section',
} as const

export const SearchItem = Obj('SearchItem', 'A search result.', {
  type: Type.String({
    enum: Object.values(searchTypes),
    description: 'Kind of record.',
    examples: ['motion'],
  }),
  slug: Str('Slug of the record. Motions and matters have a detail endpoint.', 'motion-2026-78-23'),
  title: Str('Title.', 'Three Readings'),
  snippet: Str('Matching passage, as plain text.', '…to amend Zoning By-law 2008-250…'),
  score: Type.Number({
    description:
      'Relevance: greater than 0, higher is better, comparable across kinds within one municipality. Only the 2,000 newest matches are ranked; all others have 0.000000001.',
    examples: [7.25],
  }),
  meeting_slug: NullableStr('Slug of the meeting; null for a matter.', '2026-04-22-city-council'),
  meeting_date: NullableDate('Date of the meeting.', '2026-04-22'),
})
export type SearchItem = Type.Static<typeof SearchItem>

export const SearchQuery = Query({
  q: SearchText,
  type: Type.Optional(
    Type.String({
      maxLength: 200,
      description: `Comma-separated kinds to search: ${Object.keys(searchTypes).join(', ')}. Default: all.`,
      examples: ['motions,matters'],
    }),
  ),
  ...numberedPaging,
})
