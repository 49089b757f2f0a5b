import { decodeXML } from 'entities'
import type { Service } from '../../test/support/service/service.ts'

/** A feed that readers follow. */
export interface TownFeed {
  municipality: string
  /** BCP 47. */
  language: string
  /** Below the feeds of the council, with filters. */
  path: string
  /** What it can tell. */
  events: readonly string[]
}

/** An entry of a feed with what the API says of what it is about. */
export interface SeenEntry {
  id: string
  title: string
  url: string
  /** The local day of what it is about; null if unknown or to come. */
  day: string | null
  event: string | null
  /** Another one is news. */
  state: string
  /** Of a meeting that has not begun: where and when it is, and when it begins. */
  ahead: { said: string; until: number } | null
}

export interface SeenFeed {
  page: string
  entries: readonly SeenEntry[]
  /** Whether entries of meetings to come may be missing. */
  isCut: boolean
}

interface Meeting {
  slug: string
  date: string
  start_time: string | null
  status: string
  location: string | null
  has_agenda: boolean
  has_minutes: boolean
}

interface Motion {
  slug: string
  result: string | null
  meeting_date: string | null
}

/** What the API says of a council. */
export interface Facts {
  motions: ReadonlyMap<string, Motion>
  meetings: ReadonlyMap<string, Meeting>
  timeZone: string
  now: number
}

const entriesMax = 100

/** Meetings and the results of motions, by their slugs. */
export async function readFacts(
  service: Service,
  municipality: string,
  { timeZone, now }: Pick<Facts, 'timeZone' | 'now'>,
): Promise<Facts> {
  const base = `${service.url}/api/v1/${municipality}`
  const [motions, meetings] = await Promise.all([
    readList<Motion>(`${base}/motions`, service.key),
    readList<Meeting>(`${base}/meetings`, service.key),
  ])
  return {
    motions: new Map(motions.map((motion) => [motion.slug, motion])),
    meetings: new Map(meetings.map((meeting) => [meeting.slug, meeting])),
    ...{ timeZone, now },
  }
}

export async function readList<T>(url: string, key: string): Promise<T[]> {
  const rows: T[] = []
  let cursor: string | null = ''
  while (cursor !== null) {
    const page = `${url}?per_page=100${cursor === '' ? '' : `&cursor=${encodeURIComponent(cursor)}`}`
    const response = await fetch(page, { headers: { 'x-api-key': key } })
    if (!response.ok) throw new Error(`${page}: ${response.status}`)
    const { data, pagination } = (await response.json()) as {
      data: T[]
      pagination: { next_cursor: string | null }
    }
    rows.push(...data)
    cursor = pagination.next_cursor
  }
  return rows
}

const prefixOf = (language: string) => (language.startsWith('fr') ? '/fr' : '')

/** A feed as a feed reader gets it, which keeps what has not changed; undefined if what it is of is gone. */
export async function readTownFeed(
  { siteUrl, kept }: { siteUrl: string; kept: Map<string, KeptResponse> },
  feed: TownFeed,
  facts: Facts,
): Promise<SeenFeed | undefined> {
  const [path = '', query] = feed.path.split('?')
  const base = `${siteUrl}${prefixOf(feed.language)}/feeds/${feed.municipality}${path}.atom`
  const url = query === undefined ? base : `${base}?${query}`
  const text = await readKept(url, kept)
  if (text === undefined) return undefined
  const [head = '', ...parts] = text.split('<entry>')
  const entries = new Map<string, SeenEntry>()
  for (const part of parts) {
    const entry = toEntry(part, feed, facts)
    if (!entries.has(entry.id)) entries.set(entry.id, entry)
  }
  const all = [...entries.values()]
  const isCut = parts.length >= entriesMax && all.at(-1)?.ahead !== null
  return { page: linkIn(head), entries: all, isCut }
}

export interface KeptResponse {
  etag: string
  body: string
}

async function readKept(url: string, kept: Map<string, KeptResponse>) {
  const before = kept.get(url)
  const headers = before === undefined ? {} : { 'if-none-match': before.etag }
  const response = await fetch(url, { headers })
  const body = await response.text()
  if (response.status === 304) return before?.body
  if (response.status === 404) return undefined
  if (!response.ok) throw new Error(`${url}: ${response.status}`)
  kept.set(url, { etag: response.headers.get('etag') ?? '', body })
  return body
}

const field = (part: string, name: string) =>
  decodeXML(new RegExp(`<${name}>([^<]*)</${name}>`).exec(part)?.[1] ?? '')
const linkIn = (part: string) =>
  decodeXML(/<link rel="alternate"[^>]* href="([^"]*)"/.exec(part)?.[1] ?? '')

function toEntry(part: string, feed: TownFeed, facts: Facts): SeenEntry {
  const published = field(part, 'published')
  const entry = {
    ...{ id: field(part, 'id'), title: field(part, 'title'), url: linkIn(part) },
    day: published === '' ? null : dayIn(facts.timeZone, Date.parse(published)),
  }
  return { ...entry, ...toldBy(entry, feed, facts) }
}

type Told = Pick<SeenEntry, 'event' | 'state' | 'ahead'>

/** What an entry tells by the rules that readers are given. */
function toldBy({ id, url }: { id: string; url: string }, feed: TownFeed, facts: Facts): Told {
  const [, kind = '', slug = ''] = /\/(motions|meetings)\/([^/#?]+)/.exec(url) ?? []
  if (id.includes('#changes-')) return { event: 'changed', state: '', ahead: null }
  const meeting = kind === 'meetings' ? facts.meetings.get(slug) : undefined
  if (id.includes('#agenda-') && meeting !== undefined) return itemOf(meeting, facts)
  if (feed.path.startsWith('/people/'))
    return { event: 'decided', state: facts.motions.get(slug)?.result ?? '', ahead: null }
  if (kind === 'motions') return motionOf(slug, facts)
  const isMeeting = /^\/(meetings$|meetings\?|bodies\/)/.test(feed.path)
  if (isMeeting && meeting !== undefined) return meetingOf(meeting, facts)
  const isDecided = /^\/(bylaws|matters\/)/.test(feed.path)
  return { event: isDecided ? 'decided' : 'other', state: '', ahead: null }
}

function motionOf(slug: string, { motions, timeZone, now }: Facts): Told {
  const { result = null, meeting_date: date } = motions.get(slug) ?? {}
  const isToCome = (date ?? '') > dayIn(timeZone, now)
  const event = isToCome ? null : 'other'
  return { event: result === null ? event : 'decided', state: result ?? '', ahead: null }
}

function meetingOf(meeting: Meeting, facts: Facts): Told {
  const ahead = aheadOf(meeting, facts)
  const { has_agenda: agenda, has_minutes: minutes } = meeting
  if (ahead === null) return { event: minutes ? 'other' : null, state: String(minutes), ahead }
  const event = agenda ? 'agenda' : null
  return {
    event: isCalledOff(meeting) ? 'changed' : event,
    state: `${agenda} ${ahead.said}`,
    ahead,
  }
}

function itemOf(meeting: Meeting, facts: Facts): Told {
  const ahead = aheadOf(meeting, facts)
  return { event: isCalledOff(meeting) ? 'changed' : 'agenda', state: ahead?.said ?? '', ahead }
}

const isCalledOff = ({ status }: Meeting) => status === 'cancelled' || status === 'postponed'

function aheadOf(meeting: Meeting, { now, timeZone }: Facts): SeenEntry['ahead'] {
  const { date, start_time: start, location, status } = meeting
  // Without a time, it has begun when its day does.
  const hasBegun = start === null ? date <= dayIn(timeZone, now) : Date.parse(start) <= now
  if (hasBegun) return null
  const until = start === null ? Date.parse(`${date}T00:00:00Z`) : Date.parse(start)
  const said = [isCalledOff(meeting) ? status : '', date, start ?? '', location ?? '']
  return { said: said.join(' '), until }
}

/** The date of a moment in a time zone. */
export const dayIn = (timeZone: string, ms: number) =>
  new Intl.DateTimeFormat('en-CA', { timeZone, dateStyle: 'short' }).format(ms)
