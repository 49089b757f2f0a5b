import type { AlertEvent } from '../../alerts/events.ts'
import type { ReadableFeed } from '../../alerts/feed-reads.ts'
import { partsMax } from '../../core/parts-max.ts'
import { coerceQuery, parseQuery } from '../../http/query.ts'
import type { AlertFeed } from '../../store/alerts.ts'
import { english, french } from '../locale.ts'
import { TakePartLookup } from '../take-part-lookup.ts'
import { councilLookup, toVisit, type VisitTools } from '../to-visit.ts'
import { Missing, type Visit } from '../visit.ts'
import type { Feed } from './feed.ts'
import { newsFeeds } from './news-feeds.ts'
import { withSources } from './sources.ts'

/** Reads feeds by their paths, as the site shows them. */
export function feedReader(tools: VisitTools) {
  const inEnglish = councilLookup(tools.store, { namesMax: 0 })
  const takePart = new TakePartLookup(tools)
  const inFrench = councilLookup(tools.store, { namesMax: partsMax })
  return async (feed: AlertFeed): Promise<ReadableFeed | undefined> => {
    const locale = feed.language === french.tag ? french : english
    const council = await (locale === french ? inFrench : inEnglish)(feed.municipality)
    const [path = '', text = ''] = feed.feed.split('?')
    const found = findFeed(path)
    if (council === undefined || found === undefined) return undefined
    const { properties = {} } = found.querystring as QuerySchema
    const visited = {
      ...{ locale, params: found.params, client: { group: 'alerts' } },
      path: `${locale.prefix}/feeds/${feed.municipality}${path}`,
      query: coerceQuery(parseQuery(text), properties, false),
    }
    const settings = await takePart.of(council.municipality)
    return readOrNone(found.read, toVisit({ ...council, takePart: settings }, visited, tools))
  }
}

interface QuerySchema {
  properties?: Record<string, { type?: string }>
}

async function readOrNone(
  read: (visit: Visit) => Promise<Feed>,
  visit: Visit,
): Promise<ReadableFeed | undefined> {
  try {
    const { title, name: feedName, page, entries } = await read(visit)
    const { name } = visit.municipality
    const sourced = await withSources(visit, entries)
    return { council: name, title, name: feedName, page, entries: sourced }
  } catch (error) {
    if (error instanceof Missing) return undefined
    throw error
  }
}

/** What the feed of a path tells, with its filters; nothing if there is none. */
export const eventsOfFeed = (feed: string): readonly AlertEvent[] =>
  findFeed(feed.split('?', 1)[0] ?? '')?.events ?? []

/** The feed of a path, with the slug in it. */
function findFeed(path: string) {
  for (const feed of newsFeeds) {
    const [start = '', rest] = feed.path.split(':slug')
    if (rest === undefined && path === start) return { ...feed, params: {} }
    const slug = path.slice(start.length)
    if (rest !== undefined && path.startsWith(start) && /^[a-z0-9-]+$/.test(slug))
      return { ...feed, params: { slug } }
  }
  return undefined
}
