import type { Facets } from '../../resources/facets/schema.ts'
import { useLocale } from '../locale.ts'
import { FacetSelect } from '../parts/facet-select.tsx'
import { DateField, FilterForm } from '../parts/filter-form.tsx'
import type { Visit } from '../visit.ts'
import { statusOf } from '../words/word-of.ts'

interface MatterFilterProps {
  visit: Visit
  facets: Facets['matters']
}

/** The filters of the API. */
export function MatterFilter({ visit, facets }: MatterFilterProps) {
  const { words } = useLocale()
  const { query } = visit
  const { status, category, from, to } = words.matters
  return (
    <FilterForm visit={visit}>
      <DateField {...{ query, name: 'date_from', label: from }} />
      <DateField {...{ query, name: 'date_to', label: to }} />
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
