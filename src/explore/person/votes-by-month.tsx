import { BarChart } from '../../site/chart/bar-chart.tsx'
import { ChartTable } from '../../site/chart/chart-table.tsx'
import { useLocale } from '../locale.ts'
import type { PersonOnPage } from './read-person.ts'

/** With fewer months, a chart says less than its title. */
const monthsMin = 3
/** Two years, which are legible on a phone. */
const monthsMax = 24

/** Votes for and against by month, with those on the losing side marked. */
export function VotesByMonth({ months: newestFirst }: Pick<PersonOnPage, 'months'>) {
  const { words, shortMonth, count } = useLocale()
  if (newestFirst.length < monthsMin) return null
  const months = withoutGaps(newestFirst.toReversed())
  const { title, month, won, lost, open, latest } = words.person.byMonth
  const series = [
    { name: won, values: months.map((one) => one.won) },
    { name: lost, values: months.map((one) => one.lost) },
    { name: open, values: months.map((one) => one.open) },
  ].filter(({ values }) => values.some((value) => value > 0))
  const chart = {
    title,
    categories: months.map((one) => shortMonth(`${one.month}-01`)),
    series,
  }
  return (
    <>
      <BarChart {...chart} small />
      <ChartTable {...chart} categoryName={month} />
      {months.length === monthsMax && <p class="quiet">{latest(count(monthsMax))}</p>}
    </>
  )
}

type Month = PersonOnPage['months'][number]

/** Every month from the first to the last, as many as are shown, so that a summer without votes is seen. */
export function withoutGaps(months: readonly Month[]): Month[] {
  const [first, last] = [months[0]?.month ?? '', months.at(-1)?.month ?? '']
  const found = new Map(months.map((one) => [one.month, one]))
  const all: Month[] = []
  for (let month = first; month !== '' && month <= last; month = after(month))
    all.push(found.get(month) ?? { month, won: 0, lost: 0, open: 0 })
  return all.slice(-monthsMax)
}

/** The month after one such as 2024-12. */
function after(month: string): string {
  const [year = 0, number = 0] = month.split('-').map(Number)
  return new Date(Date.UTC(year, number)).toISOString().slice(0, 7)
}
