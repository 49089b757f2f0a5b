import { Type } from 'typebox'
import { namedCouncilsMax } from '../../core/named-councils-max.ts'
import { regionPattern } from '../../core/provinces.ts'
import { SearchMeta } from '../../http/envelope.ts'
import { ApiError } from '../../http/errors.ts'
import {
  ArrayOf,
  Bool,
  DateFilter,
  downloadParameters,
  Filter,
  Int,
  Nullable,
  NullableDate,
  NullableInt,
  NullableStr,
  numberedPaging,
  Obj,
  Query,
  SearchText,
  Str,
} from '../../http/schema-types.ts'
import { MatterOutcome, type Unlinked } from '../_shared/schema.ts'

/** Values of the filter `type`, and the kind of record that each selects. */
export const searchTypes = {
  motions: 'motion',
  matters: 'matter',
  agenda_items: 'agenda_item',
  key_statements: 'key_statement',
  document_sections: 'document_section',
} as const

const sectionFields = {
  document_slug: NullableStr(
    'Slug of the document, for /documents/{slug}, if the result is a section of one.',
    null,
  ),
  document_page: NullableInt('Page of the document that has the section.', null),
  section_anchor: NullableStr('Where the section is on that page.', null),
}

const GroupedItem = Obj(
  'GroupedSearchItem',
  'Another part of the record that a search result is.',
  {
    type: Type.String({
      enum: Object.values(searchTypes),
      description: 'Kind of record.',
      examples: ['agenda_item'],
    }),
    slug: Str('Slug of the record.', '2025-05-20-town-council-item-3-1'),
    meeting_slug: NullableStr('Slug of the meeting; null for a matter.', '2025-05-20-town-council'),
    date: NullableDate(
      'Date of the meeting, else that of the document, else the last date of the matter.',
      '2025-05-20',
    ),
    ...sectionFields,
  },
)

export const SearchItem = Obj('SearchItem', 'A search result.', {
  type: Type.String({
    enum: Object.values(searchTypes),
    description: 'Kind of record.',
    examples: ['motion'],
  }),
  slug: Str('Slug of the record. Motions and matters have a detail endpoint.', 'motion-c-1201'),
  title: Str('Title.', 'Pass By-law 4101, which rezones 212 Station Road for fourteen row houses…'),
  snippet: Str(
    'Matching passage, as plain text.',
    '…to permit fourteen row houses, a rear yard of 6.0 metres…',
  ),
  highlights: Type.Array(Type.Array(Type.Integer()), {
    description:
      'The start and the end of each word in `snippet` that is a word of `q` or a synonym, in UTF-16 code units.',
    examples: [[[25, 28]]],
  }),
  score: Type.Number({
    description:
      'Relevance: greater than 0, higher is better, comparable across kinds within one municipality. It grows with each word of `q` that a record has, more with rare words and those of the title. Only the 2,000 newest texts with a word are ranked; older ones with all words have 0.000000001.',
    examples: [9.31],
  }),
  meeting_slug: NullableStr('Slug of the meeting; null for a matter.', '2025-05-20-town-council'),
  meeting_date: NullableDate('Date of the meeting.', '2025-05-20'),
  date: NullableDate(
    'Date of the meeting, else that of the document, else the last date of the matter.',
    '2025-05-20',
  ),
  matter_slug: NullableStr('Slug of the matter, for /matters/{slug}.', 'pl-102'),
  matter_title: NullableStr('Title of the matter.', 'Fourteen row houses at 212 Station Road'),
  matter_outcome: Nullable(MatterOutcome),
  lapsed: Nullable(Bool('Whether the matter lapsed; null without a matter.', false)),
  lapsed_on: NullableDate('Date on which the matter lapsed, if that is known.', null),
  bylaw_slug: NullableStr(
    'Slug of the by-law that a document belongs to, for /bylaws/{slug}.',
    null,
  ),
  document_title: NullableStr('Title of the document, if the result is a section of one.', null),
  ...sectionFields,
  url: Str('URL of the page that shows it.', 'https://reeve.example/lowmere/motions/motion-c-1201'),
  missing_words: Type.Array(Type.String(), {
    description:
      'Words of `q` that the record lacks; empty if it has all. Words that people add to any question, such as vote or report, are never missed.',
    examples: [['lanes']],
  }),
  others: ArrayOf(
    GroupedItem,
    'Up to ten more texts that match, of the same matter or agenda item. Empty if only one `type` is searched: each record is then a result.',
  ),
})
export type SearchItem = Unlinked<typeof SearchItem>

const whose = {
  slug: Str('Slug of the municipality.', 'lowmere'),
  name: Str('Name of the municipality.', 'Town of Lowmere'),
  region: NullableStr(
    'Its province, territory or state, as in its division id: on, nb, ny. Null if that has none.',
    'on',
  ),
}

/** A result of a search of all municipalities. */
export const FoundItem = Obj(
  'FoundItem',
  'A search result, and whose record it is. Slugs are of that municipality.',
  { municipality: Obj('FoundIn', 'Whose record it is.', whose), ...SearchItem.properties },
)

export const FoundMeta = Obj('FoundMeta', 'About this response.', {
  ...SearchMeta.properties,
  municipalities: ArrayOf(
    Obj('FoundCount', 'How much a municipality has.', {
      ...whose,
      records: Int(
        'How many of its records have all words of `q`; with match=any, any of them.',
        3,
      ),
    }),
    'Those that have most, up to 100.',
  ),
  counted: Obj('FoundTotal', 'What `municipalities` counts.', {
    records: Int('How many records have all words of `q`; with match=any, any of them.', 12),
    municipalities: Int('How many municipalities have such a record.', 5),
    is_complete: Bool(
      'False if older texts have the words too: only the newest 10,000 are counted.',
      true,
    ),
  }),
})

/** For all results instead of a page of them. */
export const searchFormats = {
  ...downloadParameters,
  format: Type.Optional(
    Type.Unsafe<'json' | 'ndjson' | 'csv'>({
      ...{ type: 'string', enum: ['json', 'ndjson', 'csv'] },
      description:
        'json: one page. ndjson, csv: all results, up to 2,000; with more, a `VALIDATION_ERROR`. The header Reeve-Rows is their number. csv has no highlights and no lists.',
      examples: ['json'],
    }),
  ),
}

const searchText = { q: SearchText }

const kindsAndOrder = {
  type: Type.Optional(
    Type.String({
      maxLength: 200,
      description: `Comma-separated kinds to search: ${Object.keys(searchTypes).join(', ')}. Default: all.`,
      examples: ['motions,matters'],
    }),
  ),
  match: Type.Optional(
    Type.Unsafe<'best' | 'all' | 'any'>({
      type: 'string',
      enum: ['best', 'all', 'any'],
      description:
        'best (default): records with all words, then those with most of them. all: texts with all words. any: texts with any of them.',
      examples: ['best'],
    }),
  ),
  sort: Type.Optional(
    Type.Unsafe<'relevance' | 'date'>({
      type: 'string',
      enum: ['relevance', 'date'],
      description:
        'relevance (default): best first. date: newest first, those with all words before those with some.',
      examples: ['date'],
    }),
  ),
}

export const SearchQuery = Query({
  ...searchText,
  ...kindsAndOrder,
  date_from: DateFilter('Only results on or after this date.', '2026-01-01'),
  date_to: DateFilter('Only results on or before this date.', '2026-12-31'),
  organization: Filter('Slug of the organization that met.', 'town-council'),
  person: Filter(
    'Slug of a person who moved, seconded, voted, sponsored or spoke.',
    'helene-boisclair',
  ),
  ...numberedPaging,
})

export const SearchAllQuery = Query({
  ...searchText,
  region: Type.Optional(
    Type.String({
      pattern: regionPattern,
      description:
        'Only municipalities of this province, territory or state, as in their division ids: on, nb, ny.',
      examples: ['on'],
    }),
  ),
  municipality: Type.Optional(
    Type.String({
      maxLength: 101 * namedCouncilsMax,
      description: `Only these municipalities: up to ${namedCouncilsMax} slugs, separated by commas.`,
      examples: ['lowmere,ottawa'],
    }),
  ),
  from: DateFilter('Only results on or after this date.', '2026-01-01'),
  to: DateFilter('Only results on or before this date.', '2026-12-31'),
  ...kindsAndOrder,
  ...numberedPaging,
})

/** Rejects a `q` of more words than a search reads. */
export function assertFewWords({ count, max }: { count: number; max: number }): void {
  if (count <= max) return
  throw new ApiError('VALIDATION_ERROR', `q must have at most ${max} words, not ${count}.`)
}
