import type { ComponentChildren } from 'preact'
import { HeadRow } from '../../site/head-row.tsx'
import { Scroll } from '../../site/scroll.tsx'
import { useRecordName } from '../council-context.ts'
import { useLocale } from '../locale.ts'

interface Seat {
  role: string | null
  label: string | null
  start_date: string | null
  end_date: string | null
  ended: boolean
}

interface SeatTableProps<S extends Seat> {
  seats: readonly S[]
  title: string
  /** For the column `whose`: the body or the person of a seat. */
  nameOf: (seat: S) => ComponentChildren
  whose: string
  id: string
}

/** Seats with their roles and dates, folded away. */
export function SeatTable<S extends Seat>({ seats, title, nameOf, whose, id }: SeatTableProps<S>) {
  const { words, date } = useLocale()
  const { role, from, to, unknown, current } = words.seats
  const recordName = useRecordName()
  const dateOf = (stated: string | null, missing: string) =>
    stated === null ? missing : date(stated)
  return (
    <details class="section">
      <summary>
        <h2 id={id}>{title}</h2>
      </summary>
      <Scroll name={title}>
        <table>
          <HeadRow names={[whose, role, from, to]} />
          <tbody>
            {seats.map((seat, at) => (
              <tr key={at}>
                <th scope="row">{nameOf(seat)}</th>
                <td>
                  {[seat.role, seat.label]
                    .filter((part) => part !== null)
                    .map(recordName)
                    .join(', ') || unknown}
                </td>
                <td>{dateOf(seat.start_date, unknown)}</td>
                <td>{dateOf(seat.end_date, seat.ended ? unknown : current)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </Scroll>
    </details>
  )
}
