import { type TSchema, Type } from 'typebox'
import { errorTable } from './errors.ts'
import { ArrayOf, Bool, cursorExample, Int, NullableStr, Obj, Str } from './schema-types.ts'

const requestIdExample = '7c0f6f0e-3f5a-4f0e-9d4b-2f1f6f6f9a10'

const metaFields = {
  request_id: Str(
    'Request id, as in the X-Request-Id header. Quote it when you report a problem.',
    requestIdExample,
  ),
  ignored_parameters: Type.Optional(
    Type.Array(Type.String(), {
      description:
        'Unknown parameters that were ignored: up to ten names. With `Prefer: handling=strict` they are rejected.',
      examples: [['voterr']],
    }),
  ),
}
const notes = Type.Optional(
  Type.Array(Type.String(), {
    description:
      'If nothing is found: which filters have a value that is not on record, with the most similar one that is. On the first page with dates or a year: how many items are omitted because they have none.',
    examples: [['No motion has the result "Lost". Did you mean "Defeated"?']],
  }),
)

export const Meta = Obj('Meta', 'About this response.', metaFields)

const ListMeta = Obj('ListMeta', 'About this response.', { ...metaFields, notes })

export const SearchMeta = Obj('SearchMeta', 'About this response.', {
  ...metaFields,
  notes,
  matched: Type.String({
    enum: ['all', 'some', 'none'],
    description:
      'Whether a record has all words of `q`, or at best some of them, or nothing is found.',
    examples: ['all'],
  }),
  above: Int(
    'How many results have more than half of the best score: with sort=relevance, those that come first. The others also mention words of `q`.',
    3,
  ),
  suggestions: Type.Optional(
    Type.Array(Type.String(), {
      description:
        'If no record has all words: up to three queries that find something, with a similar word, or, if nothing is found, without one of the words.',
      examples: [['tenant']],
    }),
  ),
})

export const Pagination = Obj('Pagination', 'Position of this page in the list.', {
  has_more: Bool('Whether there is another page.', true),
  next_cursor: NullableStr(
    'Send this as `cursor` to get the next page; null when has_more is false.',
    cursorExample,
  ),
  per_page: Int('Page size used.', 20),
})

const SearchPagination = Obj('SearchPagination', 'Position of this page in the results.', {
  has_more: Bool('Whether there is another page.', true),
  next_cursor: Type.Null({
    description: 'Always null: search uses page numbers.',
    examples: [null],
  }),
  per_page: Int('Page size used.', 20),
  page: Int('Page number, from 1.', 1),
})

const OcdPagination = Obj('OcdPagination', 'Position of this page in the list.', {
  page: Int('Page number, from 1.', 1),
  per_page: Int('Page size used.', 20),
  max_page: Int('Last page number; at least 1.', 4),
  total_items: Int('Number of items on all pages.', 70),
})

type Titled = TSchema & { title?: string }
const nameOf = (schema: Titled) => schema.title ?? 'Item'

/** The items are of one schema each; a list with sums has several. */
export const PageOf = <T extends TSchema>(item: T, ...others: TSchema[]) =>
  Obj(`${nameOf(item)}Page`, 'One page of a list.', {
    data: ArrayOf(
      others.length === 0 ? item : (Type.Union([item, ...others]) as unknown as T),
      'Items of this page.',
    ),
    pagination: Pagination,
    meta: ListMeta,
  })

export const DetailOf = <T extends TSchema>(item: T) =>
  Obj(`${nameOf(item)}Answer`, 'One item.', { data: item, meta: Meta })

export const SearchOf = <T extends TSchema, M extends TSchema>(item: T, meta: M) =>
  Obj(`${nameOf(item)}Page`, 'One page of search results, best first.', {
    data: ArrayOf(item, 'Results of this page.'),
    pagination: SearchPagination,
    meta,
  })

export const OcdListOf = <T extends TSchema>(item: T) =>
  Obj(`${nameOf(item)}Page`, 'One page of a list.', {
    results: ArrayOf(item, 'Items of this page.'),
    pagination: OcdPagination,
  })

const codes = Object.keys(errorTable)

export const errorDescription = 'Error response; the same format for every status.'

export const ErrorResponse = Obj('Error', errorDescription, {
  error: Type.Object(
    {
      code: Type.String({
        enum: codes,
        description: 'Machine-readable error code.',
        examples: ['MEETING_NOT_FOUND'],
      }),
      message: Str(
        'What is wrong and how to fix it.',
        'Meeting "2026-01-01-council" does not exist.',
      ),
      status: Int('HTTP status code.', 404),
    },
    { description: 'Details of the error.' },
  ),
})

export function detailResponse<T>(
  data: T,
  requestId: string,
): { data: T; meta: { request_id: string } } {
  return { data, meta: { request_id: requestId } }
}

export function searchPage<T, M extends Type.Static<typeof SearchMeta>>(
  data: T[],
  position: { hasMore: boolean; page: number; perPage: number },
  meta: M,
) {
  return {
    data,
    pagination: {
      has_more: position.hasMore,
      next_cursor: null,
      per_page: position.perPage,
      page: position.page,
    },
    meta,
  }
}
