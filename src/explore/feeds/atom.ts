import { escapeUTF8 } from 'entities'

export interface Entry {
  /** Its page, which is its identity too. */
  url: string
  title: string
  /** When it was decided (RFC 3339), if that is known: readers sort by it, and would take a first import for news. */
  published: string | null
  /** When the record last changed (RFC 3339). */
  updated: string
  summary: string
}

interface Feed {
  /** URL of the feed, its identity. */
  url: string
  /** The page that shows the same. */
  page: string
  title: string
  author: string
  /** BCP 47. */
  language: string
  /** RFC 3339; of a feed without entries. */
  updated: string
  entries: readonly Entry[]
}

/** A feed in Atom (RFC 4287). */
export function toAtom(feed: Feed): string {
  const { entries } = feed
  const [first = feed.updated, ...others] = entries.map((entry) => entry.updated)
  const updated = others.reduce(later, first)
  return [
    '<?xml version="1.0" encoding="utf-8"?>',
    `<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="${text(feed.language)}">`,
    element('id', feed.url),
    element('title', feed.title),
    element('updated', updated),
    `<author>${element('name', feed.author)}</author>`,
    `<link rel="self" type="application/atom+xml" href="${text(feed.url)}"/>`,
    `<link rel="alternate" type="text/html" href="${text(feed.page)}"/>`,
    ...entries.map(toEntry),
    '</feed>\n',
  ].join('\n')
}

function toEntry({ url, title, published, updated, summary }: Entry): string {
  return [
    '<entry>',
    element('id', url),
    element('title', title),
    ...(published === null ? [] : [element('published', published)]),
    element('updated', updated),
    `<link rel="alternate" type="text/html" href="${text(url)}"/>`,
    // A page of its own would be needed without it.
    element('summary', summary),
    '</entry>',
  ].join('\n')
}

const later = (one: string, other: string) => (one > other ? one : other)

const element = (name: string, content: string) => `<${name}>${text(content)}</${name}>`

// XML 1.0 has no form for these characters, not even an escaped one (2.2).
const forbidden = /[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu

function text(content: string): string {
  return escapeUTF8(content.replace(forbidden, ''))
}
