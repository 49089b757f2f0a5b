import { Type } from 'typebox'
import { numberedPaging, Query, SearchText } from '../../http/parameters.ts'
import { NullableDate, NullableStr, Obj, Str } from '../../http/schema-types.ts'

/** What the filter `type` takes, and the kind that each word stands for (contract 2.6, 4.2). */
export const searchTypes = {
  motions: 'motion',
  matters: 'matter',
  agenda_items: 'agenda_item',
  key_statements: 'key_statement',
  document_sections: 'document_section',
} as const

export const SearchItem = Obj('SearchItem', 'A text in which the words were found.', {
  type: Type.String({
    enum: Object.values(searchTypes),
    description: 'Kind of text.',
    examples: ['motion'],
  }),
  slug: Str(
    'Slug of what was found; motions, matters and meetings have details of their own.',
    'motion-2026-78-23',
  ),
  title: Str('Title.', 'Three Readings'),
  snippet: Str('The passage with the words, as plain text.', '…to amend Zoning By-law 2008-250…'),
  score: Type.Number({
    description:
      'Relevance: above 0, higher is better, comparable across kinds within one municipality. 0.000000001 where a text only follows the 2,000 newest matches, which are ranked.',
    examples: [7.25],
  }),
  meeting_slug: NullableStr('Slug of the meeting; null for a matter.', '2026-04-22-city-council'),
  meeting_date: NullableDate('Day of the meeting.', '2026-04-22'),
})
export type SearchItem = Type.Static<typeof SearchItem>

export const SearchQuery = Query({
  q: SearchText,
  type: Type.Optional(
    Type.String({
      maxLength: 200,
      description: `Kinds to search, separated by commas: ${Object.keys(searchTypes).join(', ')}. All, if left out.`,
      examples: ['motions,matters'],
    }),
  ),
  ...numberedPaging,
})
