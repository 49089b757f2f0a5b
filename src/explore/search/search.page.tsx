import { CouncilPage } from '../frame/council-page.tsx'
import { citeList } from '../frame/source-line.tsx'
import { urlOf } from '../list-page.ts'
import { More } from '../parts/more.tsx'
import { SearchPageQuery } from '../schema.ts'
import type { ExplorePage, Visit } from '../visit.ts'
import { BestBets } from './best-bets.tsx'
import { SearchHelp } from './help.tsx'
import { NoFullMatch } from './no-full-match.tsx'
import { paramsOf, readSearch, type SearchOnPage } from './read-search.ts'
import { Results } from './results.tsx'
import { ResultsHeading } from './results-heading.tsx'
import { SearchFilter } from './search-filter.tsx'

/** `/{municipality}/search`: the results of the API, and the records that the query names. */
export const searchPage: ExplorePage = {
  path: '/search',
  querystring: SearchPageQuery,
  help: (visit) => <SearchHelp visit={visit} />,
  async render(visit) {
    return <SearchPage visit={visit} found={await readSearch(visit)} />
  },
}

function SearchPage({ visit, found }: { visit: Visit; found: SearchOnPage }) {
  const { locale, path, query } = visit
  const { words } = locale
  const { q, page } = paramsOf(visit)
  const { page: _, ...filters } = query
  const { results, hasMore, matched } = found
  const first = page === 1 ? undefined : urlOf(path, filters)
  const next = hasMore ? urlOf(path, { ...filters, page: page + 1 }) : undefined
  return (
    <CouncilPage
      visit={visit}
      title={q === '' ? words.search.title : words.search.titled(q)}
      unlisted
      isSearch
      {...(q !== '' && {
        feed: 'search',
        citation: citeList(
          { ...visit, query: filters },
          { title: words.search.titled(q), v1: 'search' },
        ),
      })}
    >
      <h1>{words.search.title}</h1>
      <div class="searching">
        <SearchFilter visit={visit} bodies={found.bodies} />
        <div>
          <BestBets bets={found.bets} />
          {q !== '' && (results.length === 0 || (matched === 'some' && page === 1)) && (
            <NoFullMatch visit={visit} found={found} />
          )}
          {results.length > 0 && <ResultsHeading visit={visit} found={found} />}
          {results.length > 0 && <Results q={q} items={results} beside={found} />}
          <More page={{ first, next }} />
          {results.length === 0 && <SearchHelp visit={visit} />}
        </div>
      </div>
    </CouncilPage>
  )
}
