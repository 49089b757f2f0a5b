import { namedCouncilsMax } from '../../core/named-councils-max.ts'
import { resultPath } from '../../core/result-path.ts'
import { languageOfText } from '../../store/search/text-language.ts'
import { pathIn } from '../address.ts'
import { Page } from '../layout.tsx'
import { type SiteLocale, useSiteLocale } from '../locale.ts'
import { highlighterFor, Marked } from '../marked.tsx'
import { Phrase } from '../phrase.tsx'
import type { Council } from './find-councils.ts'
import { type Matching, type Result, type SearchOptions, searchPath } from './find-matching.ts'
import { feedQuery, SearchForm, searchQuery } from './search-form.tsx'

const listedMax = 300

interface SearchCouncilsProps {
  locale: SiteLocale
  siteUrl: string
  /** All of the service. */
  councils: readonly Council[]
  /** Those with the name, in the region. */
  found: readonly Council[]
  /** See `findMatching`. */
  matching: Matching | undefined
  options: SearchOptions
}

/** `/search`: what all councils have with the words, or whose record to search. */
export function SearchCouncils(props: SearchCouncilsProps) {
  const { locale, siteUrl, councils, found, matching, options } = props
  const { home } = locale.words
  const { q } = options
  const matched = matching?.councils ?? []
  const others =
    matching?.isTogether === true
      ? []
      : found.filter((one) => !matched.some(({ council }) => council.id === one.id))
  const isWide = matching === undefined && options.name !== '' && found.length > namedCouncilsMax
  return (
    <Page
      title={home.searchTitle}
      unlisted
      locale={locale}
      address={{ siteUrl, path: '/search', query: searchQuery(options) }}
      search={{
        action: pathIn(locale, '/search'),
        label: home.search,
        submit: home.submit,
        value: q,
      }}
    >
      <h1>{home.searchTitle}</h1>
      {matching === undefined && <p>{home.choose}</p>}
      <SearchForm {...{ councils, options, isWide }} />
      {found.length === 0 && (
        <p>
          <Phrase
            text={home.noSuchSee}
            values={{ home: <a href={pathIn(locale, '/')}>{home.all}</a> }}
          />
        </p>
      )}
      {matching !== undefined && matched.length > 0 && (
        <>
          <Results {...{ locale, matching, options }} />
          {others.length > 0 && <h2 id="others">{home.others}</h2>}
        </>
      )}
      {matching !== undefined && matched.length === 0 && <p>{home.noneMatching}</p>}
      <Councils councils={others.slice(0, listedMax)} locale={locale} q={q} />
    </Page>
  )
}

function Councils({
  councils,
  locale,
  q,
}: {
  councils: readonly Council[]
  locale: SiteLocale
  q: string
}) {
  if (councils.length === 0) return null
  return (
    <ul class="members">
      {councils.map(({ slug, name }) => (
        <li key={slug}>
          <a href={searchPath(locale, slug, q)}>{locale.nameOf(name)}</a>
        </li>
      ))}
    </ul>
  )
}

interface ResultsProps {
  locale: SiteLocale
  matching: Matching
  options: SearchOptions
}

/** What several councils have: how much, in which order, a page of the results, and how many are in each council. */
function Results({ locale, matching, options }: ResultsProps) {
  const { councils, results, isMore, isTogether, hasNext } = matching
  const { home } = locale.words
  const { q, order, page } = options
  const highlighter = highlighterFor(q)
  const total = councils.reduce((sum, { count }) => sum + count, 0)
  const shownTotal = locale.count(total)
  const pageOf = (number: number) =>
    `${pathIn(locale, '/search')}${searchQuery(options, { page: number })}`
  return (
    <>
      <p>
        {isMore ? home.resultsMore(shownTotal) : home.results(total, shownTotal)}{' '}
        <a href="#matching">{home.resultsIn(councils.length, locale.count(councils.length))}</a>{' '}
        {!isTogether && total > results.length && home.firstShown(locale.count(results.length))}
      </p>
      <Orders {...{ locale, options, isTogether }} />
      <p>
        <a href={`${locale.prefix}/feeds/search.atom${feedQuery(options)}`}>{home.feed}</a>
      </p>
      <ul class="rows results">
        {results.map((result) => (
          <li key={`${result.council.slug} ${result.row.kind} ${result.row.slug}`}>
            <ResultRow result={result} highlighter={highlighter} />
          </li>
        ))}
      </ul>
      {(page > 1 || hasNext) && (
        <p class="row">
          {page > 1 && <a href={pageOf(page - 1)}>{home.previousPage}</a>}
          {hasNext && <a href={pageOf(page + 1)}>{home.nextPage}</a>}
        </p>
      )}
      <h2 id="matching">{home.matching}</h2>
      <ul class="members">
        {councils.slice(0, listedMax).map(({ council: { slug, name: title }, ...found }) => (
          <li key={slug}>
            <a href={searchPath(locale, slug, q, order)}>{locale.nameOf(title)}</a>{' '}
            <span class="quiet">
              {found.isMore
                ? home.resultsMore(locale.count(found.count))
                : home.results(found.count, locale.count(found.count))}
            </span>
          </li>
        ))}
      </ul>
    </>
  )
}

function Orders({
  locale,
  options,
  isTogether,
}: Pick<ResultsProps, 'locale' | 'options'> & { isTogether: boolean }) {
  const { home } = locale.words
  const orders = [
    { value: 'best', label: isTogether ? home.bestFirst : home.best },
    { value: 'newest', label: home.newest },
  ] as const
  return (
    <p class="row">
      {orders.map(({ value, label }) => (
        <a
          key={value}
          href={`${pathIn(locale, '/search')}${searchQuery(options, { order: value })}`}
          aria-current={value === options.order ? 'true' : undefined}
        >
          {label}
        </a>
      ))}
    </p>
  )
}

interface ResultRowProps {
  result: Result
  highlighter: ReturnType<typeof highlighterFor>
}

function ResultRow({ result: { council, row }, highlighter }: ResultRowProps) {
  const locale = useSiteLocale()
  const { kinds } = locale.words.home
  const title = <Found text={row.title} highlighter={highlighter} />
  const isInTitle = row.title.includes(row.snippet.replaceAll('…', '').trim())
  return (
    <>
      <a href={`${locale.prefix}/${council.slug}${resultPath(row)}`}>{title}</a>
      <p class="quiet">
        <strong>{locale.nameOf(council.name)}</strong> · {kinds[row.kind]}
        {row.date !== null && ` · ${locale.date(row.date)}`}
      </p>
      {!isInTitle && (
        <p>
          <Found text={row.snippet} highlighter={highlighter} />
        </p>
      )}
    </>
  )
}

/** A text of the record with the words of the query marked, and its language if it is not that of the page. */
function Found({
  text,
  highlighter,
}: {
  text: string
  highlighter: ResultRowProps['highlighter']
}) {
  const { language } = useSiteLocale()
  const own = languageOfText(text)
  return (
    <span lang={own === language ? undefined : own}>
      <Marked text={text} ranges={highlighter.rangesIn(text)} />
    </span>
  )
}
