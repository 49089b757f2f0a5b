import type { Facets } from '../../resources/facets/schema.ts'
import { useLocale } from '../locale.ts'
import { FacetSelect } from '../parts/facet-select.tsx'
import type { Visit } from '../visit.ts'
import { statusOf } from '../word-of.ts'

interface MatterFilterProps extends Pick<Visit, 'path' | 'query'> {
  facets: Facets['matters']
}

/** The filters of the list as a form that needs no script. */
export function MatterFilter({ path, query, facets }: MatterFilterProps) {
  const { words } = useLocale()
  const { status, category, from, to } = words.matters
  const text = (name: string) => String(query[name] ?? '')
  const isFiltered = Object.keys(query).some((name) => name !== 'cursor')
  return (
    <form class="filter" action={path} method="get">
      <label>
        {from}
        <input type="date" name="date_from" value={text('date_from')} />
      </label>
      <label>
        {to}
        <input type="date" name="date_to" value={text('date_to')} />
      </label>
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
