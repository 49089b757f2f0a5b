import { cutPage, type Position } from '../http/cursor.ts'
import type { Paging } from '../http/resource-routes.ts'
import { undatedFilters } from '../resources/_shared/queries.ts'
import type { Visit } from './visit.ts'

/** Rows of a list in a page for people: all are shown, on about seven screens of a phone. */
const rowsPerPage = 25

/** Of rows of one line. */
export const shortRowsPerPage = 50

export interface ListPage<R> {
  rows: R[]
  /** URL of the first page; undefined on it. */
  first: string | undefined
  /** URL of the next page; undefined on the last one. */
  next: string | undefined
  /** Records that dates or a year omit because their own are unknown. */
  undated?: number
}

/** One page of a list, by the cursor in its query. */
export async function readListPage<R>(
  { cursors, query, path, locale }: Visit,
  read: (paging: Paging) => Promise<R[]>,
  position: (row: R) => Position,
  perPage = rowsPerPage,
): Promise<ListPage<R>> {
  const { cursor, ...filters } = query
  // A cursor is the same in every language.
  const list = path.slice(locale.prefix.length)
  const scope = JSON.stringify([list, Object.entries(filters).sort()])
  const after = cursors.decode(cursor as string | undefined, scope)
  const rows = await read({ after, limit: perPage + 1 })
  const { rows: shown, nextCursor } = cutPage(rows, perPage, (last) =>
    cursors.encode(position(last), scope),
  )
  return {
    rows: shown,
    first: after === undefined ? undefined : urlOf(path, filters),
    next: nextCursor === null ? undefined : urlOf(path, { ...filters, cursor: nextCursor }),
  }
}

/** How many records the dates or the year of a query omit because their own are unknown; none after the first page. */
export async function countUndated<Filters extends object>(
  { query }: Pick<Visit, 'query'>,
  count: (filters: Filters) => Promise<number>,
): Promise<number> {
  const { cursor, view, ...filters } = query
  const left = cursor === undefined ? undatedFilters(filters) : undefined
  return left === undefined ? 0 : count(left as Filters)
}

/** A path with a query. */
export function urlOf(path: string, query: Readonly<Record<string, unknown>>): string {
  const given = Object.entries(query).filter(([, value]) => value !== undefined)
  if (given.length === 0) return path
  return `${path}?${new URLSearchParams(given.map(([name, value]) => [name, String(value)]))}`
}
