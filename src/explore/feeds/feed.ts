import { escapeUTF8 } from 'entities'
import { Temporal } from 'temporal-polyfill'
import type { Ahead, AlertEvent } from '../../alerts/events.ts'
import { feedEntriesMax } from '../../core/feed-entries-max.ts'
import type { VotedMotion } from '../../core/headings/outcome.ts'
import { urlOf as linkOf } from '../list-page.ts'
import type { Visit } from '../visit.ts'

interface News {
  name: string
  /** With the council, if that does not follow the name after a comma. */
  title?: string
  /** Path of the page that shows the same. */
  path: string
  entries: Entry[]
  /** Whether it has all entries. */
  isComplete: boolean
  /** Whether it has decisions and other texts. */
  isMixed?: boolean
  /** What it is filtered by, in words. */
  filters?: readonly string[]
}

/** Whether a list ends before the bound of a feed. */
export const isWhole = (entries: readonly unknown[]): boolean => entries.length < feedEntriesMax

/** The start of a day of the council; null for an unknown one, and for one to come, on which nothing happened yet. */
export function publishedOn(
  { municipality, today }: { municipality: { timeZone: string }; today: string },
  date: string | null,
): string | null {
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
  const { municipality, locale, query } = visit
  const { name, title = `${name}, ${municipality.name}` } = news
  const { path, entries, isComplete, isMixed = false, filters = [] } = news
  const { filtered } = locale.words.feeds
  return {
    ...(isComplete && { state: 'complete' as const }),
    page: urlOf(visit, linkOf(path, query)),
    title: filtered(title, filters),
    name: filtered(name, filters),
    author: municipality.name,
    language: locale.tag,
    updated: municipality.updatedAt,
    ...{ entries, isMixed },
  }
}

export interface Decided extends VotedMotion {
  agenda_item_title: string | null
  matter_title: string | null
  date: string
  vetoes: string | null
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
  /** What it tells; null for nothing new, such as a meeting without an agenda. */
  event: AlertEvent | null
  /** Another one is news again, such as a result. */
  state?: string
  /** The items on an agenda that it is about, by the identities that they had before the meeting began. */
  announcedAs?: string[]
  /** The document or page of the council that says so. */
  source?: string | null
  /** The meeting to come that it is about. */
  ahead?: Ahead
  /** For pages: what was decided, its day and what it is about. */
  motion?: Decided
  about?: readonly (string | null)[]
}

export interface Feed {
  /** The page that shows the same. */
  page: string
  title: string
  /** See `News`. */
  name: string
  author: string
  /** BCP 47. */
  language: string
  /** RFC 3339; of a feed without entries. */
  updated: string
  entries: readonly Entry[]
  /** Whether it has decisions and other texts. */
  isMixed: boolean
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

/** The URL of a page without an anchor. */
export const pageOf = (url: string) => url.split('#', 1)[0] ?? url

const later = (one: string, other: string) => (one > other ? one : other)

const element = (name: string, content: string) => `<${name}>${text(content)}</${name}>`

// XML 1.0 has no form for these characters, not even an escaped one (2.2).
const forbidden = /[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu

function text(content: string): string {
  return escapeUTF8(content.replace(forbidden, ''))
}
