import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { TSchema } from 'typebox'
import { memoryLimiter } from '../../access/limiter.ts'
import type { Clock } from '../../core/clock.ts'
import { limitAddresses } from '../../http/admission.ts'
import type { SiteConfig } from '../../site/tools.ts'
import { urlOf } from '../list-page.ts'
import { type Locale, locales } from '../locale.ts'
import { NoQuery } from '../schema.ts'
import type { Visit } from '../visit.ts'
import { bodyCalendar, councilCalendar, meetingCalendar, noticesCalendar } from './calendar.ts'
import { toAtom } from './feed.ts'
import { newsFeeds } from './news-feeds.ts'
import { wardsGeojson } from './wards-geojson.ts'

interface Feed {
  /** Below the council. */
  path: string
  contentType: string
  querystring?: TSchema
  render: (visit: Visit) => Promise<string>
}

const calendar = 'text/calendar; charset=utf-8'
const atom = 'application/atom+xml; charset=utf-8'

/** Below `/feeds`. */
const feeds: readonly Feed[] = [
  { path: '/meetings.ics', contentType: calendar, render: councilCalendar },
  { path: '/notices.ics', contentType: calendar, render: noticesCalendar },
  { path: '/bodies/:slug.ics', contentType: calendar, render: bodyCalendar },
  ...newsFeeds.map(({ path, querystring, read }) => ({
    ...{ path: `${path}.atom`, contentType: atom, querystring },
    render: async (visit: Visit) =>
      toAtom(await read(visit), `${visit.config.siteUrl}${urlOf(visit.path, visit.query)}`),
  })),
]

const wards: Feed = {
  ...{ path: '/wards.geojson', contentType: 'application/geo+json', render: wardsGeojson },
}

const meetingFile: Feed = {
  ...{ path: '/meetings/:slug.ics', contentType: calendar, render: meetingCalendar },
}

interface FeedTools {
  config: Pick<SiteConfig, 'openRateLimit'>
  clock: Clock
  visitOf: (request: FastifyRequest) => Visit
}

/** What calendars and feed readers subscribe to, without a key, because they cannot send one. */
export function addFeeds(site: FastifyInstance, { config, clock, visitOf }: FeedTools): void {
  const onRequest = limitAddresses(memoryLimiter(config.openRateLimit, clock))
  const add = (base: string, locale: Locale, feed: Feed) => {
    const { path, contentType, querystring = NoQuery, render } = feed
    const options = { schema: { querystring }, config: { locale, contentType }, onRequest }
    site.get(`${base}/:municipality${path}`, options, async (request, reply) =>
      reply.type(contentType).send(await render(visitOf(request))),
    )
  }
  for (const locale of locales) {
    for (const feed of feeds) add(`${locale.prefix}/feeds`, locale, feed)
    add(locale.prefix, locale, meetingFile)
  }
  // Its names are those of the record, in any language.
  add('', locales[0], wards)
}
