import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { TSchema } from 'typebox'
import { memoryLimiter } from '../../access/limiter.ts'
import type { Clock } from '../../core/clock.ts'
import { limitAddresses } from '../../http/admission.ts'
import { findOrganization } from '../../resources/organizations/queries.ts'
import type { SiteConfig } from '../../site/tools.ts'
import { locales } from '../locale.ts'
import { paths } from '../paths.ts'
import { recordName } from '../record-name.ts'
import { NoQuery, SearchFeedQuery } from '../schema.ts'
import { Missing, type Visit } from '../visit.ts'
import { toCalendar } from './calendar.ts'
import {
  bodyNews,
  bylawsNews,
  matterNews,
  meetingsNews,
  motionsNews,
  personNews,
  searchNews,
} from './news.ts'
import { listCalendarMeetings } from './queries.ts'

/** More than a council and its bodies hold in two years. */
const meetingsMax = 3000

interface Feed {
  /** Below `/feeds/{municipality}`. */
  path: string
  contentType: string
  querystring?: TSchema
  render: (visit: Visit) => Promise<string>
}

const calendar = 'text/calendar; charset=utf-8'
const atom = 'application/atom+xml; charset=utf-8'

const feeds: readonly Feed[] = [
  { path: '/meetings.ics', contentType: calendar, render: councilCalendar },
  { path: '/bodies/:slug.ics', contentType: calendar, render: bodyCalendar },
  { path: '/meetings.atom', contentType: atom, render: meetingsNews },
  { path: '/motions.atom', contentType: atom, render: motionsNews },
  { path: '/bylaws.atom', contentType: atom, render: bylawsNews },
  { path: '/bodies/:slug.atom', contentType: atom, render: bodyNews },
  { path: '/matters/:slug.atom', contentType: atom, render: matterNews },
  { path: '/people/:slug.atom', contentType: atom, render: personNews },
  {
    ...{ path: '/search.atom', contentType: atom, render: searchNews },
    querystring: SearchFeedQuery,
  },
]

interface FeedTools {
  config: Pick<SiteConfig, 'openRateLimit'>
  clock: Clock
  visitOf: (request: FastifyRequest) => Visit
}

/** What calendars and feed readers subscribe to, without a key, because they cannot send one. */
export function addFeeds(site: FastifyInstance, { config, clock, visitOf }: FeedTools): void {
  const onRequest = limitAddresses(memoryLimiter(config.openRateLimit, clock))
  for (const locale of locales) {
    for (const { path, contentType, querystring = NoQuery, render } of feeds) {
      const schema = { querystring }
      const options = { schema, config: { locale, contentType }, onRequest }
      const url = `${locale.prefix}/feeds/:municipality${path}`
      site.get(url, options, async (request, reply) =>
        reply.type(contentType).send(await render(visitOf(request))),
      )
    }
  }
}

async function councilCalendar(visit: Visit): Promise<string> {
  const { municipality, locale } = visit
  const name = locale.words.feeds.meetingsOf(municipality.name)
  return calendarOf(visit, { name, path: paths.meetings(municipality) })
}

async function bodyCalendar(visit: Visit): Promise<string> {
  const { municipality, locale, params, store, today } = visit
  const { slug = '' } = params
  const scope = { municipalityId: municipality.id, today }
  const found = await findOrganization(store.db, scope, slug, 0)
  if (found === undefined) throw new Missing('body')
  const name = `${recordName(municipality, locale, found.organization.name)}, ${municipality.name}`
  return calendarOf(visit, { name, path: paths.body(municipality, slug), body: slug })
}

/** The meetings of the last year and all to come. */
async function calendarOf(
  visit: Visit,
  { name, path, body }: { name: string; path: string; body?: string },
): Promise<string> {
  const { municipality, today, store, config } = visit
  const from = `${Number(today.slice(0, 4)) - 1}${today.slice(4)}`
  const scope = { municipalityId: municipality.id, from, body }
  const meetings = await listCalendarMeetings(store.db, scope, { limit: meetingsMax })
  return toCalendar(visit, { name, page: `${config.siteUrl}${path}` }, meetings)
}
