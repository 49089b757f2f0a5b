import { urlOf } from '../list-page.ts'
import { useLocale } from '../locale.ts'
import type { Visit } from '../visit.ts'
import { paramsOf, type SearchOnPage } from './read-search.ts'

/** Says that no text has all the words, and what can be searched instead. */
export function NoFullMatch({ visit, found }: { visit: Visit; found: SearchOnPage }) {
  const { words } = useLocale()
  const { q, page } = paramsOf(visit)
  const { path, query } = visit
  const { page: _, match: __, q: ___, ...filters } = query
  const { isOfAny, canFindAny, bets, suggestions } = found
  if (page > 1) return <p>{words.search.nothingMore}</p>
  const hasBets = Object.values(bets).some(({ length }) => length > 0)
  const instead = [
    ...(Object.keys(filters).length > 0 ? [[words.search.unfiltered, { q }] as const] : []),
    ...(canFindAny ? [[words.search.any, { ...filters, q, match: 'any' }] as const] : []),
  ]
  return (
    <>
      {isOfAny && <p>{words.search.someWords(q)}</p>}
      {!isOfAny && !hasBets && <p>{words.search.nothing(q)}</p>}
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
      {instead.length > 0 && (
        <p class="row">
          {instead.map(([name, params]) => (
            <a key={name} href={urlOf(path, params)}>
              {name}
            </a>
          ))}
        </p>
      )}
    </>
  )
}
