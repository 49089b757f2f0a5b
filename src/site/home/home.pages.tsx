import type { FastifyInstance, FastifyPluginAsync } from 'fastify'
import { queueClientOf } from '../../access/networks.ts'
import type { Branding } from '../../core/branding.ts'
import { dateInZone } from '../../core/calendar-date.ts'
import { outcomeOfMotion } from '../../core/headings/outcome.ts'
import { firstAndLast, parseVetoes } from '../../core/veto.ts'
import { countsInWords } from '../../core/weighted-votes.ts'
import { languageOfText } from '../../store/search/text-language.ts'
import { findPendingSource } from '../../store/sources.ts'
import { pathIn } from '../address.ts'
import { EnglishLink } from '../english-link.tsx'
import { Page } from '../layout.tsx'
import { type SiteLocale, siteLocales, useSiteLocale } from '../locale.ts'
import { NotAdded, type Pending } from '../not-added.tsx'
import { OwnText } from '../own-text.tsx'
import { Phrase } from '../phrase.tsx'
import { VersionedMemo } from '../queries.ts'
import { isPublic, sendPage } from '../send-page.ts'
import type { SiteConfig, SiteTools } from '../tools.ts'
import {
  type Council,
  type CouncilFilter,
  findCouncils,
  isFiltered,
  type Region,
  regionsIn,
  toCouncil,
  toCouncilFilter,
} from './find-councils.ts'
import { findMatching, searchPath, toOptions } from './find-matching.ts'
import { type Covered, type CoveredRow, listCovered } from './queries.ts'
import { SearchCouncils } from './results.tsx'

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
    const first = firstLocaleOf(tools.branding.current)
    const isFirst = locale === first || locale.prefix !== '' || query.language === locale.language
    if (!isFirst && !isFiltered(filter)) return reply.redirect(first.prefix, 302)
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
    const options = toOptions(query)
    isPublic(reply)
    if (only !== undefined && others.length === 0)
      return reply.redirect(searchPath(locale, only.slug, options.q))
    const found = findCouncils(councils, { q: options.name, letter: '', region: '' }).filter(
      ({ regionCode }) => options.region === '' || regionCode === options.region,
    )
    const matching = await findMatching(record, found, { ...options, client: queueClientOf(ip) })
    const { siteUrl } = config
    return sendPage(
      reply,
      <SearchCouncils {...{ locale, siteUrl, councils, found, matching, options }} />,
    )
  })
  if (locale.prefix !== '')
    site.get(`${locale.prefix}/`, (_request, reply) => reply.redirect(locale.prefix, 301))
}

const firstLocaleOf = ({ firstLanguage }: Branding) =>
  siteLocales.find(({ language }) => language === firstLanguage) ?? siteLocales[0]

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
      <div class="band titled">
        <h1>{words.title}</h1>
        <p class="lead">{words.lead}</p>
      </div>
      <OwnText of="home_text" />
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

interface CoveredProps {
  covered: readonly CoveredRow[]
  pending: Pending | undefined
  now: number
}

/** A card for each municipality that is served. */
function CoveredCards({ covered, pending, now }: CoveredProps) {
  if (covered.length === 0)
    return pending === undefined ? <NoneYet /> : <NotAdded pending={pending} isOnly={true} />
  return (
    <ul class="cards covered">
      {covered.map((municipality) => (
        <li class="card" key={municipality.slug}>
          <Municipality municipality={municipality} now={now} />
        </li>
      ))}
    </ul>
  )
}

function NoneYet() {
  const { home } = useSiteLocale().words
  const values = {
    importing: <EnglishLink href="/docs/how-to/import-a-council">{home.importing}</EnglishLink>,
    command: <code>{'reeve import <source> <location> --municipality <slug>'}</code>,
  }
  return (
    <div class="notice">
      <p>{home.noneYet}</p>
      <p>
        <Phrase text={home.ifOperator} values={values} />
      </p>
    </div>
  )
}

function Municipality({ municipality, now }: { municipality: CoveredRow; now: number }) {
  const { words, prefix, nameOf, count: shown, dateAt } = useSiteLocale()
  const { home } = words
  const { slug, name, timeZone, years, people, motions, bylaws, importedAt } = municipality
  const counts = [
    [home.counts.meetings, years.reduce((sum, { count }) => sum + count, 0)],
    [home.counts.people, people],
    [home.counts.motions, motions],
    [home.counts.bylaws, bylaws],
  ] as const
  const { meetings, votes, people: council } = home.links
  const links = [
    ['meetings', meetings],
    ['votes', votes],
    ['people', council],
  ] as const
  // The coverage page says whether 0 means none or not recorded.
  const present = counts.filter(([, count]) => count > 0)
  return (
    <>
      <h3>
        <a href={`${prefix}/${slug}`}>{nameOf(name)}</a>
      </h3>
      {importedAt === null ? (
        <p>{home.notImported}</p>
      ) : (
        <>
          <p>{spanOf(years, dateInZone(now, timeZone).slice(0, 4), home)}</p>
          <LastDecision municipality={municipality} />
          <dl class="counts">
            {present.map(([what, count]) => (
              <div key={what}>
                <dt>{what}</dt>
                <dd>{shown(count)}</dd>
              </div>
            ))}
          </dl>
          <p class="row">
            {links.map(([path, text]) => (
              <a key={path} href={`${prefix}/${slug}/${path}`}>
                {text}
              </a>
            ))}
          </p>
          <p class="quiet">
            <Phrase
              text={home.lastImport}
              values={{ date: <time dateTime={importedAt}>{dateAt(importedAt, timeZone)}</time> }}
            />
          </p>
        </>
      )}
    </>
  )
}

/** What the council decided last; nothing if no decision of it is on record. */
function LastDecision({ municipality: { slug, decided } }: { municipality: CoveredRow }) {
  const { words, prefix, language, count, date } = useSiteLocale()
  const { home } = words
  if (decided?.title == null) return null
  const { title } = decided
  const { verb } = outcomeOfMotion(decided)
  // A heading that is only a subject does not say what carried.
  const became = verb === 'carried' || verb === 'defeated' ? home[verb] : null
  const counted = countsInWords(decided, words.weighted, { count, tally: home.votes })
  const steps = firstAndLast(parseVetoes(decided.vetoes)).map(({ description, date: day }) =>
    [description, day && date(day)].filter((part) => part).join(', '),
  )
  const own = languageOfText(title)
  const lang = own === language ? undefined : own
  return (
    <>
      <p class="quiet">{home.decidedLast(date(decided.date))}</p>
      <p class="decision">
        <a href={`${prefix}/${slug}/motions/${decided.slug}`} lang={lang}>
          {title}
        </a>{' '}
        <span class="quiet">
          {[[became, counted].filter((part) => part !== null).join(', '), ...steps].join(' · ')}
        </span>
      </p>
    </>
  )
}

// Meetings announced for later years do not extend the span.
function spanOf(
  years: CoveredRow['years'],
  thisYear: string,
  home: ReturnType<typeof useSiteLocale>['words']['home'],
): string {
  const past = years.map(({ year }) => year).filter((year) => year <= thisYear)
  const [first, last] = [past[0], past.at(-1)]
  if (first === undefined || last === undefined)
    return years.length > 0 ? home.upcomingOnly : home.noMeetings
  return home.span(first, last)
}

const shownMax = 300

interface ManyCouncilsProps {
  /** By name. */
  councils: readonly Council[]
  filter: CouncilFilter
}

/** A search, the alphabet and the regions, and the councils that match. */
function ManyCouncils({ councils, filter }: ManyCouncilsProps) {
  const locale = useSiteLocale()
  const { home } = locale.words
  return (
    <>
      <p>{home.total(councils.length, locale.count(councils.length))}</p>
      <form class="filter" action={pathIn(locale, '/')} method="get">
        <label>
          {home.name}
          <input type="search" name="q" value={filter.q} maxLength={100} />
        </label>
        <button type="submit">{home.submit}</button>
      </form>
      <Alphabet councils={councils} current={filter.letter} />
      {isFiltered(filter) && <Matches found={findCouncils(councils, filter)} />}
      <Regions councils={councils} />
    </>
  )
}

function Alphabet({ councils, current }: { councils: readonly Council[]; current: string }) {
  const locale = useSiteLocale()
  const letters = [...new Set(councils.map(({ letter }) => letter))].sort()
  return (
    <nav aria-label={locale.words.home.byLetter}>
      <ul class="slices">
        {letters.map((letter) => (
          <li key={letter}>
            <a
              href={`${pathIn(locale, '/')}?letter=${encodeURIComponent(letter)}#found`}
              aria-current={letter === current ? 'true' : undefined}
            >
              {letter}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}

function Matches({ found }: { found: readonly Council[] }) {
  const locale = useSiteLocale()
  const { home } = locale.words
  const others = found.length - shownMax
  return (
    <>
      <h3 id="found">{home.found(found.length, locale.count(found.length))}</h3>
      {found.length === 0 && (
        <p>
          <Phrase
            text={home.noSuch}
            values={{ link: <a href={pathIn(locale, '/')}>{home.regions}</a> }}
          />
        </p>
      )}
      <ul class="members">
        {found.slice(0, shownMax).map(({ slug, name }) => (
          <li key={slug}>
            <a href={`${locale.prefix}/${slug}`}>{locale.nameOf(name)}</a>
          </li>
        ))}
      </ul>
      {others > 0 && <p>{home.more(locale.count(others))}</p>}
    </>
  )
}

function Regions({ councils }: { councils: readonly Council[] }) {
  const locale = useSiteLocale()
  const { home } = locale.words
  const regions = new Map<string, Region & { count: number }>()
  for (const { region } of councils) {
    const count = regions.get(region.key)?.count ?? 0
    regions.set(region.key, { ...region, count: count + 1 })
  }
  const { compare } = new Intl.Collator(locale.tag)
  const sorted = [...regions.values()].sort((one, other) => compare(one.name, other.name))
  return (
    <table class="bodies">
      <caption>{home.byRegion}</caption>
      <thead>
        <tr>
          <th scope="col">{home.region}</th>
          <th scope="col" class="number">
            {home.councils}
          </th>
        </tr>
      </thead>
      <tbody>
        {sorted.map(({ key, name, count }) => (
          <tr key={key}>
            <th scope="row">
              <a href={`${pathIn(locale, '/')}?region=${encodeURIComponent(key)}#found`}>{name}</a>
            </th>
            <td class="number">{locale.count(count)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
