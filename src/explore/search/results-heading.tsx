import { urlOf } from '../list-page.ts'
import { useLocale } from '../locale.ts'
import type { Visit } from '../visit.ts'
import type { SearchOnPage } from './read-search.ts'

// A reader does not read more, and they would take long to count.
const countedMax = 1000

interface ResultsHeadingProps {
  visit: Visit
  found: Pick<SearchOnPage, 'counts' | 'results'>
}

/** How many results there are, and in which order. */
export function ResultsHeading({ visit: { path, query }, found }: ResultsHeadingProps) {
  const { words } = useLocale()
  const { search } = words
  const { page: _, sort, ...others } = query
  const orders = [
    { name: search.best, value: undefined },
    { name: search.newest, value: 'date' },
  ]
  const shown = sort === 'date' ? 'date' : undefined
  return (
    <>
      {query.match === 'any' ? <p>{search.anyWords}</p> : <Count counts={found.counts} />}
      <p class="row">
        {orders.map(({ name, value }) => (
          <a
            key={name}
            href={urlOf(path, { ...others, sort: value })}
            aria-current={value === shown ? 'true' : undefined}
          >
            {name}
          </a>
        ))}
      </p>
    </>
  )
}

/** Nothing if no result has all the words, which is said above. */
function Count({ counts: { all, some, isMore } }: Pick<SearchOnPage, 'counts'>) {
  const { words, count } = useLocale()
  const { search } = words
  if (all === 0) return null
  if (isMore || all > countedMax) return <p>{search.foundMore(count(Math.min(all, countedMax)))}</p>
  return <p>{some > 0 ? search.foundBoth(all, count(all)) : search.found(all, count(all))}</p>
}
