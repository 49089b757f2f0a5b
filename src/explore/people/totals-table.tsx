import type { ComponentChildren } from 'preact'
import { type TotalName, totalNames } from '../../core/total-names.ts'
import { useCouncil } from '../council-context.ts'
import { useLocale } from '../locale.ts'
import { PersonName } from '../parts/names.tsx'
import { directionOf, isKnown, shareMin, shareOf, type Totals, totalOf } from '../parts/totals.ts'
import { paths } from '../paths.ts'

interface Row {
  slug: string
  name: string
  totals: Totals
}

export type Order = 'name' | 'ward' | TotalName

interface TotalsTableProps<R extends Row> {
  /** Where the links that sort lead to. */
  id: string
  rows: readonly R[]
  by: Order
  /** The column beside the name; without an order, the table cannot be sorted by it. */
  seat: { title: string; order?: Order; show: (row: R) => ComponentChildren }
}

/** People with their totals, sorted by links in the heads of the columns. */
export function TotalsTable<R extends Row>({ id, rows, by, seat }: TotalsTableProps<R>) {
  const { words } = useLocale()
  const { names, sortBy } = words.totals
  const head = { by, id }
  return (
    <>
      <table class="totals" id={id}>
        <thead data-label={sortBy}>
          <tr>
            <Head {...head} order="name" title={words.totals.name} />
            {seat.order === undefined ? (
              <th scope="col">{seat.title}</th>
            ) : (
              <Head {...head} order={seat.order} title={seat.title} />
            )}
            {totalNames.map((name) => (
              <Head key={name} {...head} order={name} title={names[name]} />
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.slug}>
              <th scope="row">
                <PersonName name={row.name} slug={row.slug} />
              </th>
              <td class="seat">{seat.show(row)}</td>
              {totalNames.map((name) => (
                <td key={name} data-label={names[name]}>
                  <Cell name={name} totals={row.totals} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      <Meaning rows={rows} />
    </>
  )
}

interface HeadProps {
  by: Order
  order: Order
  title: string
  id: string
}

/** The head of a column, which sorts by it. */
function Head({ by, order, title, id }: HeadProps) {
  const path = paths.people(useCouncil())
  if (order === by) {
    const direction = order === 'name' || order === 'ward' ? 'ascending' : directionOf(order)
    return (
      <th scope="col" aria-sort={direction}>
        {title}
      </th>
    )
  }
  return (
    <th scope="col">
      <a href={`${path}${order === 'name' ? '' : `?sort=${order}`}#${id}`}>{title}</a>
    </th>
  )
}

function Cell({ name, totals }: { name: TotalName; totals: Totals }) {
  const { words, count, percent } = useLocale()
  const { part, unknown } = words.totals
  const found = totalOf(totals, name)
  if (found === null) return <>{unknown}</>
  if (typeof found === 'number') return <>{count(found)}</>
  const share = shareOf(name, found)
  const counts = part(count(found.count), count(found.of))
  if (share === null) return <>{counts}</>
  return (
    <>
      {percent(share)} <span class="quiet">{counts}</span>
    </>
  )
}

/** What the columns count, and what is not on record. */
function Meaning({ rows }: { rows: readonly Row[] }) {
  const { means, unrecorded, unknownIs, presentOnly, tooFew } = useLocale().words.totals
  const all = rows.map(({ totals }) => totals)
  const rolls = all.flatMap(({ attended }) => attended ?? [])
  const hasFew = all.some((totals) =>
    totalNames.some((name) => {
      const part = totalOf(totals, name)
      return part !== null && typeof part === 'object' && shareOf(name, part) === null
    }),
  )
  const hasUnknown = all.some((totals) => totalNames.some((name) => !isKnown(totals, name)))
  const lines = [
    ...totalNames.map((name) =>
      all.some((totals) => isKnown(totals, name)) ? means[name] : unrecorded[name],
    ),
    ...(rolls.length > 0 && rolls.every(({ count, of }) => count === of) ? [presentOnly] : []),
    ...(hasFew ? [tooFew(shareMin.meetings, shareMin.votes)] : []),
    ...(hasUnknown ? [unknownIs] : []),
  ]
  return <p class="quiet">{lines.join(' ')}</p>
}
