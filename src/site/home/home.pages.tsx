import type { FastifyInstance, FastifyPluginAsync } from 'fastify'
import { queueClientOf } from '../../access/networks.ts'
import { findPendingSource } from '../../store/sources.ts'
import { pathIn } from '../address.ts'
import { Page } from '../layout.tsx'
import { type SiteLocale, siteLocales } from '../locale.ts'
import type { Pending } from '../not-added.tsx'
import { isPublic, sendPage } from '../send-page.ts'
import type { SiteConfig, SiteTools } from '../tools.ts'
import { VersionedMemo } from '../versioned-memo.ts'
import { CoveredCards } from './covered.tsx'
import {
  type Council,
  type CouncilFilter,
  findCouncils,
  toCouncil,
  toCouncilFilter,
} from './find-councils.ts'
import { findMatching, toSearchText } from './find-matching.ts'
import { ManyCouncils } from './many-councils.tsx'
import { type Covered, type CoveredRow, listCovered } from './queries.ts'
import { regionsIn } from './regions.ts'
import { SearchCouncils } from './search-councils.tsx'
import { searchPath } from './search-path.ts'

/** `/`: the home page, or the page of the only council, and `/search`; in each language. */
export const home: FastifyPluginAsync<SiteTools> = async (site, tools) => {
  const memo = new VersionedMemo<ListedCouncils>(tools.store)
  for (const locale of siteLocales) addHome(site, locale, { ...tools, memo })
}

interface HomeTools extends SiteTools {
  memo: VersionedMemo<ListedCouncils>
}

function addHome(site: FastifyInstance, locale: SiteLocale, tools: HomeTools): void {
  const { memo, config, store, record, clock } = tools
  const listed = async () =>
    (await memo.get(locale.tag, async () =>
      toListed(await listCovered(store, locale.tag), locale),
    )) ?? { councils: [], counted: [] }
  type Query = { Querystring: Record<string, unknown> }
  site.get<Query>(pathIn(locale, '/'), async ({ query }, reply) => {
    const found = await listed()
    const [only, ...others] = found.councils
    const filter = toCouncilFilter(query)
    isPublic(reply)
    // Not permanently: a second council may be added.
    if (only !== undefined && others.length === 0)
      return reply.redirect(`${locale.prefix}/${only.slug}`, 302)
    const pending = only === undefined ? await findPendingSource(store.db) : undefined
    const props = { ...found, locale, filter, config, pending, now: clock.now() }
    return sendPage(reply, <Home {...props} />)
  })
  site.get<Query>(pathIn(locale, '/search'), async ({ query, ip }, reply) => {
    const { councils } = await listed()
    const [only, ...others] = councils
    const q = toSearchText(query.q)
    isPublic(reply)
    if (only !== undefined && others.length === 0)
      return reply.redirect(searchPath(locale, only.slug, q))
    const { q: name } = toCouncilFilter({ q: query.council })
    const found = findCouncils(councils, { q: name, letter: '', region: '' })
    const order = query.sort === 'date' ? 'newest' : 'best'
    const matching = await findMatching(record, found, { q, order, client: queueClientOf(ip) })
    const { siteUrl } = config
    const total = councils.length
    return sendPage(
      reply,
      <SearchCouncils {...{ locale, siteUrl, total, found, matching, q, name, order }} />,
    )
  })
  if (locale.prefix !== '')
    site.get(`${locale.prefix}/`, (_request, reply) => reply.redirect(locale.prefix, 301))
}

interface ListedCouncils {
  councils: readonly Council[]
  /** Undefined if there are too many to count. */
  counted: readonly CoveredRow[] | undefined
}

function toListed({ councils, counted }: Covered, locale: SiteLocale): ListedCouncils {
  const regionOf = regionsIn(locale)
  return { councils: councils.map((council) => toCouncil(council, regionOf)), counted }
}

interface HomeProps extends ListedCouncils {
  locale: SiteLocale
  filter: CouncilFilter
  config: SiteConfig
  pending: Pending | undefined
  now: number
}

function Home({ locale, councils, counted, filter, config, pending, now }: HomeProps) {
  const words = locale.words.home
  return (
    <Page
      title={words.title}
      locale={locale}
      address={{ siteUrl: config.siteUrl, path: '/', query: queryOf(filter) }}
      search={{ action: pathIn(locale, '/search'), label: words.search, submit: words.submit }}
      description={words.description}
    >
      <h1>{words.title}</h1>
      <p class="lead">{words.lead}</p>
      <h2 id="municipalities">{words.councils}</h2>
      {counted === undefined ? (
        <ManyCouncils councils={councils} filter={filter} />
      ) : (
        <CoveredCards covered={counted} pending={pending} now={now} />
      )}
    </Page>
  )
}

function queryOf({ q, letter, region }: CouncilFilter): string {
  const given = Object.entries({ q, letter, region }).filter(([, value]) => value !== '')
  return given.length === 0 ? '' : `?${new URLSearchParams(given)}`
}
