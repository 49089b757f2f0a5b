import type { ComponentChildren } from 'preact'
import { useLocale } from '../locale.ts'

/** About four screens of a phone. */
const rowsMax = 15

interface RowsProps<R> {
  rows: readonly R[]
  keyOf: (row: R) => string | number
  /** Renders a row. */
  show: (row: R) => ComponentChildren
  /** Rows before the rest is folded away. */
  shownMax?: number
  /** Besides that of every list. */
  style?: string
}

/** A list whose later rows are folded away. */
export function Rows<R>({ rows, shownMax = rowsMax, ...props }: RowsProps<R>) {
  const { words, count } = useLocale()
  const rest = rows.slice(shownMax)
  return (
    <>
      <List rows={rows.slice(0, shownMax)} {...props} />
      {rest.length > 0 && (
        <details class="more">
          <summary>{words.list.showMore(count(rest.length))}</summary>
          <List rows={rest} {...props} />
        </details>
      )}
    </>
  )
}

function List<R>({ rows, keyOf, show, style }: RowsProps<R>) {
  return (
    <ul class={style === undefined ? 'rows' : `rows ${style}`}>
      {rows.map((row) => (
        <li key={keyOf(row)}>{show(row)}</li>
      ))}
    </ul>
  )
}
