import { queryLengthMax } from '../../http/schema-types.ts'
import { useLocale } from '../locale.ts'
import { DateField, FilterForm, Select } from '../parts/filter-form.tsx'
import { useBodyOptions } from '../record-name.ts'
import type { Visit } from '../visit.ts'
import type { Words } from '../words/en.ts'
import type { BesideSearch } from './queries.ts'

type SearchFilterProps = { visit: Visit } & Pick<BesideSearch, 'bodies'>

/** The words, and the filters of the API. */
export function SearchFilter({ visit, bodies }: SearchFilterProps) {
  const { words } = useLocale()
  const { search } = words
  return (
    <search>
      <FilterForm
        visit={visit}
        ignore={['q', 'page', 'match', 'sort']}
        submit={search.submit}
        more={filters(visit, useBodyOptions(bodies), words)}
      >
        <label class="words">
          {search.words}
          <input
            type="search"
            name="q"
            value={String(visit.query.q ?? '')}
            maxLength={queryLengthMax}
          />
        </label>
      </FilterForm>
    </search>
  )
}

const names = ['type', 'organization', 'date_from', 'date_to']

/** No component, so that the form finds its fields. */
function filters(
  { query }: Visit,
  bodies: ReturnType<typeof useBodyOptions>,
  { list, search }: Words,
) {
  const types = Object.entries(search.types).map(([value, name]) => ({ value, name }))
  const field = (name: string, label: string) => ({ query, name, label })
  return (
    <details open={names.some((name) => query[name] !== undefined)}>
      <summary>{search.filters}</summary>
      <div class="fields">
        <Select {...field('type', search.kind)} all={search.allKinds} options={types} />
        <Select {...field('organization', list.body)} all={list.allBodies} options={bodies} />
        <DateField {...field('date_from', list.from)} />
        <DateField {...field('date_to', list.to)} />
      </div>
    </details>
  )
}
