import { queryLengthMax } from '../../http/schema-types.ts'
import { useLocale } from '../locale.ts'
import { Choice, DateField, FilterForm } from '../parts/filter-form.tsx'
import { useBodies } from '../record-name.ts'
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
        ignore={['q', 'page', 'match']}
        submit={search.submit}
        more={filters({ visit, bodies: useBodies(bodies) }, words)}
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
function filters({ visit: { query }, bodies }: SearchFilterProps, { list, search }: Words) {
  const types = Object.entries(search.types).map(([slug, name]) => ({ slug, name }))
  return (
    <details open={names.some((name) => query[name] !== undefined)}>
      <summary>{search.filters}</summary>
      <div class="fields">
        <Choice
          {...{ query, name: 'type', options: types }}
          {...{ label: search.kind, all: search.allKinds }}
        />
        <Choice
          {...{ query, name: 'organization', options: bodies }}
          {...{ label: list.body, all: list.allBodies }}
        />
        <DateField {...{ query, name: 'date_from', label: list.from }} />
        <DateField {...{ query, name: 'date_to', label: list.to }} />
      </div>
    </details>
  )
}
