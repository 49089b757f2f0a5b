import { urlOf } from '../list-page.ts'
import { useLocale } from '../locale.ts'
import type { Visit } from '../visit.ts'
import { paramsOf, type SearchOnPage } from './read-search.ts'

const yearOf = (date: string): string => date.slice(0, 4)

/** Says that no text has all the words, and what can be searched instead. */
export function NoFullMatch({ visit, found }: { visit: Visit; found: SearchOnPage }) {
  const { words, count } = useLocale()
  const { q, page } = paramsOf(visit)
  const { path, query } = visit
  const { page: _, q: __, ...filters } = query
  const { matched, bets, suggestions, contents } = found
  if (page > 1) return <p>{words.search.nothingMore}</p>
  const hasBets = Object.values(bets).some(({ length }) => length > 0)
  const hasFilters = Object.keys(filters).some((name) => name !== 'sort' && name !== 'match')
  return (
    <>
      {matched === 'some' && <p>{words.search.someWords(q)}</p>}
      {matched === 'none' && !hasBets && <p>{words.search.nothing(q)}</p>}
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
      {hasFilters && (
        <p class="row">
          <a href={urlOf(path, { q })}>{words.search.unfiltered}</a>
        </p>
      )}
      {matched === 'none' && contents?.first_meeting != null && contents.last_meeting !== null && (
        <p>
          {words.coverage.onRecord(
            contents.meeting_count,
            count(contents.meeting_count),
            words.coverage.span(yearOf(contents.first_meeting), yearOf(contents.last_meeting)),
          )}
          {words.search.contents(
            contents.motion_count,
            count(contents.motion_count),
            contents.matter_count,
            count(contents.matter_count),
          )}
        </p>
      )}
    </>
  )
}
