import { BarChart } from '../../site/chart/bar-chart.tsx'
import { ChartTable } from '../../site/chart/chart-table.tsx'
import { useLocale } from '../locale.ts'
import type { PersonOnPage } from './read-person.ts'

/** With fewer months, a chart says less than its title. */
const monthsMin = 3

/** Votes for and against by month, with those on the losing side marked. */
export function VotesByMonth({ months: newestFirst }: Pick<PersonOnPage, 'months'>) {
  const { words, shortMonth } = useLocale()
  const months = newestFirst.toReversed()
  if (months.length < monthsMin) return null
  const { title, month, won, lost, open } = words.person.byMonth
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
    </>
  )
}
