import { escapeUTF8 } from 'entities'
import { excerpt, shorten } from '../core/shorten.ts'
import type { Email } from './email.ts'
import { type Ahead, type AlertEvent, alertEvents } from './events.ts'
import type { AlertWords } from './words.en.ts'

/** The new entries of a feed that somebody gets. */
export interface News {
  /** The name of the council. */
  council: string
  feed: { title: string; name: string; page: string }
  entries: readonly NewsEntry[]
  /** The link that stops this alert; null in a preview. */
  stopUrl: string | null
}

export interface NewsEntry {
  title: string
  url: string
  summary: string
  event: AlertEvent
  /** What it said before, if that changed; else empty. */
  was: string
  /** When the meeting begins (ISO 8601 UTC), if it is on the agenda no more. */
  goneUntil?: string
  ahead?: Ahead
  /** What the council published. */
  source?: string | null
}

/** Entries of one e-mail; the page has the others. */
const shownMax = 50

export interface Sender {
  name: string
  /** A postal address, as CASL asks for. */
  postal: string | null
  contact: string | null
}

interface Ended {
  title: string
  stopUrl: string
}

interface Digest {
  words: AlertWords
  language: string
  news: readonly News[]
  /** Feeds whose page or council is not there any more. */
  ended?: readonly Ended[]
  /** Null in a preview, as the links that change and stop everything. */
  sender: Sender | null
  ownUrl: string | null
  leaveUrl: string | null
}

interface Labelled {
  label: string
  url: string
}

type Line =
  | { heading: string }
  | { subheading: string }
  | { text: string }
  /** What the record says, with the page that it leads to, and others. */
  | { title: string; url: string; details: readonly string[]; links: readonly Labelled[] }
  | Labelled

/** One e-mail with everything that is new for somebody. */
export function digestEmail({ words, language, sender, ownUrl, leaveUrl, ...said }: Digest): Email {
  const { mail } = words
  const { news, ended = [] } = said
  const subject = news.length > 0 ? subjectOf(news, words) : endSubject(ended, words)
  let left = shownMax
  const sections = news.flatMap((one) => {
    const shown = one.entries.slice(0, left)
    left -= shown.length
    return [...linesOf(one, shown, words)]
  })
  const lines: Line[] = [
    ...sections,
    ...ended.flatMap(({ title }) => [{ heading: oneLine(title) }, { text: mail.ended }]),
    ...[...news.map(({ feed, stopUrl }) => ({ title: feed.title, stopUrl })), ...ended].flatMap(
      ({ title, stopUrl }) => linked(mail.stop(oneLine(title)), stopUrl),
    ),
    ...linked(mail.change, ownUrl),
    ...linked(mail.stopAll, leaveUrl),
    ...(sender === null ? [] : senderLines(sender, words)),
  ]
  return { language, subject: oneLine(subject), ...bodyOf(lines, language), leaveUrl }
}

const linked = (label: string, url: string | null): Labelled[] =>
  url === null ? [] : [{ label, url }]

/** Entries by what they tell; of agendas, that of the next meeting first. */
export const inOrder = (entries: readonly NewsEntry[]): NewsEntry[] =>
  alertEvents.flatMap((event) => {
    const some = entries.filter((entry) => entry.event === event)
    return event === 'agenda' ? some.toSorted(byMeeting) : some
  })

const byMeeting = ({ ahead: a }: NewsEntry, { ahead: b }: NewsEntry): number =>
  Date.parse(a?.until ?? '') - Date.parse(b?.until ?? '') || 0

/** Characters of the subject. */
const nameMax = 80

/** `Lowmere: “zoning” – 2 decided, 1 on Tuesday’s agenda`. */
function subjectOf(news: readonly News[], { mail, counts }: AlertWords): string {
  const councils = [...new Set(news.map(({ council }) => council))].join(', ')
  const names = [...new Set(news.map(({ feed }) => feed.name))]
  const counted = alertEvents.flatMap((event) => {
    const found = news.flatMap((one) => one.entries.filter((entry) => entry.event === event))
    // Several feeds may have it.
    const entries = [...new Map(found.map((entry) => [entry.url, entry])).values()]
    if (entries.length === 0) return []
    return event === 'agenda'
      ? counts.agenda(entries.length, dayOf(entries))
      : counts[event](entries.length)
  })
  // The counts must not be cut.
  const short = (text: string) => shorten(oneLine(text), nameMax)
  return mail.subject(short(councils), short(names.join(', ')), counted)
}

const endSubject = (ended: readonly Ended[], { mail }: AlertWords): string =>
  mail.endedSubject(shorten(oneLine(ended.map(({ title }) => title).join(', ')), nameMax))

/** The day of the agendas, if that is one. */
function dayOf(entries: readonly NewsEntry[]): Ahead | undefined {
  const [first, ...others] = entries.map(({ ahead }) => ahead)
  return others.every((other) => other?.day === first?.day) ? first : undefined
}

function* linesOf(
  { feed, entries }: News,
  shown: readonly NewsEntry[],
  words: AlertWords,
): Generator<Line> {
  const { mail } = words
  const title = oneLine(feed.title)
  yield { heading: title }
  yield { text: mail.why(title) }
  let last: AlertEvent | undefined
  for (const entry of shown) {
    if (entry.event !== last) yield { subheading: words.events[entry.event].heading }
    last = entry.event
    yield lineOf(entry, words)
  }
  const more = entries.length - shown.length
  if (more > 0) yield { text: mail.more(more) }
  yield { label: mail.all, url: feed.page }
}

function lineOf(
  { title, url, summary, was, goneUntil, ahead, source = null }: NewsEntry,
  { mail }: AlertWords,
): Line {
  const details = [
    goneUntil === undefined ? '' : mail.gone,
    summary,
    was === '' ? '' : mail.was(was),
  ]
    .map(onOneLine)
    .filter((text) => text !== '')
  const { takePart = null } = ahead ?? {}
  const links = [
    ...(takePart === null || goneUntil !== undefined ? [] : [takePart]),
    ...(source === null
      ? []
      : [{ label: ahead === undefined ? mail.source : mail.agenda, url: source }]),
  ]
  return { title: oneLine(title), url, details, links }
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
    ...titles.map((title) => ({ text: `– ${oneLine(title)}` })),
    { label: mail.confirmLink, url: confirmUrl },
    { text: mail.confirmIgnore },
    ...senderLines(sender, words),
  ]
  const subject = oneLine(mail.confirmSubject(sender.name))
  return { language, subject, ...bodyOf(lines, language), leaveUrl: null }
}

interface LinkRequest extends Pick<Request, 'words' | 'language' | 'sender'> {
  url: string
}

/** The link to "My alerts", for somebody who entered their address. */
export function linkEmail({ words, language, sender, url }: LinkRequest): Email {
  const { mail } = words
  const lines: Line[] = [
    { label: mail.ownText(sender.name), url },
    { text: mail.ownIgnore },
    ...senderLines(sender, words),
  ]
  const subject = oneLine(mail.ownSubject(sender.name))
  return { language, subject, ...bodyOf(lines, language), leaveUrl: null }
}

/** With the headers of a digest, to see how they arrive. */
export function testEmail({ words, language, sender, url }: LinkRequest): Email {
  const { mail } = words
  const lines: Line[] = [
    { text: mail.testText },
    { label: mail.stopAll, url },
    ...senderLines(sender, words),
  ]
  const subject = oneLine(mail.testSubject(sender.name))
  return { language, subject, ...bodyOf(lines, language), leaveUrl: url }
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
  if ('subheading' in line) return `${line.subheading}\n${'-'.repeat(line.subheading.length)}`
  if ('text' in line) return line.text
  if ('label' in line) return `${line.label}\n${line.url}`
  const { title, details, url, links } = line
  const more = links.map((link) => `${link.label} – ${link.url}`)
  return [title, ...details, url, ...more].join('\n')
}

const escaped = escapeUTF8

function htmlOf(line: Line): string {
  if ('heading' in line) return `<h2>${escaped(line.heading)}</h2>`
  if ('subheading' in line) return `<h3>${escaped(line.subheading)}</h3>`
  if ('text' in line) return `<p>${escaped(line.text)}</p>`
  if ('label' in line) return `<p>${labelledIn(line)}</p>`
  const { title, details, url, links } = line
  const more = links.map((link) => linkTo(link.url, link.label))
  return `<p>${[linkTo(url, title), ...details.map(escaped), ...more].join('<br>')}</p>`
}

const linkTo = (url: string, text: string) => `<a href="${escaped(url)}">${escaped(text)}</a>`

/** Without the colon before a URL. */
const labelledIn = ({ label, url }: Labelled) => linkTo(url, label.replace(/\s*:$/, ''))

// A header has no line breaks and control characters, and bidirectional ones would turn what follows.
const controls = /[\p{Cc}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]+/gu
// French writes no-break spaces.
const spaces = /[^\S\u00a0\u202f]+/g

const onOneLine = (text: string): string =>
  text.toWellFormed().replace(controls, ' ').replace(spaces, ' ').trim()

/** On one line, and not long. */
const oneLine = (text: string): string => excerpt(onOneLine(text)) ?? ''
