import type { Facets } from '../../resources/facets/schema.ts'
import { useLocale } from '../locale.ts'
import { FacetSelect } from '../parts/facet-select.tsx'
import type { Visit } from '../visit.ts'
import { statusOf } from '../word-of.ts'

interface BylawFilterProps extends Pick<Visit, 'path' | 'query'> {
  facets: Facets['bylaws']
}

/** The filters of the list as a form that needs no script. */
export function BylawFilter({ path, query, facets }: BylawFilterProps) {
  const { words } = useLocale()
  const { q, status, category, year } = words.bylaws
  const years = facets.year.toSorted((one, other) => other.value - one.value)
  const isFiltered = Object.keys(query).some((name) => name !== 'cursor')
  return (
    <form class="filter" action={path} method="get">
      <label>
        {q}
        <input type="search" name="q" maxLength={200} value={String(query.q ?? '')} />
      </label>
      <FacetSelect name="year" label={year} values={years} current={query.year} />
      <FacetSelect
        {...{ name: 'status', label: status, values: facets.status, current: query.status }}
        shown={(value) => statusOf(value, words)}
      />
      <FacetSelect
        name="category"
        label={category}
        values={facets.category}
        current={query.category}
      />
      <button type="submit">{words.list.show}</button>
      {isFiltered && <a href={path}>{words.list.reset}</a>}
    </form>
  )
}
