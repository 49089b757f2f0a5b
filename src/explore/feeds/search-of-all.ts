import type { FastifyInstance } from 'fastify'
import type { Type } from 'typebox'
import { memoryLimiter } from '../../access/limiter.ts'
import { queueClientOf } from '../../access/networks.ts'
import { dateInZone } from '../../core/calendar-date.ts'
import { feedEntriesMax } from '../../core/feed-entries-max.ts'
import { resultPath } from '../../core/result-path.ts'
import { limitAddresses } from '../../http/admission.ts'
import { revalidateByContent } from '../../http/caching.ts'
import { readQuery } from '../../http/query.ts'
import { queueRequests } from '../../http/request-queue.ts'
import { Query } from '../../http/schema-types.ts'
import { findCouncils, wordCount } from '../../resources/search/queries.ts'
import { assertFewWords, SearchAllQuery } from '../../resources/search/schema.ts'
import type { SearchRow } from '../../store/search/search.ts'
import { searchKinds } from '../../store/tables.ts'
import type { ExploreTools } from '../explore.tsx'
import { urlOf as linkOf } from '../list-page.ts'
import { type Locale, locales, wordOf } from '../locale.ts'
import { type Entry, type Feed, pageOf, publishedOn, toAtom } from './feed.ts'

const { q, region, from, to } = SearchAllQuery.properties
const FeedQuery = Query({ q, region, from, to })
type FeedQuery = Type.Static<typeof FeedQuery>

const contentType = 'application/atom+xml; charset=utf-8'

type Tools = Pick<ExploreTools, 'store' | 'config' | 'clock' | 'requestQueue'>

/** `/feeds/search.atom`: the newest texts of all councils, or of those of a region, that have all words. */
export async function searchOfAll(site: FastifyInstance, tools: Tools): Promise<void> {
  const { config, clock, requestQueue } = tools
  queueRequests(site, requestQueue)
  readQuery(site)
  revalidateByContent(site)
  const onRequest = limitAddresses(memoryLimiter(config.openRateLimit, clock))
  for (const locale of locales) {
    const path = `${locale.prefix}/feeds/search.atom`
    const schema = { querystring: FeedQuery }
    site.get<{ Querystring: FeedQuery }>(path, { schema, onRequest }, async (request, reply) => {
      const { query, ip } = request
      assertFewWords(wordCount(query.q))
      const { rows } = await tools.store.search({
        ...{ municipalityId: null, match: 'all', sort: 'date', kinds: searchKinds },
        ...{ ...query, region: query.region?.toLowerCase(), client: queueClientOf(ip) },
        ...{ limit: feedEntriesMax, offset: 0, suggests: false },
      })
      const entries = await entriesOf(rows, locale, tools)
      const url = config.siteUrl + linkOf(path, query)
      return reply.type(contentType).send(toAtom(feedOf(query, entries, { locale, tools }), url))
    })
  }
}

function feedOf(
  query: FeedQuery,
  entries: readonly Entry[],
  { locale, tools: { config, clock } }: { locale: Locale; tools: Tools },
): Feed {
  const { words } = locale
  const filters = [query.region?.toUpperCase(), query.from, query.to].flatMap((part) => part ?? [])
  const title = words.feeds.filtered(words.search.titled(query.q), filters)
  return {
    page: config.siteUrl + linkOf(`${locale.prefix}/search`, { ...query, sort: 'date' }),
    ...{ title, name: title, author: words.feeds.allCouncils, language: locale.tag },
    updated: `${dateInZone(clock.now(), 'UTC')}T00:00:00.000Z`,
    ...{ entries, isMixed: true },
  }
}

/** An entry for each page; the first of several results on it says what. */
async function entriesOf(
  rows: readonly SearchRow[],
  locale: Locale,
  { store, config, clock }: Tools,
): Promise<Entry[]> {
  const councils = await findCouncils(
    store.db,
    rows.map((row) => row.municipality_id),
  )
  const entries = new Map<string, Entry>()
  for (const row of rows) {
    const council = councils.get(row.municipality_id)
    if (council === undefined) continue
    const { slug, name, time_zone: timeZone, updated_at: updatedAt } = council
    const url = `${config.siteUrl}${locale.prefix}/${slug}${resultPath(row)}`
    if (entries.has(pageOf(url))) continue
    const kind = wordOf(locale.words.search.kinds, row.kind) ?? row.kind
    const today = dateInZone(clock.now(), timeZone)
    entries.set(pageOf(url), {
      url,
      title: `${name}${locale.words.colon}${kind}, ${row.title}`,
      published: publishedOn({ municipality: { timeZone }, today }, row.date),
      updated: row.updated_at ?? updatedAt,
      summary: row.snippet,
      event: null,
    })
  }
  return [...entries.values()]
}
