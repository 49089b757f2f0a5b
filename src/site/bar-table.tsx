import type { ComponentChildren } from 'preact'
import { useSiteLocale } from './locale.ts'
import { Scroll } from './scroll.tsx'

interface BarTableProps {
  /** The caption, and the name of the region. */
  title: string
  /** Whether a heading above has the title already. */
  isUnderHeading?: boolean
  /** What a row is about, for example `Day`. */
  rowName: string
  /** At most three, one for each colour. Their values are stacked, so their sum must mean something. */
  series: readonly string[]
  rows: readonly BarRow[]
}

interface BarRow {
  key: string
  /** Default: the key. */
  name?: ComponentChildren
  /** By series. */
  values: readonly number[]
}

/** A table with a bar in each row, whose numbers say what the colours do. */
export function BarTable({ title, isUnderHeading, rowName, series, rows }: BarTableProps) {
  const { count } = useSiteLocale()
  const most = Math.max(1, ...rows.map(({ values }) => values.reduce((sum, one) => sum + one, 0)))
  return (
    <Scroll name={title}>
      <table class="bars compact">
        {!isUnderHeading && <caption>{title}</caption>}
        <thead>
          <tr>
            <th scope="col">{rowName}</th>
            {series.map((name, at) => (
              <th key={name} scope="col" class="number">
                {series.length > 1 && <Swatch at={at} />}
                {name}
              </th>
            ))}
            <td />
          </tr>
        </thead>
        <tbody>
          {rows.map(({ key, name = key, values }) => (
            <tr key={key}>
              <th scope="row">{name}</th>
              {series.map((of, at) => (
                <td key={of} class="number">
                  {count(values[at] ?? 0)}
                </td>
              ))}
              <td>
                <Bar values={values} most={most} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </Scroll>
  )
}

function Swatch({ at }: { at: number }) {
  return (
    <svg class="swatch" aria-hidden="true">
      <rect class={`series-${at + 1}`} width="100%" />
    </svg>
  )
}

function Bar({ values, most }: { values: readonly number[]; most: number }) {
  let left = 0
  return (
    <svg aria-hidden="true">
      {values.map((value, at) => {
        const x = left
        left += value
        if (value === 0) return null
        const class_ = `series-${at + 1}`
        return (
          <rect key={class_} class={class_} x={percent(x, most)} width={percent(value, most)} />
        )
      })}
    </svg>
  )
}

// One decimal is enough, and keeps the page small.
const percent = (value: number, of: number) => `${Math.round((value / of) * 1000) / 10}%`
