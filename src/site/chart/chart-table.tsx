import { Scroll } from '../scroll.tsx'
import type { ChartProps } from './bar-chart.tsx'
import { shownCount } from './layout.ts'

interface ChartTableProps extends ChartProps {
  /** What the categories are, for example `Day`. */
  categoryName: string
}

/** The data of a chart as a collapsed table. */
export function ChartTable({ title, categoryName, categories, series }: ChartTableProps) {
  return (
    <details class="chart-data">
      <summary>Show as a table</summary>
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
                    {shownCount(values[at] ?? 0)}
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
