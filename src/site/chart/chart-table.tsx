import { useSiteLocale } from '../locale.ts'
import { Scroll } from '../scroll.tsx'
import type { ChartProps } from './bar-chart.tsx'

interface ChartTableProps extends ChartProps {
  /** What the categories are, for example `Day`. */
  categoryName: string
}

/** The data of a chart as a collapsed table. */
export function ChartTable({ title, categoryName, categories, series }: ChartTableProps) {
  const { words, count } = useSiteLocale()
  return (
    <details class="chart-data">
      <summary>{words.chart.asTable}</summary>
      <Scroll name={title}>
        <table>
          <caption>{title}</caption>
          <thead>
            <tr>
              <th scope="col">{categoryName}</th>
              {series.map(({ name }) => (
                <th key={name} scope="col" class="number">
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {categories.map((category, at) => (
              <tr key={category}>
                <th scope="row">{category}</th>
                {series.map(({ name, values }) => (
                  <td key={name} class="number">
                    {count(values[at] ?? 0)}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </Scroll>
    </details>
  )
}
