import { useLocale } from '../locale.ts'
import { Choice, FilterForm } from '../parts/filter-form.tsx'
import type { Visit } from '../visit.ts'

/** The first and the last year of the motions that count. */
export function YearFilter({ visit, years }: { visit: Visit; years: readonly number[] }) {
  const { words } = useLocale()
  const { query } = visit
  const options = years.map(String).map((year) => ({ slug: year, name: year }))
  const field = { query, options, all: words.list.any }
  return (
    <FilterForm visit={visit}>
      <Choice {...field} name="year_from" label={words.compare.yearFrom} />
      <Choice {...field} name="year_to" label={words.compare.yearTo} />
    </FilterForm>
  )
}
