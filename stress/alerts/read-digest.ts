/** What an e-mail says of a feed. */
export interface MailedFeed {
  /** The page of the feed. */
  page: string
  /** See `mailedAs`. */
  entries: string[]
  /** Entries that it counts without naming them. */
  more: number
}

const headings: Readonly<Record<string, string>> = {
  Decided: 'decided',
  Décidé: 'decided',
  'On an agenda': 'agenda',
  'À l’ordre du jour': 'agenda',
  'Changed or cancelled': 'changed',
  'Modifié ou annulé': 'changed',
  'Also new': 'other',
  'Autres nouveautés': 'other',
}
const gone = /^(It is not there any more|Il n’y est plus)/
const more = /^(?:(\d+) more are on the page|La page en a (\d+) de plus)\.$/
const all = /^(All of it:|Le tout :)$/
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
      event = headings[first] ?? event
      feed.more += moreIn(first)
    } else if (all.test(first.replace(/\u00a0/g, ' '))) {
      feeds.push({ ...feed, page: url })
      feed = { page: '', entries: [], more: 0 }
      event = ''
    } else if (event !== '')
      feed.entries.push(mailedAs({ event, isGone: gone.test(rest[0] ?? ''), title: first, url }))
  }
  return feeds
}

function moreIn(line: string): number {
  const [, inEnglish, inFrench] = more.exec(line) ?? []
  return Number(inEnglish ?? inFrench ?? 0)
}
