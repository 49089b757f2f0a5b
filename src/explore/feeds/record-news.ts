import { feedEntriesMax } from '../../core/feed-entries-max.ts'
import { joinParts } from '../../core/join-parts.ts'
import { findMeeting } from '../../resources/meetings/queries.ts'
import { listMotions } from '../../resources/motions/queries.ts'
import { recordName } from '../council-context.ts'
import { paths } from '../paths.ts'
import { Missing, type Visit } from '../visit.ts'
import { changeEntries, type RecordChanges } from './changes-news.ts'
import { type Entry, type Feed, isWhole, toFeed } from './feed.ts'
import { byDay, motionEntries, motionEntry } from './news.ts'

/** The motions of a meeting, and what was changed in it and its agenda; in three statements. */
export async function meetingNews(visit: Visit): Promise<Feed> {
  const { municipality, params, store, locale } = visit
  const { slug = '' } = params
  return store.read(async (db) => {
    const found = await findMeeting(db, municipality.id, { value: slug, column: 'slug' }, 0)
    if (found === undefined) throw new Missing('meeting')
    const { id, title, date, starts_at: startsAt } = found.meeting
    const name = recordName(municipality, locale, title)
    const path = paths.meeting(municipality, slug)
    const motions = await motionEntries(visit, db, { meeting: slug })
    const changes = await changeEntries(visit, db, { kind: 'meeting', id, path, startsAt })
    const titled = locale.words.meeting.titled(name, locale.date(date))
    return toRecordFeed(visit, { name: titled, path, changes, others: motions })
  })
}

/** A motion, and what was changed in it; in two statements. */
export async function motionNews(visit: Visit): Promise<Feed> {
  const { municipality, params, store } = visit
  const { slug = '' } = params
  return store.read(async (db) => {
    const [row] = await listMotions(db, municipality.id, { slug }, { limit: 1 })
    if (row?.slug !== slug) throw new Missing('motion')
    const own = motionEntry(visit, row)
    const path = paths.motion(municipality, slug)
    const { id, kind: motionKind } = row
    const changes = await changeEntries(visit, db, { kind: 'motion', id, path, motionKind })
    return toRecordFeed(visit, { name: own.title, path, changes, others: [own] })
  })
}

interface RecordNews {
  name: string
  path: string
  changes: RecordChanges
  others: readonly Entry[]
  /** On agendas to come. */
  ahead?: readonly Entry[]
}

/** The feed of a record: what was changed in it, with what else is new of it. */
export function toRecordFeed(
  visit: Visit,
  { name, path, changes, others, ahead = [] }: RecordNews,
): Feed {
  const all = [...ahead, ...[...changes.entries, ...others].toSorted(byDay)]
  return toFeed(visit, {
    name,
    title: joinParts(name, visit.municipality.name),
    path,
    entries: all.slice(0, feedEntriesMax),
    isComplete: changes.isWhole && isWhole(others) && all.length <= feedEntriesMax,
  })
}
