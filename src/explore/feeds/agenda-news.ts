import { earliestDay } from '../../core/calendar-date.ts'
import { feedEntriesMax } from '../../core/feed-entries-max.ts'
import { historyOfRecordMax } from '../../record/history-fields.ts'
import type { ReadDatabase } from '../../store/open.ts'
import { listTimesAfter } from '../parts/history/queries.ts'
import {
  type AgendaChanges,
  type LookPosition,
  lastDayOfWeek,
  readAgendaChanges,
  readMax,
  type Week,
  weekUntil,
} from '../parts/history/week.ts'
import { paths } from '../paths.ts'
import type { ChangesFeedQuery } from '../schema.ts'
import type { Visit } from '../visit.ts'
import { lookEntry } from './changes-news.ts'
import { type Feed, feedUrlOf, toFeed } from './feed.ts'

const linesMax = historyOfRecordMax

/** What was changed in agendas, by import and meeting: the newest, or an archive (RFC 5005, section 4); in at most two statements. */
export async function changesNews(visit: Visit): Promise<Feed> {
  const { query, store } = visit
  const { date_to: last, cursor } = query as ChangesFeedQuery
  const before = positionIn(visit, { last, cursor })
  const running = weekOf(visit, visit.now)
  return store.read((db) => {
    if (last === undefined) return readNewest(visit, db, running)
    // Nothing was seen after this week.
    const shown = earliestDay(last, running.last) ?? last
    const week = weekUntil(shown, visit.municipality.timeZone)
    return readArchive(visit, db, { week, before, running })
  })
}

function weekOf({ municipality: { timeZone } }: Visit, time: number): Week {
  return weekUntil(lastDayOfWeek(time, timeZone), timeZone)
}

/** The document to subscribe to; what it has of earlier weeks is in their archives too. */
async function readNewest(visit: Visit, db: ReadDatabase, running: Week): Promise<Feed> {
  const found = await readAgendaChanges(visit, db, { looksMax: feedEntriesMax, linesMax })
  const times = [...found.looks.map(({ times }) => times.seen_at), found.earlier ?? '']
  const earlier = times.find((seen) => seen !== '' && seen < running.from) ?? found.earlier
  return toDocument(visit, found, { prev: archiveBefore(visit, { ...found, earlier }, running) })
}

interface Archive {
  week: Week
  before: LookPosition | undefined
  running: Week
}

/** A week, or what is in it before a position. */
async function readArchive(
  visit: Visit,
  db: ReadDatabase,
  { week, before, running }: Archive,
): Promise<Feed> {
  const { from, until } = week
  const limits = { looksMax: readMax, linesMax }
  const found = await readAgendaChanges(visit, db, { from, until, before, ...limits })
  const prev = archiveBefore(visit, found, week)
  const isRest = before !== undefined
  const next = isRest ? undefined : await archiveAfter(visit, db, { week, running })
  return toDocument(visit, found, {
    ...{ week, prev, next },
    isOver: isRest || week.last < visit.today,
  })
}

/** The rest of the week of a document, or else the last week before it that has changes. */
function archiveBefore(visit: Visit, found: AgendaChanges, week: Week): string | undefined {
  const { earlier, last } = found
  if (earlier === undefined) return undefined
  if (earlier >= week.from) return archiveUrl(visit, week, last)
  return archiveUrl(visit, weekOf(visit, Date.parse(earlier)))
}

/** The next week that has changes, if it is over and one document; of several, the oldest is only known from the others. */
async function archiveAfter(
  visit: Visit,
  db: ReadDatabase,
  { week, running }: Omit<Archive, 'before'>,
): Promise<string | undefined> {
  const scope = { municipalityId: visit.municipality.id, from: week.until }
  const times = await listTimesAfter(db, scope, { limit: readMax })
  const [first, last] = [times[0]?.seen_at, times.at(-1)?.seen_at]
  if (first === undefined || last === undefined) return undefined
  const next = weekOf(visit, Date.parse(first))
  const isOne = times.length < readMax || last >= next.until
  const isAfter = next.from >= week.until && next.last < running.last
  return isOne && isAfter ? archiveUrl(visit, next) : undefined
}

interface DocumentParts {
  week?: Week
  prev: string | undefined
  next?: string | undefined
  /** Whether nothing will be added to it. */
  isOver?: boolean
}

function toDocument(
  visit: Visit,
  { looks }: AgendaChanges,
  { week, prev, next, isOver = false }: DocumentParts,
): Feed {
  const { municipality, locale } = visit
  const { title, span } = locale.words.changes
  const feed = toFeed(
    { ...visit, query: week === undefined ? {} : { date_to: week.last } },
    {
      name: title,
      path: paths.changes(municipality),
      entries: looks.map((look) => lookEntry(visit, look)),
      isComplete: false,
      filters: week === undefined ? [] : [span(locale.date(week.first), locale.date(week.last))],
    },
  )
  const current = week === undefined ? undefined : feedUrlOf({ ...visit, query: {} }, '/changes')
  const documents = { current, 'prev-archive': prev, 'next-archive': next }
  return { ...feed, documents, ...(isOver && { state: 'archive' }) }
}

const scopeOf = ({ municipality }: Visit, last: string | undefined) =>
  JSON.stringify([municipality.slug, 'changes.atom', last])

function archiveUrl(visit: Visit, { last }: Week, after?: LookPosition): string {
  const cursor = after && visit.cursors.encode([after.seen, after.record], scopeOf(visit, last))
  return feedUrlOf({ ...visit, query: { date_to: last, cursor } }, '/changes')
}

function positionIn(
  visit: Visit,
  { last, cursor }: { last: string | undefined; cursor: string | undefined },
): LookPosition | undefined {
  const position = visit.cursors.decode(cursor, scopeOf(visit, last))
  if (position === undefined) return undefined
  const [seen, record] = position
  return { seen: String(seen), record: Number(record) }
}
