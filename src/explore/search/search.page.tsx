import { ApiError } from '../../http/errors.ts'
import { wordCount } from '../../resources/search/queries.ts'
import { type SearchItem, searchTypes } from '../../resources/search/schema.ts'
import { toSearchItem } from '../../resources/search/v1.represent.ts'
import { visitorClient } from '../../store/search/search-query.ts'
import { CouncilPage } from '../frame/council-page.tsx'
import { citeList } from '../list-citation.ts'
import { urlOf } from '../list-page.ts'
import { useLocale } from '../locale.ts'
import { More } from '../parts/more.tsx'
import { SearchPageQuery } from '../schema.ts'
import type { ExplorePage, Visit } from '../visit.ts'
import { BestBets } from './best-bets.tsx'
import { SearchHelp } from './help.tsx'
import { type BesideSearch, findBesideSearch } from './queries.ts'
import { Results } from './results.tsx'
import { SearchFilter } from './search-filter.tsx'
import { soughtIn } from './sought.ts'

const resultsPerPage = 20

interface SearchOnPage extends BesideSearch {
  items: BesideSearch['items']
  results: SearchItem[]
  hasMore: boolean
  suggestions: readonly string[]
}

/** `/{municipality}/search`: the results of the API, and the records that the query names. */
export const searchPage: ExplorePage = {
  path: '/search',
  querystring: SearchPageQuery,
  help: (visit) => <SearchHelp visit={visit} />,
  async render(visit) {
    return <SearchPage visit={visit} found={await readSearch(visit)} />
  },
}

/** The search, and one further statement. */
async function readSearch(visit: Visit): Promise<SearchOnPage> {
  const { store, municipality } = visit
  const { q, page } = paramsOf(visit)
  const { rows, suggestions } = q === '' ? { rows: [], suggestions: [] } : await findRows(visit)
  const results = rows.slice(0, resultsPerPage).map(toSearchItem)
  const all = results.flatMap((result) => [result, ...result.others])
  const slugsOf = (kind: string) => all.filter(({ type }) => type === kind).map(({ slug }) => slug)
  const beside = await findBesideSearch(store.db, {
    municipalityId: municipality.id,
    today: visit.today,
    sought: soughtIn(page === 1 ? q : ''),
    items: slugsOf('agenda_item'),
    motions: slugsOf('motion'),
  })
  return { ...beside, results, hasMore: rows.length > resultsPerPage, suggestions }
}

function findRows(visit: Visit) {
  const { q, page, query } = paramsOf(visit)
  const { count, max } = wordCount(q)
  if (count > max)
    throw new ApiError('VALIDATION_ERROR', `q must have at most ${max} words, not ${count}.`)
  const { type, match = 'all', date_from: from, date_to: to, organization, person } = query
  const kinds = type === undefined ? Object.values(searchTypes) : [searchTypes[type]]
  return visit.store.search({
    ...{ municipalityId: visit.municipality.id, q, match, kinds, from, to, organization, person },
    client: visitorClient,
    ...{ limit: resultsPerPage + 1, offset: (page - 1) * resultsPerPage },
  })
}

function paramsOf({ query }: Visit) {
  const params = query as SearchPageQuery
  return { q: (params.q ?? '').trim(), page: params.page ?? 1, query: params }
}

function SearchPage({ visit, found }: { visit: Visit; found: SearchOnPage }) {
  const { locale, path, query } = visit
  const { words } = locale
  const { q, page } = paramsOf(visit)
  const { page: _, ...filters } = query
  const hasBets = Object.values(found.bets).some(({ length }) => length > 0)
  const next = found.hasMore ? urlOf(path, { ...filters, page: page + 1 }) : undefined
  return (
    <CouncilPage
      visit={visit}
      title={q === '' ? words.search.title : words.search.titled(q)}
      unlisted
      isSearch
      {...(q !== '' && {
        citation: citeList(
          { ...visit, query: filters },
          { title: words.search.titled(q), v1: 'search' },
        ),
      })}
    >
      <h1>{words.search.title}</h1>
      <SearchFilter visit={visit} bodies={found.bodies} />
      <BestBets bets={found.bets} />
      {found.results.length > 0 && <Results items={found.results} beside={found} />}
      {q !== '' && found.results.length === 0 && (
        <Nothing visit={visit} suggestions={found.suggestions} hasBets={hasBets} />
      )}
      <More page={{ rows: [], next, isFirst: page === 1 }} first={urlOf(path, filters)} />
      {found.results.length === 0 && <SearchHelp visit={visit} />}
    </CouncilPage>
  )
}

/** What can be found instead. */
function Nothing({
  visit,
  suggestions,
  hasBets,
}: { visit: Visit; hasBets: boolean } & Pick<SearchOnPage, 'suggestions'>) {
  const { words } = useLocale()
  const { q, page } = paramsOf(visit)
  const { path, query } = visit
  const { page: _, match, q: __, ...filters } = query
  const isFiltered = Object.keys(filters).length > 0
  if (page > 1) return <p>{words.search.nothingMore}</p>
  return (
    <>
      {!hasBets && <p>{words.search.nothing(q)}</p>}
      {suggestions.length > 0 && (
        <p class="row">
          {words.search.suggestions}
          {suggestions.map((suggestion) => (
            <a key={suggestion} href={urlOf(path, { ...filters, q: suggestion })}>
              {suggestion}
            </a>
          ))}
        </p>
      )}
      <p class="row">
        {isFiltered && <a href={urlOf(path, { q })}>{words.search.unfiltered}</a>}
        {match !== 'any' && wordCount(q).count > 1 && (
          <a href={urlOf(path, { ...filters, q, match: 'any' })}>{words.search.any}</a>
        )}
      </p>
    </>
  )
}
