import type { Facets } from '../../resources/facets/schema.ts'
import { useLocale } from '../locale.ts'
import { FacetSelect } from '../parts/facet-select.tsx'
import { FilterForm } from '../parts/filter-form.tsx'
import type { Visit } from '../visit.ts'
import { statusOf } from '../words/word-of.ts'

interface BylawFilterProps {
  visit: Visit
  facets: Facets['bylaws']
}

/** The filters of the API. */
export function BylawFilter({ visit, facets }: BylawFilterProps) {
  const { words } = useLocale()
  const { query } = visit
  const { q, status, category, year } = words.bylaws
  const years = facets.year.toSorted((one, other) => other.value - one.value)
  return (
    <FilterForm visit={visit}>
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
    </FilterForm>
  )
}
