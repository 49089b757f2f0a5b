import { classifyAction } from '../../kit/action-classification.ts'
import type { Diagnostics } from '../../kit/diagnostics.ts'
import type { EmitOnce } from '../../kit/emit-once.ts'
import { type JsonApi, listPages, type Page } from '../../kit/json-api.ts'
import type { ShapeCheck } from '../../kit/shape-issues.ts'
import { SourceError } from '../../source.ts'
import type { Action, Event, EventItem, HistoryStep, Matter } from '../model.ts'
import type { Reading as Records } from '../records/meetings.ts'
import { toEvent, toItem, toMatter, toRollCall, toStep, toVotes } from './map.ts'
import { type EventRow, type MatterRow, rowChecks, type TextRow } from './schema.ts'
import { latestOf } from './versions.ts'

export type Reading = Pick<Records, 'diagnostics'> & {
  api: JsonApi
  /** The ids of steps and items that were found to have no votes. */
  unvoted: Set<number>
}

/** The valid rows; the issues of the others are added as errors. */
export function validRows<T>(
  rows: readonly unknown[],
  check: ShapeCheck<T>,
  { url, subject, diagnostics }: { url: string; subject: string; diagnostics: Diagnostics },
): T[] {
  return rows.flatMap((row) => {
    const found = { location: url, subject: nameOf(row, subject) }
    return diagnostics.validate(check, row, found) ?? []
  })
}

// The first field of every Legistar row is its id.
function nameOf(row: unknown, subject: string): string {
  const [id] = typeof row === 'object' && row !== null ? Object.values(row) : []
  return typeof id === 'number' ? `${subject} ${id}` : subject
}

/** A matter with its history and votes, sponsors, attachments and text. */
export async function readMatter(row: MatterRow, reading: Reading): Promise<Matter> {
  const path = `Matters/${row.MatterId}`
  const [sponsors, attachments, text, history] = await Promise.all([
    readList(`${path}/Sponsors`, rowChecks.sponsor, 'sponsor', reading),
    readList(`${path}/Attachments`, rowChecks.attachment, 'attachment', reading),
    readText(row, reading),
    readHistory(row.MatterId, reading),
  ])
  return toMatter(row, { sponsors, attachments, text }, history, reading.api.urlOf(path))
}

/** A matter by its id; undefined if it is gone or not public. */
export async function readListedMatter(
  id: number,
  reading: Reading & { emitted: EmitOnce },
): Promise<Matter | undefined> {
  const row = await findOne(`Matters/${id}`, rowChecks.matter, 'Matters', reading)
  if (row?.MatterRestrictViewViaWeb === true) reading.emitted.withhold('matter', String(id))
  else if (row !== undefined) return readMatter(row, reading)
  return undefined
}

/** A meeting with its items and roll calls, without votes. */
export async function readEvent(row: EventRow, reading: Reading): Promise<Event> {
  const { api, diagnostics } = reading
  const url = api.urlOf(`Events/${row.EventId}/EventItems`, {
    AgendaNote: '1',
    MinutesNote: '1',
    Attachments: '1',
  })
  const response = await api.get(url)
  const rows = validRows(listIn(response, url), rowChecks.item, {
    url,
    subject: 'item',
    diagnostics,
  })
  const items = await Promise.all(
    rows.map(async (item) => {
      const called = item.EventItemRollCallFlag ? await readRollCall(item.EventItemId, reading) : []
      return toItem(item, called, api.urlOf(`EventItems/${item.EventItemId}`))
    }),
  )
  items.sort((left, right) => left.sequence - right.sequence || left.id - right.id)
  return { ...toEvent(row, api.urlOf(`Events/${row.EventId}`)), items }
}

const neverVoted: ReadonlySet<string> = new Set([
  ...['introduction', 'enrolled', 'became-law', 'executive-receipt', 'executive-signature'],
])

// A tie may have votes without a result.
function mayHaveVotes({ result, name, text }: Action): boolean {
  const description = name ?? text
  if (result !== null || description === null) return result !== null
  const [kind = ''] = classifyAction({ description, body: null, result })
  return !neverVoted.has(kind)
}

/** Adds the votes to an item or step that may have some. */
export async function withVotes<T extends EventItem | HistoryStep>(
  decided: T,
  reading: Reading,
): Promise<T> {
  if (!mayHaveVotes(decided.action) || reading.unvoted.has(decided.id)) return decided
  const path = `EventItems/${decided.id}/Votes`
  const isExpected = decided.action.result !== null
  const rows = await findList(path, rowChecks.vote, 'vote', { ...reading, isExpected })
  const votes = rows === null ? null : toVotes(rows)
  if (!isExpected && !votes?.length) {
    reading.unvoted.add(decided.id)
    return rows === null ? decided : { ...decided, action: { ...decided.action, votes: [] } }
  }
  return { ...decided, action: { ...decided.action, votes } }
}

async function readHistory(matterId: number, reading: Reading): Promise<HistoryStep[]> {
  const path = `Matters/${matterId}/Histories`
  const rows = await readList(path, rowChecks.history, 'step', reading, { MinutesNote: '1' })
  return Promise.all(
    rows.map((row) => {
      const location = reading.api.urlOf(path)
      return withVotes(toStep(row, location), reading)
    }),
  )
}

async function readRollCall(itemId: number, reading: Reading) {
  const path = `EventItems/${itemId}/RollCalls`
  return toRollCall((await findList(path, rowChecks.rollCall, 'roll call', reading)) ?? [])
}

async function readText(row: MatterRow, reading: Reading): Promise<TextRow | null> {
  const path = `Matters/${row.MatterId}`
  const versions = await findList(`${path}/Versions`, rowChecks.version, 'version', reading)
  const text = latestOf(versions ?? [], row.MatterVersion, ({ Value }) => Value).at(-1)
  if (text === undefined) return null
  return (await findOne(`${path}/Texts/${text.Key}`, rowChecks.text, 'text', reading)) ?? null
}

async function readList<T>(
  path: string,
  check: ShapeCheck<T>,
  subject: string,
  { api, diagnostics }: Reading,
  query: Readonly<Record<string, string>> = {},
): Promise<T[]> {
  const url = api.urlOf(path, query)
  return validRows(listIn(await api.get(url), url), check, { url, subject, diagnostics })
}

// Not every council records votes, roll calls or texts; some servers return 404 for those without.
async function findList<T>(
  path: string,
  check: ShapeCheck<T>,
  subject: string,
  { api, diagnostics, isExpected = true }: Reading & { isExpected?: boolean },
): Promise<T[] | null> {
  const url = api.urlOf(path)
  const response = await api.find(url)
  if (response !== undefined)
    return validRows(listIn(response, url), check, { url, subject, diagnostics })
  if (isExpected) diagnostics.missing(path.split('/').at(-1) ?? subject, url)
  return null
}

async function findOne<T>(
  path: string,
  check: ShapeCheck<T>,
  subject: string,
  { api, diagnostics }: Reading,
): Promise<T | undefined> {
  const url = api.urlOf(path)
  const response = await api.find(url)
  if (response !== undefined) return validRows([response], check, { url, subject, diagnostics })[0]
  diagnostics.missing(path.split('/').at(-2) ?? subject, url)
  return undefined
}

// Legistar's maximum page size.
const rowsMax = 1000

/** A list by keyset paging, so that no row is lost or repeated when rows are added or removed meanwhile. */
export function listById(
  api: JsonApi,
  { list, id, filter }: { list: string; id: string; filter: string | null },
): AsyncGenerator<Page<unknown>> {
  const urlAfter = (last: number) => {
    const behind = `${id} gt ${last}`
    return api.urlOf(list, {
      $filter: filter === null ? behind : `(${filter}) and ${behind}`,
      $orderby: id,
      $top: String(rowsMax),
    })
  }
  let last = 0
  return listPages(api, urlAfter(last), (response, url) => {
    const rows = listIn(response, url)
    last = lastIdOf(rows, { url, id, after: last })
    // Only an empty page is the last: the server may return fewer rows than requested.
    return { rows, next: rows.length === 0 ? null : urlAfter(last) }
  })
}

function listIn(value: unknown, url: string): unknown[] {
  if (Array.isArray(value)) return value
  throw new SourceError(`${url} did not respond with a list; is it Legistar's Web API?`)
}

// A server that ignores order and filter would return the same page forever.
function lastIdOf(rows: readonly unknown[], page: { url: string; id: string; after: number }) {
  let last = page.after
  for (const row of rows) {
    const found = (row as Record<string, unknown> | null)?.[page.id]
    if (typeof found !== 'number' || found <= last)
      throw new SourceError(
        `${page.url} responded with rows that are not in the order of ${page.id}`,
      )
    last = found
  }
  return last
}
