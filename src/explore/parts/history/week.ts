import { Temporal } from 'temporal-polyfill'
import { dateInZone } from '../../../core/calendar-date.ts'
import { isCalledOff } from '../../../core/called-off.ts'
import { groupBy } from '../../../core/group-by.ts'
import type { ReadDatabase } from '../../../store/open.ts'
import type { Visit } from '../../visit.ts'
import { type Look, looksIn } from './looks.ts'
import { type AgendaChange, listAgendaChanges } from './queries.ts'

/** Days of a week, with the last one. */
const weekDays = 7
/** Changes that are read at once. */
export const readMax = 1000

/** What an import saw of one meeting. */
export interface MeetingLook extends Look {
  meeting: Pick<AgendaChange, 'slug' | 'title' | 'date' | 'starts_at'>
  count: number
  /** Whether the source no longer has the meeting. */
  isRemoved: boolean
}

export interface Week {
  /** First and last day, and their limits as times. */
  first: string
  last: string
  from: string
  until: string
}

/** The seven days that end on a day, in the time zone of the municipality. */
export function weekUntil(last: string, timeZone: string): Week {
  const day = Temporal.PlainDate.from(last)
  const first = day.subtract({ days: weekDays - 1 })
  const start = (date: Temporal.PlainDate) =>
    new Date(date.toZonedDateTime(timeZone).epochMilliseconds).toISOString()
  return {
    ...{ first: first.toString(), last },
    ...{ from: start(first), until: start(day.add({ days: 1 })) },
  }
}

/** The last day of the week (ISO 8601) in which a time is, in the time zone of the municipality. */
export function lastDayOfWeek(time: number, timeZone: string): string {
  const day = Temporal.PlainDate.from(dateInZone(time, timeZone))
  return day.add({ days: weekDays - day.dayOfWeek }).toString()
}

/** After which meeting of which import a read ended. */
export interface LookPosition {
  seen: string
  record: number
}

export interface AgendaChanges {
  looks: MeetingLook[]
  /** The last one of those; undefined if there are none. */
  last: LookPosition | undefined
  /** The time of the newest change before those. */
  earlier: string | undefined
  /** Whether it saw more in that time. */
  isCut: boolean
}

interface ReadOptions {
  from?: string
  /** All if absent. */
  until?: string
  before?: LookPosition | undefined
  /** Meetings of which an import saw something. */
  looksMax: number
  /** Lines of each of them. */
  linesMax: number
  /** Whether those of an import are in the order of `byDay`, instead of that in which they are read on. */
  byDay?: boolean
}

/** What imports saw of agendas in a time, the newest first; one statement. */
export async function readAgendaChanges(
  { municipality }: Visit,
  db: ReadDatabase,
  { from = '', until = '9999', before, looksMax, linesMax, byDay = false }: ReadOptions,
): Promise<AgendaChanges> {
  const position = { beforeSeen: before?.seen, beforeRecord: before?.record }
  const range = { municipalityId: municipality.id, until, ...position }
  const rows = await listAgendaChanges(db, range, { limit: readMax })
  const within = rows.filter(({ seen_at: seen }) => seen >= from)
  const keyOf = ({ seen_at: seen, slug }: AgendaChange) => `${seen} ${slug}`
  const changesOf = groupBy(within, keyOf)
  const keys = [...new Set(within.map(keyOf))]
  // The last one that was read may have more changes than were.
  const whole = within.length === readMax && keys.length > 1 ? keys.slice(0, -1) : keys
  const orders = new Map(whole.map((key) => [key, orderOf(changesOf(key), municipality.timeZone)]))
  const ordered = byDay
    ? whole.toSorted((a, b) => compare(orders.get(a) ?? [], orders.get(b) ?? []))
    : whole
  const shown = ordered.slice(0, looksMax)
  const shownRows = shown.flatMap(changesOf)
  const last = shownRows.at(-1)
  const isCut = shown.length < keys.length
  return {
    isCut,
    last: last && { seen: last.seen_at, record: last.record_id },
    looks: shown.flatMap((key) => toLooks(changesOf(key), linesMax)),
    earlier: rows[shownRows.length]?.seen_at,
  }
}

type Order = readonly number[]

/** Newest import first; of one, what is cancelled or removed, meetings to come by day, and earlier ones. */
function orderOf(changes: readonly AgendaChange[], timeZone: string): Order {
  const [first] = changes
  if (first === undefined) return []
  const [seen, day] = [Date.parse(first.seen_at), Date.parse(first.date)]
  const isOff = changes.some(
    ({ field, new: now }) =>
      (field === 'meeting' && now === null) || (field === 'status' && isCalledOff(now ?? '')),
  )
  const isToCome = first.date >= dateInZone(seen, timeZone)
  return [-seen, isOff ? 0 : 1, isToCome ? 0 : 1, isToCome ? day : -day]
}

function compare(one: Order, other: Order): number {
  const at = one.findIndex((part, n) => part !== other[n])
  return at === -1 ? 0 : (one[at] ?? 0) - (other[at] ?? 0)
}

function toLooks(changes: readonly AgendaChange[], linesMax: number): MeetingLook[] {
  const [first] = changes
  if (first === undefined) return []
  const { slug, title, date, starts_at } = first
  const meeting = { slug, title, date, starts_at }
  const isRemoved = first.is_removed === 1
  return looksIn(changes, linesMax).map((look) => ({
    ...{ ...look, meeting, isRemoved },
    count: changes.length,
  }))
}
