import { escapeUTF8 } from 'entities'
import type { Email } from './email.ts'
import type { AlertWords } from './words.en.ts'

/** The new entries of a feed that somebody gets. */
export interface News {
  /** The name of the council. */
  council: string
  feed: { title: string; page: string }
  entries: readonly NewsEntry[]
  /** The link that stops this alert. */
  stopUrl: string
}

export interface NewsEntry {
  title: string
  url: string
  summary: string
}

/** Entries of one e-mail; the page has the others. */
const shownMax = 50

export interface Sender {
  name: string
  /** A postal address, as CASL asks for. */
  postal: string | null
  contact: string | null
}

interface Digest {
  words: AlertWords
  language: string
  news: readonly News[]
  sender: Sender
  /** The link that stops everything. */
  leaveUrl: string
}

type Line =
  | { heading: string }
  | { text: string }
  /** What the record says, with the page that it leads to. */
  | { title: string; url: string; summary: string }
  | { label: string; url: string }

/** One e-mail with everything that is new for somebody. */
export function digestEmail({ words, language, news, sender, leaveUrl }: Digest): Email {
  const { mail } = words
  const count = news.reduce((sum, { entries }) => sum + entries.length, 0)
  const [first] = news
  const councils = [...new Set(news.map(({ council }) => council))].join(', ')
  const subject =
    news.length === 1 && first !== undefined
      ? mail.subject(first.council, first.feed.title, count)
      : mail.subjectOfMany(councils, count)
  const lines = [
    ...news.flatMap((one) => [...linesOf(one, words)]),
    ...news.map(({ feed, stopUrl }) => ({ label: mail.stop(feed.title), url: stopUrl })),
    { label: mail.stopAll, url: leaveUrl },
    ...senderLines(sender, words),
  ]
  return { language, subject: oneLine(subject), ...bodyOf(lines, language), leaveUrl }
}

function* linesOf({ feed, entries }: News, { mail }: AlertWords): Generator<Line> {
  yield { heading: feed.title }
  for (const { title, url, summary } of entries.slice(0, shownMax)) yield { title, url, summary }
  if (entries.length > shownMax) yield { text: mail.more(entries.length - shownMax) }
  yield { text: mail.why(feed.title) }
  yield { label: mail.all, url: feed.page }
}

interface Request {
  words: AlertWords
  language: string
  titles: readonly string[]
  sender: Sender
  confirmUrl: string
}

/** Asks the owner of an address whether the e-mails are wanted. */
export function confirmationEmail({ words, language, titles, sender, confirmUrl }: Request): Email {
  const { mail } = words
  const lines: Line[] = [
    { text: mail.confirmText(sender.name) },
    ...titles.map((title) => ({ text: `– ${title}` })),
    { label: mail.confirmLink, url: confirmUrl },
    { text: mail.confirmIgnore },
    ...senderLines(sender, words),
  ]
  const subject = oneLine(mail.confirmSubject(sender.name))
  return { language, subject, ...bodyOf(lines, language), leaveUrl: null }
}

function senderLines({ name, postal, contact }: Sender, { mail }: AlertWords): Line[] {
  return [mail.from(name), postal, contact]
    .filter((text) => text !== null)
    .map((text) => ({ text }))
}

/** The text and the same in HTML, without pictures. */
function bodyOf(lines: readonly Line[], language: string): Pick<Email, 'text' | 'html'> {
  const text = lines.map(textOf).join('\n\n')
  const body = lines.map(htmlOf).join('\n')
  const html = `<!doctype html><html lang="${language}"><meta charset="utf-8"><body style="font-family:sans-serif;max-width:40em">\n${body}\n</body></html>`
  return { text: `${text}\n`, html }
}

function textOf(line: Line): string {
  if ('heading' in line) return `${line.heading}\n${'='.repeat(Math.min(line.heading.length, 70))}`
  if ('text' in line) return line.text
  if ('label' in line) return `${line.label}\n${line.url}`
  return [oneLine(line.title), line.summary, line.url].filter((part) => part !== '').join('\n')
}

const escaped = escapeUTF8

function htmlOf(line: Line): string {
  if ('heading' in line) return `<h2>${escaped(line.heading)}</h2>`
  if ('text' in line) return `<p>${escaped(line.text)}</p>`
  const link = (text: string) => `<a href="${escaped(line.url)}">${escaped(text)}</a>`
  if ('label' in line) return `<p>${escaped(line.label)} ${link(line.url)}</p>`
  return `<p>${link(oneLine(line.title))}<br>${escaped(line.summary)}</p>`
}

// A header has no line breaks and control characters, and bidirectional ones would turn what follows.
const controls = /[\p{Cc}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]+/gu

const subjectMax = 200

function oneLine(text: string): string {
  const line = text.replace(controls, ' ').replace(/\s+/g, ' ').trim()
  return line.length <= subjectMax ? line : `${line.slice(0, subjectMax - 1)}…`
}
