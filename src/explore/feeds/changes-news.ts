import type { HistoryKind } from '../../record/history-fields.ts'
import type { ReadDatabase } from '../../store/open.ts'
import { recordName } from '../council-context.ts'
import { looksIn } from '../parts/history/looks.ts'
import { listChanges } from '../parts/history/queries.ts'
import { linesOf } from '../parts/history/sentence.ts'
import { readAgendaChanges } from '../parts/history/week.ts'
import { whenChanged } from '../parts/history/when.ts'
import { paths } from '../paths.ts'
import type { Visit } from '../visit.ts'
import { type Entry, entriesMax, type Feed, toFeed, urlOf } from './news.ts'

/** Lines of an entry. */
const linesMax = 20

/** What was changed in agendas, by import and meeting; in one statement. */
export async function changesNews(visit: Visit): Promise<Feed> {
  const { municipality, locale, store } = visit
  const { words, date } = locale
  const { looks } = await store.read((db) =>
    readAgendaChanges(visit, db, { looksMax: entriesMax, linesMax }),
  )
  const entries = looks.map((look): Entry => {
    const { meeting, times } = look
    const name = recordName(municipality, locale, meeting.title)
    const setting = { locale, timeZone: municipality.timeZone, startsAt: meeting.starts_at }
    return {
      ...identityOf(visit, paths.meeting(municipality, meeting.slug), times.seen_at),
      title: words.changes.entry(words.meeting.titled(name, date(meeting.date))),
      summary: [whenChanged(times, setting), ...linesOf(look, visit)].join(' · '),
    }
  })
  const title = `${words.changes.title}, ${municipality.name}`
  return toFeed(visit, { title, path: paths.changes(municipality), entries })
}

interface OfRecord {
  kind: HistoryKind
  id: number
  /** The page of the record. */
  path: string
}

/** What was changed in a record, by import; one statement. */
export async function changeEntries(
  visit: Visit,
  db: ReadDatabase,
  { kind, id, path }: OfRecord,
): Promise<Entry[]> {
  const { locale, municipality } = visit
  const { words } = locale
  const looks = looksIn(await listChanges(db, { kind, id }), linesMax)
  return looks.map((look) => ({
    ...identityOf(visit, path, look.times.seen_at),
    title: [words.history.title, linesOf(look, visit).join(' · ')].join(words.colon),
    summary: whenChanged(look.times, { locale, timeZone: municipality.timeZone }),
  }))
}

/** An import sees a record once, and what it saw is not changed afterwards. */
function identityOf(visit: Visit, path: string, seen: string) {
  const page = urlOf(visit, path)
  const id = `${page}#changes-${Date.parse(seen)}`
  return { id, url: `${page}#changes`, published: seen, updated: seen }
}
