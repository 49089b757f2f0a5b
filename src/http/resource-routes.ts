import type { FastifyReply, FastifyRequest } from 'fastify'
import { dateInZone } from '../core/calendar-date.ts'
import type { Municipality } from './admission.ts'
import { type Cursors, cutPage, type Position } from './cursor.ts'
import type { DownloadTools } from './list-download.ts'
import type { RequestQueue } from './request-queue.ts'

/** Dependencies of every module in `resources/`. */
export interface RouteDeps extends DownloadTools {
  cursors: Cursors
  requestQueue: RequestQueue
  /** Scheme and host under which programs call the API. */
  baseUrl: string
  version: string
}

/** The municipality of a request and the current date in its time zone. */
export function requestScope(
  { municipality }: FastifyRequest,
  { clock }: Pick<RouteDeps, 'clock'>,
): { municipalityId: number; today: string } {
  return { municipalityId: municipality.id, today: dateInZone(clock.now(), municipality.timeZone) }
}

/** Undefined for a list of municipalities. */
function municipalityOf({ municipality }: FastifyRequest): Municipality | undefined {
  return municipality
}

export interface ListContext {
  request: FastifyRequest
  reply: FastifyReply
  deps: RouteDeps
}

// Two fixed limits keep the number of distinct prepared statements small.
const rowsRead = [21, 101]

/** `limit` exceeds the page size by at least one, so that a further page is detected. */
export interface Paging {
  after: Position | undefined
  limit: number
}

/** The first rows, by the statement of a small page. */
export const onePage: Paging = { after: undefined, limit: 21 }

/** One page of a v1 list, paged by cursor. */
export async function listResponse<R, T>(
  { request, reply, deps }: ListContext,
  list: {
    read: (paging: Paging) => Promise<R[]>
    /** The sort key of a row; its last value is unique. */
    position: (row: R) => Position
    represent: (row: R) => T
  },
) {
  const {
    cursor,
    per_page: perPage,
    format: _,
    ...filters
  } = request.query as { cursor?: string; per_page: number; format?: 'json' }
  const scope = JSON.stringify([
    request.routeOptions.url,
    municipalityOf(request)?.id,
    Object.entries(filters).sort(),
    ...slugOf(request),
  ])
  const rows = await list.read({
    after: deps.cursors.decode(cursor, scope),
    limit: rowsToRead(perPage),
  })
  const encode = (last: R) => deps.cursors.encode(list.position(last), scope)
  const { rows: shown, nextCursor } = cutPage(rows, perPage, encode)
  if (nextCursor !== null) sendLinks(request, reply, deps.baseUrl, { next: { cursor: nextCursor } })
  return {
    data: shown.map(list.represent),
    pagination: {
      has_more: nextCursor !== null,
      next_cursor: nextCursor,
      per_page: perPage,
    },
    meta: { request_id: request.id },
  }
}

/** Of a list that belongs to a record. */
function slugOf({ params }: FastifyRequest): string[] {
  const { slug } = params as { slug?: string }
  return slug === undefined ? [] : [slug]
}

/** At least one more than the page has. */
export function rowsToRead(perPage: number): number {
  return rowsRead.find((count) => count > perPage) ?? perPage + 1
}

/** One page of an Open Civic Data list, paged by number. */
export async function ocdListResponse<R, T>(
  { request, reply, deps }: ListContext,
  list: {
    /** Rows and total must come from one database snapshot. */
    read: (range: {
      limit: number
      offset: number
      updatedSince: string | undefined
    }) => Promise<{ rows: R[]; total: number }>
    represent: (row: R) => T
  },
) {
  const {
    page: number,
    per_page: perPage,
    updated_since: updatedSince,
  } = request.query as { page: number; per_page: number; updated_since?: string }
  const range = { limit: perPage, offset: (number - 1) * perPage, updatedSince }
  const { rows, total } = await list.read(range)
  const last = Math.max(1, Math.ceil(total / perPage))
  sendLinks(request, reply, deps.baseUrl, {
    first: { page: 1 },
    ...(number > 1 ? { prev: { page: Math.min(number - 1, last) } } : {}),
    ...(number < last ? { next: { page: number + 1 } } : {}),
    last: { page: last },
  })
  return {
    results: rows.map(list.represent),
    pagination: { page: number, per_page: perPage, max_page: last, total_items: total },
  }
}

/**
 * Sets `Link` (RFC 8288) to other pages of the same list. Built from the parsed parameters only, never from the URL as
 * sent, because a cached response is sent to other clients.
 */
export function sendLinks(
  request: FastifyRequest,
  reply: FastifyReply,
  baseUrl: string,
  links: Record<string, Record<string, string | number>>,
): void {
  const { routeOptions, query, params } = request
  const slugs: Record<string, string> = { ...(params as object) }
  const slug = municipalityOf(request)?.slug
  if (slug !== undefined) slugs.municipality = slug
  const path = routeOptions.url?.replace(/:(\w+)/g, (_, name: string) =>
    encodeURIComponent(slugs[name] ?? ''),
  )
  const parameters = new URLSearchParams()
  const setAll = (values: object) => {
    for (const [name, value] of Object.entries(values)) parameters.set(name, String(value))
  }
  setAll(query as object)
  parameters.sort()
  // All links of a response set the same parameters.
  const values = Object.entries(links).map(([rel, changes]) => {
    setAll(changes)
    return `<${baseUrl}${path}?${parameters}>; rel="${rel}"`
  })
  if (values.length > 0) reply.header('link', values.join(', '))
}

/** The URL below which the municipality of a request has its pages, of one kind such as `motions` or of all. */
export function pagesOf(
  { municipality }: FastifyRequest,
  { siteUrl }: Pick<RouteDeps, 'siteUrl'>,
  kind?: string,
): string {
  const pages = `${siteUrl}/${municipality.slug}`
  return kind === undefined ? pages : `${pages}/${kind}`
}

/** Adds the URL of the page that shows a record. */
export function linked<T extends { slug: string }>(item: T, pages: string): T & { url: string } {
  return Object.assign(item, { url: `${pages}/${item.slug}` })
}
