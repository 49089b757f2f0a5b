import type { AlertEvent } from '../../alerts/events.ts'
import { feedEntriesMax } from '../../core/feed-entries-max.ts'
import type { TitledMotion } from '../../core/headings/motion-title.ts'
import { outcomeOfMotion } from '../../core/headings/outcome.ts'
import { resultPath } from '../../core/result-path.ts'
import { inOrder } from '../../resources/_shared/queries.ts'
import { toLapse } from '../../resources/_shared/v1.represent.ts'
import type { BylawFilters } from '../../resources/bylaws/queries.ts'
import {
  listMeetings,
  type MeetingFilters,
  type MeetingItemRow,
} from '../../resources/meetings/queries.ts'
import { listMotions, type MotionFilters } from '../../resources/motions/queries.ts'
import { findOrganization } from '../../resources/organizations/queries.ts'
import { findPerson } from '../../resources/people/queries.ts'
import { wordCount } from '../../resources/search/queries.ts'
import { assertFewWords, searchTypes } from '../../resources/search/schema.ts'
import { listVotes, type VoteFilters } from '../../resources/votes/queries.ts'
import type { ReadDatabase } from '../../store/open.ts'
import type { SearchRow } from '../../store/search/search.ts'
import { recordName } from '../council-context.ts'
import { wordOf } from '../locale.ts'
import { lapseNote } from '../parts/lapse-note.ts'
import { lineOfMotion } from '../parts/motion-link.tsx'
import { listMotionLinesByIds } from '../parts/queries.ts'
import { resultWords, tallyWords } from '../parts/result-words.ts'
import { isUnvoted } from '../parts/tags.tsx'
import { vetoNote } from '../parts/veto-note.ts'
import { vetoWords } from '../parts/veto-step.tsx'
import { listVotedMotions } from '../parts/voted-motions.ts'
import { paths } from '../paths.ts'
import type { SearchFeedQuery } from '../schema.ts'
import { Missing, type Visit } from '../visit.ts'
import { itemId, itemsAhead, meetingAheadEntry, meetingsAhead } from './ahead.ts'
import {
  type Decided,
  type Entry,
  type Feed,
  isWhole,
  pageOf,
  publishedOn,
  toFeed,
  urlOf,
} from './feed.ts'
import { readFilterNames } from './filter-names.ts'
import { listPassedBylaws } from './queries.ts'

const range = { limit: feedEntriesMax }

export async function meetingsNews(visit: Visit): Promise<Feed> {
  const { municipality, locale, store, query } = visit
  const { rows, filters } = await store.read(async (db) => ({
    rows: await listMeetings(db, municipality.id, query as MeetingFilters, range),
    filters: await readFilterNames(db, visit),
  }))
  const entries = rows.map((row) => meetingAheadEntry(visit, row) ?? meetingEntry(visit, row))
  const title = locale.words.feeds.meetingsOf(municipality.name)
  const path = paths.meetings(municipality)
  const name = locale.words.meetings.title
  return toFeed(visit, { title, name, path, entries, isComplete: isWhole(rows), filters })
}

/** A meeting that has begun: its minutes are news. */
function meetingEntry(visit: Visit, row: MeetingItemRow): Entry {
  const { municipality, locale } = visit
  const { words } = locale
  const [agenda, minutes] = [row.has_agenda === 1, row.has_minutes === 1]
  const title = recordName(municipality, locale, row.title)
  return {
    url: urlOf(visit, paths.meeting(municipality, row.slug)),
    title: words.meeting.titled(title, locale.date(row.date)),
    published: publishedOn(visit, row.date),
    updated: row.updated_at,
    summary: [agenda && words.meetings.agenda, minutes && words.meetings.minutes]
      .filter((document) => document !== false)
      .join(', '),
    ...{ event: minutes ? 'other' : null, state: minutes ? 'minutes' : '' },
    source: row.minutes_url,
  }
}

export async function motionsNews(visit: Visit): Promise<Feed> {
  const { municipality, locale, store } = visit
  const name = locale.words.motions.title
  return store.read(async (db) => {
    const entries = await motionEntries(visit, db, visit.query as MotionFilters)
    const filters = await readFilterNames(db, visit)
    const path = paths.motions(municipality)
    return toFeed(visit, { name, path, entries, isComplete: isWhole(entries), filters })
  })
}

/** The motions of the page of recorded votes. */
export async function votesNews(visit: Visit): Promise<Feed> {
  const { municipality, locale, store } = visit
  const name = locale.words.votesPage.title
  return store.read(async (db) => {
    const voted = await listVotedMotions(db, municipality.id, visit.query as VoteFilters, range)
    const ids = voted.map(({ id }) => id)
    const rows = ids.length === 0 ? [] : inOrder(await listMotionLinesByIds(db, ids), ids)
    const entries = rows.map(({ subject, ...row }) =>
      motionEntry(visit, { ...row, agenda_item_title: subject, matter_title: null }),
    )
    const filters = await readFilterNames(db, visit)
    const path = paths.votes(municipality)
    return toFeed(visit, { name, path, entries, isComplete: isWhole(voted), filters })
  })
}

export async function bodyNews(visit: Visit): Promise<Feed> {
  const { municipality, locale, params, store, today } = visit
  const { slug = '' } = params
  return store.read(async (db) => {
    const found = await findOrganization(db, { municipalityId: municipality.id, today }, slug, 0)
    if (found === undefined) throw new Missing('body')
    const name = recordName(municipality, locale, found.organization.name)
    const motions = await motionEntries(visit, db, { organization: slug })
    const entries = [...(await meetingsAhead(visit, db, slug)), ...motions].slice(0, feedEntriesMax)
    const path = paths.body(municipality, slug)
    const isComplete = isWhole(entries)
    return toFeed(visit, { name, path, entries, isComplete })
  })
}

export async function bylawsNews(visit: Visit): Promise<Feed> {
  const { municipality, locale, store, query } = visit
  const { rows, filters } = await store.read(async (db) => ({
    rows: await listPassedBylaws(db, municipality.id, query as BylawFilters, range),
    filters: await readFilterNames(db, visit),
  }))
  const entries = rows.map(
    (row): Entry => ({
      event: 'decided',
      url: urlOf(visit, paths.bylaw(municipality, row.slug)),
      title: row.title,
      published: publishedOn(visit, row.passed_date),
      updated: row.updated_at,
      summary: [row.bylaw_number, row.status, vetoNote(row, locale.words)]
        .filter((fact) => fact !== null)
        .join(', '),
    }),
  )
  const name = locale.words.bylaws.title
  const path = paths.bylaws(municipality)
  return toFeed(visit, { name, path, entries, isComplete: isWhole(rows), filters })
}

export async function personNews(visit: Visit): Promise<Feed> {
  const { municipality, locale, params, store, today } = visit
  const { slug = '' } = params
  return store.read(async (db) => {
    const found = await findPerson(db, { municipalityId: municipality.id, today }, slug, 0)
    if (found === undefined) throw new Missing('person')
    const rows = await listVotes(db, municipality.id, { ...visit.query, person: slug }, range)
    const { words } = locale
    const entries = rows.map(({ vote: { value, date }, motion }): Entry => {
      const vote = wordOf(words.person.voted, value) ?? value
      const entry = motionEntry(visit, { ...motion, date, slug: motion.motion_slug })
      return { ...entry, title: words.feeds.vote(vote, entry.title), event: 'decided' }
    })
    const title = `${words.person.votes}, ${found.person.name}`
    const filters = await readFilterNames(db, visit)
    const path = paths.person(municipality, slug)
    const { name } = found.person
    return toFeed(visit, { title, name, path, entries, isComplete: isWhole(rows), filters })
  })
}

/** The newest results of a search that have all words, unless any word is enough; an entry for each page. */
export async function searchNews(visit: Visit): Promise<Feed> {
  const { municipality, locale, store, client, today } = visit
  const query = visit.query as SearchFeedQuery
  const { q, type, match = 'best', date_from: from, date_to: to, organization, person } = query
  assertFewWords(wordCount(q))
  const kinds = type === undefined ? Object.values(searchTypes) : [searchTypes[type]]
  const search = (some: typeof kinds, since: string | undefined) =>
    store.search({
      ...{ municipalityId: municipality.id, q, match, sort: 'date', client, kinds: some },
      ...{ from: since, to, organization, person, limit: feedEntriesMax, offset: 0 },
      suggests: false,
    })
  const { rows: newest } = await search(kinds, from)
  const isFull = newest.length >= feedEntriesMax && kinds.includes('agenda_item')
  // An item is listed with its report, by the day of that.
  const toCome = isFull ? await search(['agenda_item'], [from ?? '', today].sort().at(-1)) : null
  const rows = [...(toCome?.rows ?? []), ...newest]
  const whole = rows.filter((row) => match === 'any' || row.missing_words.length === 0)
  const name = locale.words.feeds.search(q)
  const title = `${locale.words.search.titled(q)}, ${municipality.name}`
  const { q: _, match: __, ...others } = query
  const filters = await readFilterNames(store.db, { ...visit, query: others })
  const path = paths.search(municipality)
  const slug = motionsIn(whole).slice(0, feedEntriesMax).join(',')
  const decided = slug === '' ? [] : await motionEntries(visit, store.db, { slug })
  const slugs = itemsIn(whole)
  const ahead = slugs.length === 0 ? [] : await itemsAhead(visit, store.db, { of: { slugs } })
  const texts = textEntries(visit, withoutItems(whole, ahead))
  const entries = [...ahead, ...[...decided, ...texts].toSorted(byDay)].slice(0, feedEntriesMax)
  return toFeed(visit, { title, name, path, entries, isComplete: false, isMixed: true, filters })
}

/** The motions among results, and those that are grouped with others. */
const motionsIn = (rows: readonly SearchRow[]): string[] => [
  ...new Set(
    rows.flatMap((row) => [row, ...row.others].flatMap((one) => (isMotion(one) ? one.slug : []))),
  ),
]

/** The agenda items among results, and those that are grouped with others. */
const itemsIn = (rows: readonly SearchRow[]): string[] =>
  rows.flatMap((row) => [row, ...row.others].flatMap((one) => (isItem(one) ? one.slug : [])))

const isItem = ({ kind }: Pick<SearchRow, 'kind'>) => kind === 'agenda_item'

/** Results of which no item is on an agenda to come. */
function withoutItems(rows: readonly SearchRow[], ahead: readonly Entry[]): SearchRow[] {
  const meetings = new Set(ahead.map((entry) => entry.ahead?.meeting))
  return rows.filter(
    (row) =>
      ![row, ...row.others].some((one) => isItem(one) && meetings.has(one.meeting_slug ?? '')),
  )
}

const isMotion = ({ kind }: Pick<SearchRow, 'kind'>) => kind === 'motion'

/** Whether the last that is on record of a report is one of the motions. */
const isDecided = ({ kind, date, others }: SearchRow): boolean =>
  kind === 'matter' && others.some((other) => isMotion(other) && (other.date ?? '') >= (date ?? ''))

/** The newest first, and last what is only to come. */
export const byDay = (one: Entry, other: Entry): number =>
  (other.published ?? '').localeCompare(one.published ?? '')

/** An entry for each page that is not a motion's, and for each document, whichever of its sections is found. */
function textEntries(visit: Visit, rows: readonly SearchRow[]): Entry[] {
  const { municipality, config } = visit
  const pages = `${config.siteUrl}${paths.overview(municipality)}`
  const entries = new Map<string, Entry>()
  const others = rows.filter((row) => !isMotion(row) && !isDecided(row))
  for (const row of others.toSorted((one, other) => byNews(one, other, visit.today))) {
    const url = pages + resultPath(row)
    const page = row.kind === 'document_section' ? documentOf(url) : pageOf(url)
    if (isSaidWith(entries.get(page), row)) continue
    entries.set(page, textEntry(visit, row, { url, page }))
  }
  return [...entries.values()]
}

function textEntry(
  visit: Visit,
  row: SearchRow,
  { url, page }: { url: string; page: string },
): Entry {
  const { municipality, locale } = visit
  const isSection = row.kind === 'document_section'
  const kind = wordOf(locale.words.search.kinds, row.kind) ?? row.kind
  const title = (isSection ? row.document_title : null) ?? row.title
  return {
    url: isSection ? page : url,
    // Among decisions, a text says what it is.
    title: `${kind}${locale.words.colon}${title}`,
    published: publishedOn(visit, row.date),
    updated: row.updated_at ?? municipality.updatedAt,
    summary: summaryOf(row, locale),
    event: 'other',
    ...(isItem(row) && { announcedAs: [itemId(page, row.title)] }),
  }
}

/** Whether the page of a row has an entry, which then is about this item too. */
function isSaidWith(entry: Entry | undefined, row: SearchRow): boolean {
  if (entry !== undefined && isItem(row))
    entry.announcedAs?.push(itemId(pageOf(entry.url), row.title))
  return entry !== undefined
}

/** The first page of a document, for all of its pages and sections. */
const documentOf = (url: string) => url.replace(/[?#].*/, '')

/** The newest first, decisions before the documents of their day, and last what is only to come. */
function byNews(one: SearchRow, other: SearchRow, today: string): number {
  const dayOf = ({ date }: SearchRow) => (date !== null && date <= today ? date : '')
  const isDocument = ({ kind }: SearchRow) => Number(kind === 'document_section')
  return dayOf(other).localeCompare(dayOf(one)) || isDocument(one) - isDocument(other)
}

/** The name of a document often lacks its day. */
function summaryOf(row: SearchRow, locale: Visit['locale']): string {
  const day = row.kind === 'document_section' ? row.date : null
  const note = row.kind === 'matter' ? lapseNote(toLapse(row), locale) : null
  return [note, day === null ? null : locale.date(day), row.snippet]
    .filter((part) => part !== null)
    .join(' · ')
}

export async function motionEntries(
  visit: Visit,
  db: ReadDatabase,
  filters: MotionFilters,
): Promise<Entry[]> {
  const rows = await listMotions(db, visit.municipality.id, filters, range)
  return rows.map((row) => motionEntry(visit, row))
}

type MotionOfEntry = Decided & TitledMotion & { slug: string; updated_at: string }

export function motionEntry(visit: Visit, row: MotionOfEntry): Entry {
  const title = lineOfMotion(row, subjectOf(row), visit)
  return {
    url: urlOf(visit, paths.motion(visit.municipality, row.slug)),
    title,
    published: publishedOn(visit, row.date),
    updated: row.updated_at,
    summary: outcomeOf(visit, row, title),
    event: eventOfMotion(visit, row),
    state: row.result ?? '',
    ...(row.result !== null && { motion: row, about: aboutOf(visit, row, title) }),
  }
}

/** A motion of a day to come is on an agenda: its item says so. */
function eventOfMotion({ today }: Visit, { result, date }: MotionOfEntry): AlertEvent | null {
  if (result !== null) return 'decided'
  return date > today ? null : 'other'
}

const subjectOf = ({ agenda_item_title: item, matter_title: matter }: Decided) => item ?? matter

/** Result, count and date of a motion, by what it was vetoed, and what it is about unless the title of the entry says so, as far as they are known. */
function outcomeOf(visit: Visit, motion: Decided, title: string): string {
  const { locale } = visit
  const { words } = locale
  const counted = tallyWords(motion, outcomeOfMotion(motion).verb, locale)
  // A notice or an inquiry is not voted on.
  const kindName = isUnvoted(motion.kind) ? wordOf(words.motion.kinds, motion.kind ?? '') : null
  const shown = [resultWords(motion, words) ?? kindName, counted].filter((part) => part).join(' ')
  const [day, subject] = aboutOf(visit, motion, title)
  return [shown, day, ...vetoWords(motion, visit), subject].filter((part) => part).join(' · ')
}

/** The day of a motion, and what it is about unless its title says so. */
function aboutOf({ locale }: Visit, motion: Decided, title: string) {
  const { date } = motion
  const subject = subjectOf(motion)
  const isSaid = subject !== null && title.includes(subject.replace(/\.$/, ''))
  return [date === '' ? null : locale.date(date), isSaid ? null : subject] as const
}
