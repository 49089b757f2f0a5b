import { PassThrough, Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { TSchema } from 'typebox'
import { queueClientOf } from '../access/networks.ts'
import { dateInZone } from '../core/calendar-date.ts'
import type { Clock } from '../core/clock.ts'
import { FairQueue, TooBusy } from '../core/fair-queue.ts'
import { ownIteration } from '../store/iterations.ts'
import type { ReadDatabase, ReadStore } from '../store/open.ts'
import type { Municipality } from './admission.ts'
import { type CsvOptions, columnsOf, csvHeader, csvLines } from './csv.ts'
import type { Position } from './cursor.ts'
import { ApiError } from './errors.ts'
import type { RequestQueue } from './request-queue.ts'
import { type DownloadParameters, perPageDefault } from './schema-types.ts'

type DownloadFormat = 'ndjson' | 'csv'

const contentTypes: Record<DownloadFormat, string> = {
  csv: 'text/csv; charset=utf-8; header=present',
  ndjson: 'application/x-ndjson; charset=utf-8',
}

/** Rows of one statement: few, because other requests wait for it. */
const batchSize = 250

/** A list with no more rows and characters is sent at once, so that no download of others delays it. */
const small = { rows: 1000, characters: 256 * 1024 }

const defaultLimits = {
  /** Downloads at once, in each process; one network leaves one of them to others. */
  concurrency: 4,
  /** Of one client, running or waiting. */
  perClient: 2,
  /** Downloads that may wait for another to end, and how long. */
  waitingMax: 64,
  waitMs: 20_000,
  /** How long a client may not read; less than PostgreSQL lets a transaction be idle. */
  stallMs: 20_000,
  /** How long a download may take, because SQLite's write-ahead log cannot shrink meanwhile. */
  totalMs: 300_000,
}

/** A list as a whole. */
interface WholeList<Row, Item extends object> {
  /** What the rows are, in the name of the file. */
  name: string
  item: TSchema
  read: (db: ReadDatabase, paging: { after: Position | undefined; limit: number }) => Promise<Row[]>
  count: (db: ReadDatabase) => Promise<number>
  /** The sort key of a row; its last value is unique. */
  position: (row: Row) => Position
  represent: (row: Row) => Item
  /** The columns, if they depend on the rows; may throw before the response begins. */
  columns?: (db: ReadDatabase) => Promise<TSchema>
  /** The items of successive rows, if not one of each. */
  group?: (rows: readonly Row[], isLast: boolean) => Item[]
}

interface DownloadOptions extends CsvOptions {
  format: DownloadFormat
  /** Name of another table of the list. */
  layout: string | undefined
}

/** Undefined if a page is asked for. Throws VALIDATION_ERROR for parameters that do not go together. */
export function readDownloadOptions({
  format = 'json',
  for: use,
  layout,
  cursor,
  per_page: perPage = perPageDefault,
}: DownloadParameters): DownloadOptions | undefined {
  if (use !== undefined && format !== 'csv')
    throw new ApiError('VALIDATION_ERROR', 'for requires format=csv.')
  if (layout !== undefined && format !== 'csv')
    throw new ApiError('VALIDATION_ERROR', 'layout requires format=csv.')
  if (format === 'json') return undefined
  if (cursor !== undefined || perPage !== perPageDefault)
    throw new ApiError(
      'VALIDATION_ERROR',
      `format=${format} is the whole list: omit cursor and per_page.`,
    )
  return { format, forSpreadsheet: use === 'spreadsheet', layout }
}

export interface DownloadTools {
  store: ReadStore
  clock: Clock
  /** Scheme and host of the pages. */
  siteUrl: string
  downloads: Downloads
  requestQueue: RequestQueue
}

export interface DownloadContext {
  request: FastifyRequest
  reply: FastifyReply
  deps: DownloadTools
}

/** Sends all of a list; the slug is that of the record that it belongs to. */
export type DownloadList = (
  context: DownloadContext,
  list: { slug?: string; filters: object },
  options: DownloadOptions,
) => Promise<FastifyReply>

/** Sends whole lists, each from one snapshot of the database, a few at once. */
export class Downloads {
  readonly #limits: typeof defaultLimits
  readonly #queue: FairQueue

  constructor(limits: Partial<typeof defaultLimits> = {}) {
    this.#limits = { ...defaultLimits, ...limits }
    const { concurrency, waitingMax, waitMs } = this.#limits
    this.#queue = new FairQueue(concurrency, Math.max(1, concurrency - 1), { waitingMax, waitMs })
  }

  /** Resolves when the response begins. A response that cannot be completed is cut, so that it is not taken for whole. */
  async send<Row, Item extends object>(
    context: DownloadContext,
    list: WholeList<Row, Item>,
    options: DownloadOptions,
  ): Promise<FastifyReply> {
    const { reply } = context
    const whole = await readSmall(context, list, options)
    if (whole === undefined) return this.#sendInSlot(context, list, options)
    describe(context, { name: list.name, total: whole.total, options })
    // Not as text, which the cache of responses would keep without these headers.
    return reply.send(Buffer.from(whole.text))
  }

  #sendInSlot<Row, Item extends object>(
    context: DownloadContext,
    list: WholeList<Row, Item>,
    options: DownloadOptions,
  ): Promise<FastifyReply> {
    const { request, reply, deps } = context
    const { perClient } = this.#limits
    const client = clientOf(request)
    const quotas = [[client.member, perClient]] as const
    // It waits for a connection of its own, not for one of those that requests share.
    deps.requestQueue.end(request)
    return new Promise((resolve, reject) => {
      let hasBegun = false
      const begin = (sent: FastifyReply) => {
        hasBegun = true
        resolve(sent)
      }
      const download = async () => {
        // The download before it has ended in this iteration.
        await ownIteration()
        if (request.socket.destroyed) return resolve(reply.hijack())
        const body = await deps.store.readAlone((db) =>
          this.#send(db, { context, list, options, begin }),
        )
        // Last, so that a client which has read it all has no download left.
        body?.end()
      }
      this.#queue.run({ ...client, quotas }, download).catch((error: unknown) => {
        if (!hasBegun)
          return reject(error instanceof TooBusy ? tooManyDownloads(reply, perClient) : error)
        reply.raw.destroy()
        request.log.info({ reason: String(error) }, 'a download was cut')
      })
    })
  }

  async #send<Row, Item extends object>(
    db: ReadDatabase,
    { context, list, options, begin }: Started<Row, Item>,
  ): Promise<PassThrough | undefined> {
    const { request, reply } = context
    const first = await list.read(db, { after: undefined, limit: batchSize })
    const isCounted = list.group === undefined && first.length < batchSize
    const total = isCounted ? first.length : await list.count(db)
    const item = (await list.columns?.(db)) ?? list.item
    describe(context, { name: list.name, total, options })
    if (request.method === 'HEAD') {
      begin(reply.send(Readable.from([])))
      return undefined
    }
    const body = new PassThrough()
    begin(reply.send(body))
    const texts = this.#texts(db, first, { context, list: { ...list, item }, options, body })
    const signal = AbortSignal.timeout(this.#limits.totalMs)
    try {
      await pipeline(texts, body, { signal, end: false })
    } catch (error) {
      body.destroy(error as Error)
      throw error
    }
    return body
  }

  async *#texts<Row, Item extends object>(
    db: ReadDatabase,
    first: Row[],
    { context, list, options, body }: Writing<Row, Item>,
  ): AsyncGenerator<string> {
    const write = writerOf(context, list.item, options)
    let rows = first
    yield write.header
    while (rows.length > 0) {
      const items = list.group?.(rows, rows.length < batchSize) ?? rows.map(list.represent)
      const text = write.lines(items)
      const cut = () => body.destroy(new Error('the client does not read'))
      const stalled = setTimeout(cut, this.#limits.stallMs)
      try {
        yield text
      } finally {
        clearTimeout(stalled)
      }
      const last = rows.at(-1)
      if (last === undefined || rows.length < batchSize) return
      // SQLite's statements and a fast client would leave no time to other requests.
      await ownIteration()
      rows = await list.read(db, { after: list.position(last), limit: batchSize })
    }
    // Of rows that fill their batches, it is not known before that they were the last.
    yield write.lines(list.group?.(rows, true) ?? [])
  }
}

/** All of a list and its number of rows; undefined if it is not small. */
function readSmall<Row, Item extends object>(
  context: DownloadContext,
  list: WholeList<Row, Item>,
  options: DownloadOptions,
): Promise<{ text: string; total: number } | undefined> {
  const { request, deps } = context
  if (list.group !== undefined) return Promise.resolve(undefined)
  return deps.store.readLong(queueClientOf(request.ip), async (db) => {
    const write = writerOf(context, list.item, options)
    let text = write.header
    let total = 0
    for (let after: Position | undefined; !request.socket.destroyed; await ownIteration()) {
      const rows = await list.read(db, { after, limit: batchSize })
      text += write.lines(rows.map(list.represent))
      total += rows.length
      const last = rows.at(-1)
      if (total > small.rows || text.length > small.characters) return undefined
      if (last === undefined || rows.length < batchSize) return { text, total }
      after = list.position(last)
    }
    return undefined
  })
}

/** Sets the headers of a list. */
function describe(
  { request, reply, deps }: DownloadContext,
  { name, total, options: { format } }: { name: string; total: number; options: DownloadOptions },
): void {
  reply.type(contentTypes[format])
  reply.header('reeve-rows', String(total))
  const file = `${fileName(request, name, deps.clock.now())}.${format}`
  reply.header('content-disposition', `attachment; filename="${file}"`)
}

/** With the municipality, if the list is of one, and the date there. */
function fileName({ municipality, params }: FastifyRequest, list: string, now: number): string {
  // A list of municipalities has none.
  const { slug, timeZone } = (municipality as Municipality | undefined) ?? { timeZone: 'UTC' }
  // The list of a person.
  const { slug: person } = params as { slug?: string }
  const parts = [slug, person, list, dateInZone(now, timeZone)]
  return parts.filter((part) => part !== undefined).join('-')
}

interface Writing<Row, Item extends object> {
  context: DownloadContext
  list: WholeList<Row, Item>
  options: DownloadOptions
  body: PassThrough
}

type Started<Row, Item extends object> = Omit<Writing<Row, Item>, 'body'> & {
  begin: (reply: FastifyReply) => void
}

function writerOf({ reply }: DownloadContext, item: TSchema, options: DownloadOptions) {
  if (options.format === 'csv') {
    const columns = columnsOf(item)
    return {
      header: csvHeader(columns, options),
      lines: (items: object[]) => csvLines(columns, items as Record<string, unknown>[], options),
    }
  }
  const serialize = reply.compileSerializationSchema(item as unknown as Record<string, unknown>)
  return {
    header: '',
    lines: (items: object[]) => items.map((one) => `${serialize({ ...one })}\n`).join(''),
  }
}

/** Whichever keys and addresses a client uses, they are in one network, or of one account. */
function clientOf({ accountId, ip }: FastifyRequest): { group: string; member: string } {
  const { group, member } = queueClientOf(ip)
  return { group, member: accountId || member }
}

function tooManyDownloads(reply: FastifyReply, perClient: number): ApiError {
  reply.header('retry-after', '60')
  return new ApiError(
    'RATE_LIMIT_EXCEEDED',
    `There are too many downloads at once; one client may have ${perClient}. Wait for one to end, or 60 seconds.`,
  )
}

interface PublishedScope {
  municipalityId: number
  today: string
  /** The URL below which the municipality has its pages. */
  pages: string
}

/** A list of the API as it is published: its rows without filters. */
export interface PublishedList {
  name: string
  item: TSchema
  /** The items of the API, in the order of the list. */
  batches(db: ReadDatabase, scope: PublishedScope): AsyncIterable<object[]>
}
