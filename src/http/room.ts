import type { FastifyReply, FastifyRequest } from 'fastify'
import { dateInZone } from '../core/calendar-date.ts'
import type { Clock } from '../core/clock.ts'
import type { ReadStore } from '../store/open.ts'
import { type Cursors, cutPage, type Position } from './cursor.ts'
import { ocdPage, page } from './envelope.ts'
import { sendLinks } from './links.ts'
import type { OrderedIdCache } from './ordered-id-cache.ts'

/** What every room of `resources/` is given. */
export interface RoomTools {
  store: ReadStore
  cursors: Cursors
  orderedIds: OrderedIdCache
  /** Scheme and host under which programs call the API. */
  baseUrl: string
  clock: Clock
}

/** The municipality of a request and what day it is there. */
export function placeOf(
  { municipality }: FastifyRequest,
  { clock }: RoomTools,
): { municipalityId: number; today: string } {
  return { municipalityId: municipality.id, today: dateInZone(clock.now(), municipality.timeZone) }
}

/** The request, the answer in the making, and the tools: what a list needs besides its own query. */
export interface ListCall {
  request: FastifyRequest
  reply: FastifyReply
  tools: RoomTools
}

// As many rows are read as the least of these that is more than the page holds: so there are few different statements.
const rowsRead = [21, 101]

/** Which part of a cursor list to read: rows after a position, at least one more than the page holds. */
export interface Paging {
  after: Position | undefined
  limit: number
}

/** Answers one page of a v1 list (contract 4.2, rule 3). */
export async function answerList<R, T>(
  { request, reply, tools }: ListCall,
  list: {
    read: (paging: Paging) => Promise<R[]>
    /** The values by which the list is ordered; the last one is unique. */
    position: (row: R) => Position
    represent: (row: R) => T
  },
) {
  const {
    cursor,
    per_page: perPage,
    ...filters
  } = request.query as { cursor?: string; per_page: number }
  const scope = JSON.stringify([
    request.routeOptions.url,
    request.municipality.id,
    Object.entries(filters).sort(),
  ])
  const rows = await list.read({
    after: tools.cursors.decode(cursor, scope),
    limit: rowsToRead(perPage),
  })
  const encode = (last: R) => tools.cursors.encode(list.position(last), scope)
  const { rows: shown, nextCursor } = cutPage(rows, perPage, encode)
  if (nextCursor !== null)
    sendLinks(request, reply, tools.baseUrl, { next: { cursor: nextCursor } })
  return page(shown.map(list.represent), { nextCursor, perPage }, request.id)
}

function rowsToRead(perPage: number): number {
  return rowsRead.find((count) => count > perPage) ?? perPage + 1
}

/** Answers one page of an OCD list (contract 4.3). */
export async function answerOcdList<R, T>(
  { request, reply, tools }: ListCall,
  list: {
    /** Rows and total, of one state of the database. */
    read: (range: { limit: number; offset: number }) => Promise<{ rows: R[]; total: number }>
    represent: (row: R) => T
  },
) {
  const { page: number, per_page: perPage } = request.query as { page: number; per_page: number }
  const range = { limit: perPage, offset: (number - 1) * perPage }
  const { rows, total } = await list.read(range)
  const answer = ocdPage(rows.map(list.represent), { page: number, perPage, total })
  const last = answer.pagination.max_page
  sendLinks(request, reply, tools.baseUrl, {
    first: { page: 1 },
    ...(number > 1 ? { prev: { page: Math.min(number - 1, last) } } : {}),
    ...(number < last ? { next: { page: number + 1 } } : {}),
    last: { page: last },
  })
  return answer
}
