import { namedCouncilsMax } from '../../core/named-councils-max.ts'
import { pathIn } from '../address.ts'
import { useSiteLocale } from '../locale.ts'
import type { Council, Region } from './find-councils.ts'
import { type SearchOptions, searchedMax } from './find-matching.ts'

interface SearchFormProps {
  /** All councils of the service. */
  councils: readonly Council[]
  options: SearchOptions
  /** Whether the name leaves too many councils. */
  isWide: boolean
}

/** What narrows the search of many councils. */
export function SearchForm({ councils, options, isWide }: SearchFormProps) {
  const locale = useSiteLocale()
  const { home } = locale.words
  if (councils.length <= searchedMax) return null
  const regions = new Map<string, Region>()
  for (const { regionCode, region } of councils)
    if (regionCode !== null) regions.set(regionCode, region)
  const { compare } = new Intl.Collator(locale.tag)
  const sorted = [...regions].sort(([, one], [, other]) => compare(one.name, other.name))
  return (
    <form class="filter" action={pathIn(locale, '/search')} method="get">
      <input type="hidden" name="q" value={options.q} />
      {options.order === 'newest' && <input type="hidden" name="sort" value="date" />}
      <label>
        {home.region}
        <select name="region">
          <option value="">{home.anyRegion}</option>
          {sorted.map(([code, { name }]) => (
            <option key={code} value={code} selected={code === options.region}>
              {name}
            </option>
          ))}
        </select>
      </label>
      <label>
        {home.name}
        <input type="search" name="council" value={options.name} maxLength={100} />
      </label>
      <label>
        {home.from}
        <input type="date" name="from" value={options.from} />
      </label>
      <label>
        {home.to}
        <input type="date" name="to" value={options.to} />
      </label>
      <button type="submit">{home.narrowSearch}</button>
      {isWide && <p class="quiet">{home.narrow(namedCouncilsMax)}</p>}
    </form>
  )
}

/** The search with other parameters; what is not given is omitted. */
export function searchQuery(options: SearchOptions, change: Partial<SearchOptions> = {}): string {
  const { q, name, region, from, to, order, page } = { ...options, page: 1, ...change }
  return queryOf({
    ...{ q, council: name, region, from, to },
    sort: order === 'newest' ? 'date' : '',
    page: page > 1 ? String(page) : '',
  })
}

/** The feed of a search, which takes no names of councils. */
export const feedQuery = ({ q, region, from, to }: SearchOptions): string =>
  queryOf({ q, region, from, to })

function queryOf(values: Readonly<Record<string, string>>): string {
  return `?${new URLSearchParams(Object.entries(values).filter(([, value]) => value !== ''))}`
}
