import { alertEvents } from '../../src/alerts/events.ts'
import { wordsIn } from '../../src/alerts/words.ts'

/** What an e-mail says of a feed. */
export interface MailedFeed {
  /** The page of the feed. */
  page: string
  /** See `mailedAs`. */
  entries: string[]
  /** Entries that it counts without naming them. */
  more: number
}

const dictionaries = ['en-CA', 'fr-CA'].map(wordsIn)
const headings = new Map(
  dictionaries.flatMap(({ events }) =>
    alertEvents.map((event) => [events[event].heading, event] as const),
  ),
)
const gone = dictionaries.map(({ mail }) => mail.gone)
const all = dictionaries.map(({ mail }) => mail.all)
/** Around the number. */
const more = dictionaries.map(({ mail }) => mail.more(0).split('0'))
const shownMax = 90

/** An entry as it is compared: what it tells, whether it is missing now, its title and its page. */
export function mailedAs(entry: { event: string; isGone: boolean; title: string; url: string }) {
  const title = entry.title.replace(/\s+/g, ' ').trim().slice(0, shownMax)
  const page = entry.url.split('#', 1)[0]
  return [entry.event, entry.isGone ? 'gone' : 'there', title, page].join(' | ')
}

/** Reads the text of a digest, feed by feed. */
export function readDigest(text: string, siteUrl: string): MailedFeed[] {
  const feeds: MailedFeed[] = []
  let feed: MailedFeed = { page: '', entries: [], more: 0 }
  let event = ''
  for (const block of text.trim().split('\n\n')) {
    const [first = '', ...rest] = block.split('\n')
    const url = rest.find((line) => line.startsWith(`${siteUrl}/`))
    if (url === undefined) {
      event = headings.get(first) ?? event
      feed.more += moreIn(first)
    } else if (all.includes(first)) {
      feeds.push({ ...feed, page: url })
      feed = { page: '', entries: [], more: 0 }
      event = ''
    } else if (event !== '')
      feed.entries.push(
        mailedAs({ event, isGone: gone.includes(rest[0] ?? ''), title: first, url }),
      )
  }
  return feeds
}

function moreIn(line: string): number {
  const [start = '', end = ''] =
    more.find(([first = '', last = '']) => line.startsWith(first) && line.endsWith(last)) ?? []
  return Number(line.slice(start.length, line.length - end.length)) || 0
}
