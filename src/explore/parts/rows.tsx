import type { ComponentChildren } from 'preact'
import { undatedMax } from '../../resources/_shared/queries.ts'
import type { ListPage } from '../list-page.ts'
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

/** A whole list, whose later rows are folded away. Those of a list in pages are not: `More` leads to them. */
export function Rows<R>({ rows, shownMax = rowsMax, ...props }: RowsProps<R>) {
  const rest = rows.slice(shownMax)
  return (
    <>
      <List rows={rows.slice(0, shownMax)} {...props} />
      <Folded rows={rest.length}>
        <List rows={rest} {...props} />
      </Folded>
    </>
  )
}

/** Rows that are folded away, with their number; nothing without any. */
export function Folded({ rows, children }: { rows: number; children: ComponentChildren }) {
  const { words, count } = useLocale()
  if (rows === 0) return null
  return (
    <details class="more">
      <summary>{words.list.showMore(count(rows))}</summary>
      {children}
    </details>
  )
}

/** All rows of a page of a list; nothing without any. */
export function List<R>({ rows, keyOf, show, style }: Omit<RowsProps<R>, 'shownMax'>) {
  return (
    <ul class={style === undefined ? 'rows' : `rows ${style}`}>
      {rows.map((row) => (
        <li key={keyOf(row)}>{show(row)}</li>
      ))}
    </ul>
  )
}

interface MoreProps {
  page: Pick<ListPage<unknown>, 'first' | 'next' | 'undated'>
  /** What filters compare. */
  dates?: 'date' | 'year'
}

/** What its dates omit, and links to the next and the first page of a list. */
export function More({ page: { undated = 0, ...page }, dates = 'date' }: MoreProps) {
  const { words, count } = useLocale()
  const shown = undated > undatedMax ? words.list.moreThan(count(undatedMax)) : count(undated)
  return (
    <>
      {undated > 0 && <p class="quiet">{words.list.undated[dates](undated, shown)}</p>}
      <Links {...page} />
    </>
  )
}

function Links({ first, next }: Omit<MoreProps['page'], 'undated'>) {
  const { words } = useLocale()
  if (first === undefined && next === undefined) return null
  return (
    <nav class="row" aria-label={words.list.pages}>
      {first !== undefined && <a href={first}>{words.list.first}</a>}
      {next !== undefined && (
        <a href={next} rel="next">
          {words.list.next}
        </a>
      )}
    </nav>
  )
}
