import type { KeyUsage } from '../../access/usage/usage-tracker.ts'
import { BarChart } from '../chart/bar-chart.tsx'
import { ChartTable } from '../chart/chart-table.tsx'

/** Requests of a key in the last days. */
export function KeyUsageChart({ usage }: { usage: KeyUsage }) {
  const { days } = usage
  const total = days.reduce((sum, { requests, refused }) => sum + requests + refused, 0)
  if (total === 0) return <p class="quiet">No requests in the last {days.length} days.</p>
  const chart = {
    title: `Requests per day, last ${days.length} days (UTC)`,
    categories: days.map(({ day }) => day),
    series: [
      { name: 'Accepted', values: days.map(({ requests }) => requests) },
      { name: 'Rejected by the rate limit', values: days.map(({ refused }) => refused) },
    ],
  }
  return (
    <>
      <BarChart {...chart} small />
      <ChartTable {...chart} categoryName="Day" />
    </>
  )
}
