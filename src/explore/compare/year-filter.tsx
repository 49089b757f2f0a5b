import { useLocale } from '../locale.ts'
import { FilterForm, Select } from '../parts/filter-form.tsx'
import type { Visit } from '../visit.ts'

/** The first and the last year of the motions that count. */
export function YearFilter({ visit, years }: { visit: Visit; years: readonly number[] }) {
  const { words } = useLocale()
  const { query } = visit
  const options = years.map(String).map((year) => ({ value: year, name: year }))
  const field = { query, options, all: words.list.any }
  return (
    <FilterForm visit={visit}>
      <Select {...field} name="year_from" label={words.compare.yearFrom} />
      <Select {...field} name="year_to" label={words.compare.yearTo} />
    </FilterForm>
  )
}
