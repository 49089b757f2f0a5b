import type { AlertEvent } from '../../alerts/events.ts'
import { type HistoryKind, historyOfRecordMax } from '../../record/history-fields.ts'
import type { ReadDatabase } from '../../store/open.ts'
import { recordName } from '../council-context.ts'
import { type Look, looksIn } from '../parts/history/looks.ts'
import { listChanges } from '../parts/history/queries.ts'
import { type ChangeContext, linesOf } from '../parts/history/sentence.ts'
import type { MeetingLook } from '../parts/history/week.ts'
import { whenChanged } from '../parts/history/when.ts'
import { paths } from '../paths.ts'
import type { Visit } from '../visit.ts'
import { type Entry, urlOf } from './feed.ts'

/** Lines of an entry. */
const linesMax = 20

/** What an import saw of the agenda of a meeting. */
export function lookEntry(visit: Visit, look: MeetingLook): Entry {
  const { municipality, locale } = visit
  const { words, date } = locale
  const { meeting, times, isRemoved } = look
  const name = recordName(municipality, locale, meeting.title)
  const setting = { locale, timeZone: municipality.timeZone, startsAt: meeting.starts_at }
  const identity = identityOf(visit, paths.meeting(municipality, meeting.slug), times.seen_at)
  if (isRemoved)
    return {
      ...{ ...identity, url: urlOf(visit, paths.changes(municipality)) },
      title: words.history.meeting.removed(words.meeting.titled(name, date(meeting.date))),
      summary: whenChanged(times, setting),
    }
  return {
    ...identity,
    title: words.changes.entry(words.meeting.titled(name, date(meeting.date))),
    summary: [whenChanged(times, setting), shownLines(look, visit)].join(' · '),
  }
}

interface OfRecord {
  kind: HistoryKind
  id: number
  /** The page of the record. */
  path: string
  /** When the meeting begins. */
  startsAt?: string | null
  /** The kind of the motion, which its result agrees with. */
  motionKind?: string | null
}

export interface RecordChanges {
  entries: Entry[]
  /** Whether none may have been dropped from the history. */
  isWhole: boolean
}

/** What was changed in a record, by import; one statement. */
export async function changeEntries(
  visit: Visit,
  db: ReadDatabase,
  { kind, id, path, startsAt = null, motionKind = null }: OfRecord,
): Promise<RecordChanges> {
  const { locale, municipality } = visit
  const { words } = locale
  const changes = await listChanges(db, { kind, id })
  const setting = { locale, timeZone: municipality.timeZone, startsAt }
  const entries = looksIn(changes, changes.length).map((look) => ({
    ...identityOf(visit, path, look.times.seen_at),
    title: [words.history.title, shownLines(look, { ...visit, motionKind })].join(words.colon),
    summary: whenChanged(look.times, setting),
  }))
  return { entries, isWhole: changes.length < historyOfRecordMax }
}

/** The first lines of a look, and how many follow. */
function shownLines(look: Look, context: ChangeContext): string {
  const { words, count } = context.locale
  const lines = linesOf(look, context)
  const shown = lines.length === linesMax + 1 ? lines : lines.slice(0, linesMax)
  const more = lines.length - shown.length
  const rest = more > 0 ? [words.history.others(more, count(more))] : []
  return [...shown, ...rest].join(' · ')
}

/** An import sees a record once, and what it saw is not changed afterwards. */
function identityOf(visit: Visit, path: string, seen: string) {
  const page = urlOf(visit, path)
  const id = `${page}#changes-${Date.parse(seen)}`
  const event: AlertEvent = 'changed'
  return { id, url: `${page}#changes`, published: seen, updated: seen, event }
}
