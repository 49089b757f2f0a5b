import { type Static, type TSchema, Type } from 'typebox'
import { errorTable } from './errors.ts'
import { cursorExample } from './parameters.ts'
import { ArrayOf, Bool, Int, NullableStr, Obj, Str } from './schema-types.ts'

const requestIdExample = '7c0f6f0e-3f5a-4f0e-9d4b-2f1f6f6f9a10'

const Meta = Obj('Meta', 'About this answer.', {
  request_id: Str(
    'Id of this request, as in the header X-Request-Id. Quote it when you report a problem.',
    requestIdExample,
  ),
  ignored_parameters: Type.Optional(
    Type.Array(Type.String(), {
      description:
        'Parameters that this endpoint does not know, if there are any: at most ten names. `Prefer: handling=strict` rejects them.',
      examples: [['voterr']],
    }),
  ),
})

const Pagination = Obj('Pagination', 'Where this page stands.', {
  has_more: Bool('Whether another page follows.', true),
  next_cursor: NullableStr(
    'Send as `cursor` for the next page; null exactly when has_more is false.',
    cursorExample,
  ),
  per_page: Int('Page size used.', 20),
})

const SearchPagination = Obj('SearchPagination', 'Where this page of results stands.', {
  has_more: Bool('Whether another page follows.', true),
  next_cursor: Type.Null({
    description: 'Always null: search pages by number.',
    examples: [null],
  }),
  per_page: Int('Page size used.', 20),
  page: Int('Number of this page, from 1.', 1),
})

const OcdPagination = Obj('OcdPagination', 'Where this page stands (contract 4.3).', {
  page: Int('Number of this page, from 1.', 1),
  per_page: Int('Page size used.', 20),
  max_page: Int('Number of the last page; at least 1.', 4),
  total_items: Int('Entities in all pages together.', 70),
})

type Titled = TSchema & { title?: string }
const nameOf = (schema: Titled) => schema.title ?? 'Item'

/** v1 list envelope (contract 2.1). */
export const ListOf = <T extends TSchema>(item: T) =>
  Obj(`${nameOf(item)}Page`, 'One page of a list.', {
    data: ArrayOf(item, 'The items of this page.'),
    pagination: Pagination,
    meta: Meta,
  })

/** v1 detail envelope (contract 2.1). */
export const DetailOf = <T extends TSchema>(item: T) =>
  Obj(`${nameOf(item)}Answer`, 'One item.', { data: item, meta: Meta })

/** v1 search envelope (contract 2.1). */
export const SearchOf = <T extends TSchema>(item: T) =>
  Obj(`${nameOf(item)}Page`, 'One page of search results, best first.', {
    data: ArrayOf(item, 'The results of this page.'),
    pagination: SearchPagination,
    meta: Meta,
  })

/** OCD list envelope (contract 4.3). */
export const OcdListOf = <T extends TSchema>(item: T) =>
  Obj(`${nameOf(item)}Page`, 'One page of a list.', {
    results: ArrayOf(item, 'The entities of this page.'),
    pagination: OcdPagination,
  })

const codes = Object.keys(errorTable)

export const errorDescription = 'Every error, whatever its status.'

/** Error envelope (contract 7). */
export const ErrorResponse = Obj('Error', errorDescription, {
  error: Type.Object(
    {
      code: Type.String({
        enum: codes,
        description: 'What went wrong, for programs.',
        examples: ['MEETING_NOT_FOUND'],
      }),
      message: Str(
        'What went wrong and what would be right, for people.',
        'No meeting "2026-01-01-council" here.',
      ),
      status: Int('The HTTP status, again.', 404),
    },
    { description: 'What went wrong.' },
  ),
})

export type Page<T> = {
  data: T[]
  pagination: Static<typeof Pagination>
  meta: { request_id: string }
}

/** Wraps one item. */
export function answer<T>(data: T, requestId: string): { data: T; meta: { request_id: string } } {
  return { data, meta: { request_id: requestId } }
}

/** Wraps one page of a cursor list. */
export function page<T>(
  data: T[],
  position: { nextCursor: string | null; perPage: number },
  requestId: string,
): Page<T> {
  return {
    data,
    pagination: {
      has_more: position.nextCursor !== null,
      next_cursor: position.nextCursor,
      per_page: position.perPage,
    },
    meta: { request_id: requestId },
  }
}

/** Wraps one page of search results. */
export function searchPage<T>(
  data: T[],
  position: { hasMore: boolean; page: number; perPage: number },
  requestId: string,
) {
  return {
    data,
    pagination: {
      has_more: position.hasMore,
      next_cursor: null,
      per_page: position.perPage,
      page: position.page,
    },
    meta: { request_id: requestId },
  }
}

/** Wraps one page of an OCD list. */
export function ocdPage<T>(
  results: T[],
  position: { page: number; perPage: number; total: number },
) {
  return {
    results,
    pagination: {
      page: position.page,
      per_page: position.perPage,
      max_page: Math.max(1, Math.ceil(position.total / position.perPage)),
      total_items: position.total,
    },
  }
}
