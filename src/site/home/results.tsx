import { resultPath } from '../../core/result-path.ts'
import { languageOfText } from '../../store/search/text-language.ts'
import { pathIn } from '../address.ts'
import { Page } from '../layout.tsx'
import { type SiteLocale, useSiteLocale } from '../locale.ts'
import { highlighterFor, Marked } from '../marked.tsx'
import { Phrase } from '../phrase.tsx'
import type { Council } from './find-councils.ts'
import { type Matching, type Order, type Result, searchedMax, searchPath } from './find-matching.ts'

const listedMax = 300

interface SearchCouncilsProps {
  locale: SiteLocale
  siteUrl: string
  /** How many councils there are. */
  total: number
  /** Those with the name. */
  found: readonly Council[]
  /** See `findMatching`. */
  matching: Matching | undefined
  order: Order
  /** The words to search for. */
  q: string
  /** Part of the name of a council. */
  name: string
}

/** `/search`: what all councils have with the words, or whose record to search. */
export function SearchCouncils(props: SearchCouncilsProps) {
  const { locale, siteUrl, total, found, matching, q, name, order } = props
  const { home } = locale.words
  const query = `?${new URLSearchParams({ q, council: name, ...(order === 'newest' && { sort: 'date' }) })}`
  const councils = matching?.councils ?? []
  const others = found.filter((one) => !councils.some(({ council }) => council.id === one.id))
  return (
    <Page
      title={home.searchTitle}
      unlisted
      locale={locale}
      address={{ siteUrl, path: '/search', query }}
      search={{
        action: pathIn(locale, '/search'),
        label: home.search,
        submit: home.submit,
        value: q,
      }}
    >
      <h1>{home.searchTitle}</h1>
      {matching === undefined && <p>{home.choose}</p>}
      {total > searchedMax && <NameFilter locale={locale} q={q} name={name} />}
      {found.length === 0 && (
        <p>
          <Phrase
            text={home.noSuchSee}
            values={{ home: <a href={pathIn(locale, '/')}>{home.all}</a> }}
          />
        </p>
      )}
      {matching !== undefined && councils.length > 0 && (
        <>
          <Results {...{ locale, matching, q, name, order }} />
          {others.length > 0 && <h2 id="others">{home.others}</h2>}
        </>
      )}
      {matching !== undefined && councils.length === 0 && <p>{home.noneMatching}</p>}
      <Councils councils={others.slice(0, listedMax)} locale={locale} q={q} />
    </Page>
  )
}

type NameFilterProps = Pick<SearchCouncilsProps, 'locale' | 'q' | 'name'>

function NameFilter({ locale, q, name }: NameFilterProps) {
  const { home } = locale.words
  return (
    <form class="filter" action={pathIn(locale, '/search')} method="get">
      <input type="hidden" name="q" value={q} />
      <label>
        {home.name}
        <input type="search" name="council" value={name} maxLength={100} />
      </label>
      <button type="submit">{home.findCouncil}</button>
      <p class="quiet">{home.narrow(searchedMax)}</p>
    </form>
  )
}

function Councils({
  councils,
  locale,
  q,
}: Pick<NameFilterProps, 'locale' | 'q'> & { councils: readonly Council[] }) {
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
  q: string
  /** Part of the name of a council. */
  name: string
  order: Order
}

/** What several councils have: how much, in which order, the first results, and how many are in each council. */
function Results({ locale, matching, q, name, order }: ResultsProps) {
  const { councils, results } = matching
  const { home } = locale.words
  const highlighter = highlighterFor(q)
  const total = councils.reduce((sum, { count }) => sum + count, 0)
  const isMore = councils.some((council) => council.isMore)
  const shownTotal = locale.count(total)
  return (
    <>
      <p>
        {isMore ? home.resultsMore(shownTotal) : home.results(total, shownTotal)}{' '}
        <a href="#matching">{home.resultsIn(councils.length, locale.count(councils.length))}</a>{' '}
        {total > results.length && home.firstShown(locale.count(results.length))}
      </p>
      <Orders {...{ locale, q, name, order }} />
      <ul class="rows results">
        {results.map((result) => (
          <li key={`${result.council.slug} ${result.row.kind} ${result.row.slug}`}>
            <ResultRow result={result} highlighter={highlighter} />
          </li>
        ))}
      </ul>
      <h2 id="matching">{home.matching}</h2>
      <ul class="members">
        {councils.map(({ council: { slug, name: title }, ...found }) => (
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

function Orders({ locale, q, name, order }: Omit<ResultsProps, 'matching'>) {
  const { home } = locale.words
  const orders = [
    { value: 'best', label: home.best, sort: {} },
    { value: 'newest', label: home.newest, sort: { sort: 'date' } },
  ]
  const narrowed = name === '' ? {} : { council: name }
  return (
    <p class="row">
      {orders.map(({ value, label, sort }) => (
        <a
          key={value}
          href={`${pathIn(locale, '/search')}?${new URLSearchParams({ q, ...narrowed, ...sort })}`}
          aria-current={value === order ? 'true' : undefined}
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
