import { urlOf } from '../list-page.ts'
import { useLocale } from '../locale.ts'
import type { Visit } from '../visit.ts'
import { paramsOf, type SearchOnPage } from './read-search.ts'

/** Says that no text has all the words, and what can be searched instead. */
export function NothingFound({ visit, found }: { visit: Visit; found: SearchOnPage }) {
  const { words } = useLocale()
  const { q, page } = paramsOf(visit)
  const { path, query } = visit
  const { page: _, match: __, q: ___, ...filters } = query
  const { isOfAny, canFindAny, hasBets, suggestions } = found
  if (page > 1) return <p>{words.search.nothingMore}</p>
  return (
    <>
      {!hasBets && <p>{isOfAny ? words.search.someWords(q) : words.search.nothing(q)}</p>}
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
        {Object.keys(filters).length > 0 && (
          <a href={urlOf(path, { q })}>{words.search.unfiltered}</a>
        )}
        {canFindAny && (
          <a href={urlOf(path, { ...filters, q, match: 'any' })}>{words.search.any}</a>
        )}
      </p>
    </>
  )
}
