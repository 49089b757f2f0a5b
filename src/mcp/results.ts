import { dateInZone } from '../core/calendar-date.ts'
import type { Clock } from '../core/clock.ts'
import { shorten } from '../core/shorten.ts'
import { councilLookup } from '../explore/to-visit.ts'
import type { Municipality } from '../http/admission.ts'
import type { Cursors, Position } from '../http/cursor.ts'
import { ApiError } from '../http/errors.ts'
import type { ReadStore } from '../store/open.ts'
import type { SearchClient } from '../store/search/queue.ts'
import { findCouncilName, ToolError } from './names.ts'
import { findSpan } from './queries.ts'
import { itemsMax } from './schema.ts'

export interface McpTools {
  store: ReadStore
  cursors: Cursors
  clock: Clock
  config: { siteUrl: string }
}

/** What one call of a tool reads. */
export interface CallTools extends McpTools {
  client: SearchClient
}

/** The council of a call. */
export interface Council {
  municipality: Municipality
  municipalityId: number
  slug: string
  today: string
  /** The URL of its pages. */
  pages: string
  /** Where the last import was from. */
  sourceUrl: string | null
}

/** The council with a slug or a name; throws `ToolError`. */
export async function findCouncil(tools: CallTools, given: string): Promise<Council> {
  const { slug } = await findCouncilName(tools.store.db, given)
  const found = await readCouncil(tools, slug)
  if (found === undefined) throw new ToolError(`The council ${slug} was removed.`)
  return found
}

/** Undefined if there is no such council. */
export async function readCouncil(
  { store, clock, config }: CallTools,
  slug: string,
): Promise<Council | undefined> {
  const found = await councilLookup(store, { namesMax: 0 })(slug)
  if (found === undefined) return undefined
  const { municipality, importState } = found
  return {
    ...{ municipality, municipalityId: municipality.id, slug },
    today: dateInZone(clock.now(), municipality.timeZone),
    pages: `${config.siteUrl}/${slug}`,
    sourceUrl: importState.last?.url ?? null,
  }
}

interface Days {
  from?: string | undefined
  to?: string | undefined
}

/** The days that a result covers, and how they relate to those of the record. */
export interface Covered {
  /** Those of the arguments, else those of the record; null if open. */
  period: { from: string | null; to: string | null }
  /** The days of the first and the last meeting. */
  record: { from: string | null; to: string | null }
  beginsBefore: boolean
  isOutside: boolean
}

/** Throws `ToolError` if from is after to. */
export async function periodOf(
  { store }: CallTools,
  { municipalityId }: Council,
  { from, to }: Days,
): Promise<Covered> {
  if (from !== undefined && to !== undefined && from > to)
    throw new ToolError(`from (${from}) must not be after to (${to}).`)
  const { first, last } = await findSpan(store.db, municipalityId)
  const endsBefore = to !== undefined && first !== null && to < first
  const beginsAfter = from !== undefined && last !== null && from > last
  return {
    period: {
      from: from ?? (endsBefore ? null : first),
      to: to ?? (beginsAfter ? null : last),
    },
    record: { from: first, to: last },
    beginsBefore: from !== undefined && first !== null && from < first,
    isOutside: endsBefore || beginsAfter,
  }
}

/** What a result says of its days; `isEmpty` if it found nothing. */
export const daysIn = ({ period, record, beginsBefore, isOutside }: Covered, isEmpty: boolean) => ({
  ...(isOutside && isEmpty && { recorded: 'none', outside_record: true }),
  ...(beginsBefore && { period_before_record: true }),
  ...{ period, record },
})

/** A URL with the parameters that are given. */
export function urlWith(url: string, query: Readonly<Record<string, unknown>>): string {
  const given = Object.entries(query).filter(([, value]) => value !== undefined)
  if (given.length === 0) return url
  return `${url}?${new URLSearchParams(given.map(([name, value]) => [name, String(value)]))}`
}

/** Bytes of a result: Claude Code rejects more than 25,000 tokens. */
export const resultMax = 32 * 1024

export const bytesOf = (value: unknown): number => Buffer.byteLength(JSON.stringify(value))

export interface ListOptions<Row> {
  /** Of the council; 0 for a list of councils. */
  scopeId: number
  tool: string
  /** The arguments without `next`. */
  filters: Readonly<Record<string, unknown>>
  next: string | undefined
  /** Items of a page, at most `itemsMax`. */
  limit?: number | undefined
  read: (range: { after: Position | undefined; limit: number }) => Promise<Row[]>
  position: (row: Row) => Position
  represent: (rows: readonly Row[]) => Promise<readonly object[]>
}

/** Bytes of a result besides its items. */
const frameMax = 4096

/** As many items of a list as fit into a result, and where the next page begins. */
export async function readPage<Row>({ cursors }: CallTools, list: ListOptions<Row>) {
  const { scopeId, tool, filters, next, limit = itemsMax, read, position, represent } = list
  if (limit === 0) return { items: [], next: null }
  const scope = JSON.stringify(['mcp', tool, scopeId, Object.entries(filters).sort()])
  const rows = await read({ after: positionIn(cursors, next, scope), limit: limit + 1 })
  const items = await represent(rows.slice(0, limit))
  let bytes = frameMax
  let shown = 0
  for (const item of items) {
    bytes += bytesOf(item) + 1
    if (bytes > resultMax && shown > 0) break
    shown += 1
  }
  const last = rows[shown - 1]
  const hasMore = rows.length > shown && last !== undefined
  return {
    items: items.slice(0, shown),
    next: hasMore ? cursors.encode(position(last), scope) : null,
  }
}

function positionIn(cursors: Cursors, next: string | undefined, scope: string) {
  try {
    return cursors.decode(next, scope)
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    throw new ToolError(
      'next must be from a result of the same arguments; omit it for the first page.',
    )
  }
}

/** A text of the record, at most this long, as an assistant reads it. */
export function textOf(text: string | null | undefined, max = 500): string | null {
  return text === null || text === undefined ? null : shorten(text, max)
}
