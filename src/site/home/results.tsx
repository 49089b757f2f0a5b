import type { SearchRow } from '../../store/search/search.ts'
import { languageOfText } from '../../store/search/text-language.ts'
import { pathIn } from '../address.ts'
import { type SiteLocale, useSiteLocale } from '../locale.ts'
import { highlighterFor, Marked } from '../marked.tsx'
import type { Matching, Order, Result } from './find-matching.ts'
import { searchPath } from './search-path.ts'

interface ResultsProps {
  locale: SiteLocale
  matching: Matching
  q: string
  /** Part of the name of a council. */
  name: string
  order: Order
}

/** What several councils have: how much, in which order, the first results, and how many are in each council. */
export function Results({ locale, matching, q, name, order }: ResultsProps) {
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
  const path = pathOf(row)
  const title = <Found text={row.title} highlighter={highlighter} />
  const isInTitle = row.title.includes(row.snippet.replaceAll('…', '').trim())
  return (
    <>
      {path === undefined ? (
        <strong>{title}</strong>
      ) : (
        <a href={`${locale.prefix}/${council.slug}${path}`}>{title}</a>
      )}
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

/** The page of a record below that of its council; undefined for a document of a record without one. */
function pathOf({ kind, slug, meeting_slug: meeting, matter_slug: matter }: SearchRow) {
  if (kind === 'motion') return `/motions/${slug}`
  if (kind === 'matter') return `/matters/${slug}`
  if (meeting !== null) return `/meetings/${meeting}`
  return matter === null ? undefined : `/matters/${matter}`
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
