import { escapeUTF8 } from 'entities'
import { Temporal } from 'temporal-polyfill'
import type { TitledMotion } from '../../core/headings/motion-title.ts'
import { outcomeOfMotion, type VotedMotion } from '../../core/headings/outcome.ts'
import { resultPath } from '../../core/result-path.ts'
import { inOrder } from '../../resources/_shared/queries.ts'
import { toLapse } from '../../resources/_shared/v1.represent.ts'
import type { BylawFilters } from '../../resources/bylaws/queries.ts'
import { listMeetings, type MeetingFilters } from '../../resources/meetings/queries.ts'
import { listMotions, type MotionFilters } from '../../resources/motions/queries.ts'
import { findOrganization } from '../../resources/organizations/queries.ts'
import { findPerson } from '../../resources/people/queries.ts'
import { wordCount } from '../../resources/search/queries.ts'
import { assertFewWords, searchTypes } from '../../resources/search/schema.ts'
import { listVotes, type VoteFilters } from '../../resources/votes/queries.ts'
import type { ReadDatabase } from '../../store/open.ts'
import type { SearchRow } from '../../store/search/search.ts'
import { recordName } from '../council-context.ts'
import { urlOf as linkOf } from '../list-page.ts'
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
import { readFilterNames } from './filter-names.ts'
import { listPassedBylaws } from './queries.ts'

export const entriesMax = 100
const range = { limit: entriesMax }

interface News {
  title: string
  /** Path of the page that shows the same. */
  path: string
  entries: Entry[]
  /** Whether it has all entries. */
  isComplete: boolean
  /** What it is filtered by, in words. */
  filters?: readonly string[]
}

/** Whether a list ends before the bound of a feed. */
export const isWhole = (entries: readonly unknown[]): boolean => entries.length < entriesMax

export async function meetingsNews(visit: Visit): Promise<Feed> {
  const { municipality, locale, store, query } = visit
  const { rows, filters } = await store.read(async (db) => ({
    rows: await listMeetings(db, municipality.id, query as MeetingFilters, range),
    filters: await readFilterNames(db, visit),
  }))
  const entries = rows.map((row) => {
    const title = recordName(municipality, locale, row.title)
    const [agenda, minutes] = [row.has_agenda === 1, row.has_minutes === 1]
    const { words } = locale
    return {
      url: urlOf(visit, paths.meeting(municipality, row.slug)),
      title: words.meeting.titled(title, locale.date(row.date)),
      published: publishedOn(visit, row.date),
      updated: row.updated_at,
      summary: [agenda && words.meetings.agenda, minutes && words.meetings.minutes]
        .filter((document) => document !== false)
        .join(', '),
    }
  })
  const title = locale.words.feeds.meetingsOf(municipality.name)
  const path = paths.meetings(municipality)
  return toFeed(visit, { title, path, entries, isComplete: isWhole(rows), filters })
}

export async function motionsNews(visit: Visit): Promise<Feed> {
  const { municipality, locale, store } = visit
  const title = `${locale.words.motions.title}, ${municipality.name}`
  return store.read(async (db) => {
    const entries = await motionEntries(visit, db, visit.query as MotionFilters)
    const filters = await readFilterNames(db, visit)
    const path = paths.motions(municipality)
    return toFeed(visit, { title, path, entries, isComplete: isWhole(entries), filters })
  })
}

/** The motions of the page of recorded votes. */
export async function votesNews(visit: Visit): Promise<Feed> {
  const { municipality, locale, store } = visit
  const title = `${locale.words.votesPage.title}, ${municipality.name}`
  return store.read(async (db) => {
    const voted = await listVotedMotions(db, municipality.id, visit.query as VoteFilters, range)
    const ids = voted.map(({ id }) => id)
    const rows = ids.length === 0 ? [] : inOrder(await listMotionLinesByIds(db, ids), ids)
    const entries = rows.map(({ subject, ...row }) =>
      motionEntry(visit, { ...row, agenda_item_title: subject, matter_title: null }),
    )
    const filters = await readFilterNames(db, visit)
    const path = paths.votes(municipality)
    return toFeed(visit, { title, path, entries, isComplete: isWhole(voted), filters })
  })
}

export async function bodyNews(visit: Visit): Promise<Feed> {
  const { municipality, locale, params, store, today } = visit
  const { slug = '' } = params
  return store.read(async (db) => {
    const found = await findOrganization(db, { municipalityId: municipality.id, today }, slug, 0)
    if (found === undefined) throw new Missing('body')
    const title = `${recordName(municipality, locale, found.organization.name)}, ${municipality.name}`
    const entries = await motionEntries(visit, db, { organization: slug })
    const path = paths.body(municipality, slug)
    return toFeed(visit, { title, path, entries, isComplete: isWhole(entries) })
  })
}

export async function bylawsNews(visit: Visit): Promise<Feed> {
  const { municipality, locale, store, query } = visit
  const { rows, filters } = await store.read(async (db) => ({
    rows: await listPassedBylaws(db, municipality.id, query as BylawFilters, range),
    filters: await readFilterNames(db, visit),
  }))
  const entries = rows.map((row) => ({
    url: urlOf(visit, paths.bylaw(municipality, row.slug)),
    title: row.title,
    published: publishedOn(visit, row.passed_date),
    updated: row.updated_at,
    summary: [row.bylaw_number, row.status, vetoNote(row, locale.words)]
      .filter((fact) => fact !== null)
      .join(', '),
  }))
  const title = `${locale.words.bylaws.title}, ${municipality.name}`
  const path = paths.bylaws(municipality)
  return toFeed(visit, { title, path, entries, isComplete: isWhole(rows), filters })
}

export async function personNews(visit: Visit): Promise<Feed> {
  const { municipality, locale, params, store, today } = visit
  const { slug = '' } = params
  return store.read(async (db) => {
    const found = await findPerson(db, { municipalityId: municipality.id, today }, slug, 0)
    if (found === undefined) throw new Missing('person')
    const rows = await listVotes(db, municipality.id, { ...visit.query, person: slug }, range)
    const { words } = locale
    const entries = rows.map((row) => {
      const vote = wordOf(words.person.voted, row.value) ?? row.value
      const entry = motionEntry(visit, { ...row, slug: row.motion_slug })
      return { ...entry, title: words.feeds.vote(vote, entry.title) }
    })
    const title = `${words.person.votes}, ${found.person.name}`
    const filters = await readFilterNames(db, visit)
    const path = paths.person(municipality, slug)
    return toFeed(visit, { title, path, entries, isComplete: isWhole(rows), filters })
  })
}

/** The newest results of a search that have all words, unless any word is enough; an entry for each page. */
export async function searchNews(visit: Visit): Promise<Feed> {
  const { municipality, locale, store, client } = visit
  const query = visit.query as SearchFeedQuery
  const { q, type, match = 'best', date_from: from, date_to: to, organization, person } = query
  assertFewWords(wordCount(q))
  const { rows } = await store.search({
    ...{ municipalityId: municipality.id, q, match, sort: 'date', client },
    kinds: type === undefined ? Object.values(searchTypes) : [searchTypes[type]],
    ...{ from, to, organization, person, limit: entriesMax, offset: 0 },
    suggests: false,
  })
  const whole = rows.filter((row) => match === 'any' || row.missing_words.length === 0)
  const title = `${locale.words.search.titled(q)}, ${municipality.name}`
  const { q: _, match: __, ...named } = query
  const filters = await readFilterNames(store.db, { ...visit, query: named })
  const path = paths.search(municipality)
  const slug = motionsIn(whole).slice(0, entriesMax).join(',')
  const decided = slug === '' ? [] : await motionEntries(visit, store.db, { slug })
  const decisions = decided.map((entry) => ({ ...entry, isDecision: true }))
  const entries = [...decisions, ...textEntries(visit, whole)].toSorted(byDay)
  return toFeed(visit, { title, path, entries, isComplete: false, filters })
}

/** The motions among results, and those that are grouped with others. */
const motionsIn = (rows: readonly SearchRow[]): string[] => [
  ...new Set(
    rows.flatMap((row) => [row, ...row.others].flatMap((one) => (isMotion(one) ? one.slug : []))),
  ),
]

const isMotion = ({ kind }: Pick<SearchRow, 'kind'>) => kind === 'motion'

/** Whether the last that is on record of a report is one of the motions. */
const isDecided = ({ kind, date, others }: SearchRow): boolean =>
  kind === 'matter' && others.some((other) => isMotion(other) && (other.date ?? '') >= (date ?? ''))

/** The newest first, and last what is only to come. */
export const byDay = (one: Entry, other: Entry): number =>
  (other.published ?? '').localeCompare(one.published ?? '')

/** An entry for each page that is not a motion's, and for each document, whichever of its sections is found. */
function textEntries(visit: Visit, rows: readonly SearchRow[]): Entry[] {
  const { municipality, config, locale } = visit
  const { kinds } = locale.words.search
  const pages = `${config.siteUrl}${paths.overview(municipality)}`
  const entries = new Map<string, Entry>()
  const others = rows.filter((row) => !isMotion(row) && !isDecided(row))
  for (const row of others.toSorted((one, other) => byNews(one, other, visit.today))) {
    const url = pages + resultPath(row)
    const isSection = row.kind === 'document_section'
    const page = isSection ? documentOf(url) : pageOf(url)
    if (entries.has(page)) continue
    const title = (isSection ? row.document_title : null) ?? row.title
    entries.set(page, {
      url: isSection ? page : url,
      // Among decisions, a text says what it is.
      title: `${wordOf(kinds, row.kind) ?? row.kind}${locale.words.colon}${title}`,
      published: publishedOn(visit, row.date),
      updated: row.updated_at ?? municipality.updatedAt,
      summary: summaryOf(row, locale),
    })
  }
  return [...entries.values()]
}

/** The newest first, decisions before the documents of their day, and last what is only to come. */
function byNews(one: SearchRow, other: SearchRow, today: string): number {
  const dayOf = ({ date }: SearchRow) => (date !== null && date <= today ? date : '')
  const isDocument = ({ kind }: SearchRow) => Number(kind === 'document_section')
  return dayOf(other).localeCompare(dayOf(one)) || isDocument(one) - isDocument(other)
}

function summaryOf(row: SearchRow, locale: Visit['locale']): string {
  const note = row.kind === 'matter' ? lapseNote(toLapse(row), locale) : null
  return note === null ? row.snippet : `${note} · ${row.snippet}`
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
    ...(row.result !== null && { motion: row, about: aboutOf(visit, row, title) }),
  }
}

interface Decided extends VotedMotion {
  agenda_item_title: string | null
  matter_title: string | null
  date: string
  vetoes: string | null
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

/** The start of a day of the council; null for an unknown one, and for one to come, on which nothing happened yet. */
export function publishedOn({ municipality, today }: Visit, date: string | null): string | null {
  if (date === null || date === '' || date > today) return null
  const start = Temporal.PlainDate.from(date).toZonedDateTime(municipality.timeZone)
  return start.toString({ timeZoneName: 'never' })
}

/** The URL of a feed with its filters. */
export function feedUrlOf({ municipality, locale, query, config }: Visit, path: string): string {
  const feeds = `${config.siteUrl}${locale.prefix}/feeds/${municipality.slug}`
  return linkOf(`${feeds}${path}.atom`, query)
}

export const urlOf = ({ config }: Visit, path: string) => `${config.siteUrl}${path}`

export function toFeed(visit: Visit, news: News): Feed {
  const { title, path, entries, isComplete, filters = [] } = news
  const { municipality, locale, query } = visit
  return {
    ...(isComplete && { state: 'complete' as const }),
    page: urlOf(visit, linkOf(path, query)),
    title: locale.words.feeds.filtered(title, filters),
    author: municipality.name,
    language: locale.tag,
    updated: municipality.updatedAt,
    entries,
  }
}

export interface Entry {
  /** Its page, which is its identity too unless it has another, with an anchor on it. */
  url: string
  id?: string
  title: string
  /** When it was decided (RFC 3339), if that is known: readers sort by it, and would take a first import for news. */
  published: string | null
  /** When the record last changed (RFC 3339). */
  updated: string
  summary: string
  /** Whether it is a decision among other texts. */
  isDecision?: boolean
  /** For pages: what was decided, its day and what it is about. */
  motion?: Decided
  about?: readonly (string | null)[]
}

export interface Feed {
  /** The page that shows the same. */
  page: string
  title: string
  author: string
  /** BCP 47. */
  language: string
  /** RFC 3339; of a feed without entries. */
  updated: string
  entries: readonly Entry[]
  /** Whether it has all entries (RFC 5005, section 2), or those of a time that is over (section 4); absent if neither. */
  state?: 'complete' | 'archive'
  /** URLs of other documents of the feed, by their relation to this one. */
  documents?: Readonly<Record<string, string | undefined>>
}

/** A feed in Atom (RFC 4287) at a URL; the one to subscribe to is its identity. */
export function toAtom(feed: Feed, url: string): string {
  const { entries, state, documents = {} } = feed
  const [first = feed.updated, ...others] = entries.map((entry) => entry.updated)
  const updated = others.reduce(later, first)
  return [
    '<?xml version="1.0" encoding="utf-8"?>',
    `<feed xmlns="http://www.w3.org/2005/Atom" xmlns:fh="http://purl.org/syndication/history/1.0" xml:lang="${text(feed.language)}">`,
    element('id', documents.current ?? url),
    element('title', feed.title),
    element('updated', updated),
    `<author>${element('name', feed.author)}</author>`,
    `<link rel="self" type="application/atom+xml" href="${text(url)}"/>`,
    `<link rel="alternate" type="text/html" href="${text(feed.page)}"/>`,
    ...Object.entries(documents).flatMap(([relation, href]) =>
      href === undefined
        ? []
        : [`<link rel="${relation}" type="application/atom+xml" href="${text(href)}"/>`],
    ),
    ...(state === undefined ? [] : [`<fh:${state}/>`]),
    ...entries.map(toEntry),
    '</feed>\n',
  ].join('\n')
}

function toEntry({ url, id = pageOf(url), title, published, updated, summary }: Entry): string {
  return [
    '<entry>',
    element('id', id),
    element('title', title),
    ...(published === null ? [] : [element('published', published)]),
    element('updated', updated),
    `<link rel="alternate" type="text/html" href="${text(url)}"/>`,
    // A page of its own would be needed without it.
    element('summary', summary),
    '</entry>',
  ].join('\n')
}

const pageOf = (url: string) => url.split('#', 1)[0] ?? url

/** The first page of a document, for all of its pages and sections. */
const documentOf = (url: string) => url.replace(/[?#].*/, '')

const later = (one: string, other: string) => (one > other ? one : other)

const element = (name: string, content: string) => `<${name}>${text(content)}</${name}>`

// XML 1.0 has no form for these characters, not even an escaped one (2.2).
const forbidden = /[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu

function text(content: string): string {
  return escapeUTF8(content.replace(forbidden, ''))
}
