import type { ComponentChildren } from 'preact'
import { useLocale } from '../locale.ts'

/** About four screens of a phone. */
const shownMax = 15

interface RowsProps<R> {
  rows: readonly R[]
  keyOf: (row: R) => string | number
  /** What stands in the list for a row. */
  show: (row: R) => ComponentChildren
  /** Besides that of every list. */
  style?: string
}

/** A list whose later rows are folded away. */
export function Rows<R>({ rows, ...props }: RowsProps<R>) {
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
