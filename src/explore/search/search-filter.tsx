import { queryLengthMax } from '../../http/schema-types.ts'
import { useLocale } from '../locale.ts'
import { DateField, FilterForm, Select } from '../parts/filter-form.tsx'
import { useBodyOptions } from '../record-name.ts'
import type { Visit } from '../visit.ts'
import type { BesideSearch } from './queries.ts'

type SearchFilterProps = { visit: Visit } & Pick<BesideSearch, 'bodies'>

/** The words, and the filters of the API, which wide screens show beside the results. */
export function SearchFilter({ visit, bodies }: SearchFilterProps) {
  const { words } = useLocale()
  const { list, search } = words
  const { query } = visit
  const types = Object.entries(search.types).map(([value, name]) => ({ value, name }))
  const organizations = useBodyOptions(bodies)
  const field = (name: string, label: string) => ({ query, name, label })
  const sought = (
    <label class="words">
      {search.words}
      <input type="search" name="q" value={String(query.q ?? '')} maxLength={queryLengthMax} />
    </label>
  )
  return (
    <search>
      <FilterForm
        visit={visit}
        ignore={['q', 'page', 'match', 'sort']}
        submit={search.submit}
        first={sought}
      >
        <Select {...field('type', search.kind)} all={search.allKinds} options={types} />
        <Select
          {...field('organization', list.body)}
          all={list.allBodies}
          options={organizations}
        />
        <DateField {...field('date_from', list.from)} />
        <DateField {...field('date_to', list.to)} />
      </FilterForm>
    </search>
  )
}
