import type { PersonDetail } from '../../resources/people/schema.ts'
import { Scroll } from '../../site/scroll.tsx'
import { useLocale } from '../locale.ts'
import { BodyName } from '../parts/body-name.tsx'

/** Seats on the council and committees, newest first. */
export function Seats({ memberships }: Pick<PersonDetail, 'memberships'>) {
  const { words, date, count } = useLocale()
  const dateOf = (stated: string | null) => (stated === null ? words.person.unknown : date(stated))
  if (memberships.length === 0) return null
  return (
    <details class="section">
      <summary>
        <h2 id="seats">{words.person.seats(memberships.length, count(memberships.length))}</h2>
      </summary>
      <Scroll name={words.person.seatsName}>
        <table>
          <thead>
            <tr>
              <th scope="col">{words.person.body}</th>
              <th scope="col">{words.person.role}</th>
              <th scope="col">{words.person.from}</th>
              <th scope="col">{words.person.to}</th>
            </tr>
          </thead>
          <tbody>
            {memberships.map((seat, at) => (
              <tr key={`${at} ${seat.organization_slug}`}>
                <th scope="row">
                  <BodyName name={seat.organization_name} slug={seat.organization_slug} />
                </th>
                <td>{seat.role ?? words.person.unknown}</td>
                <td>{dateOf(seat.start_date)}</td>
                <td>{dateOf(seat.end_date)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </Scroll>
    </details>
  )
}
