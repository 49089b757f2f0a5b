import { Scroll } from '../../site/scroll.tsx'
import { useLocale } from '../locale.ts'
import { PersonName } from '../parts/person-name.tsx'
import type { BodyOnPage } from './read-body.ts'

/** Who sits on the body today. */
export function Members({ found: { body } }: { found: BodyOnPage }) {
  const { words } = useLocale()
  return (
    <>
      <h2 id="members">{words.body.members}</h2>
      {body.members.length === 0 && <p>{words.body.noMembers}</p>}
      <ul class="members">
        {body.members.slice(0, membersMax).map((member, at) => (
          <li key={`${at} ${member.person_slug}`}>
            <PersonName name={member.person_name} slug={member.person_slug} />
            <span class="quiet">
              {words.body.seat([member.role, member.label].filter((part) => part !== null))}
            </span>
          </li>
        ))}
      </ul>
    </>
  )
}

/** More than a body has. */
const membersMax = 300

/** Who sat on it before, folded away; nothing if the source names no one. */
export function FormerMembers({ found: { former } }: { found: BodyOnPage }) {
  const { words, date, count } = useLocale()
  const dateOf = (stated: string | null) => (stated === null ? words.body.unknown : date(stated))
  if (former.length === 0) return null
  return (
    <details class="section">
      <summary>
        <h2 id="former">{words.body.former(count(former.length))}</h2>
      </summary>
      <Scroll name={words.body.former(count(former.length))}>
        <table>
          <thead>
            <tr>
              <th scope="col">{words.body.name}</th>
              <th scope="col">{words.body.role}</th>
              <th scope="col">{words.body.from}</th>
              <th scope="col">{words.body.to}</th>
            </tr>
          </thead>
          <tbody>
            {former.map((seat, at) => (
              <tr key={`${at} ${seat.slug}`}>
                <th scope="row">
                  <PersonName name={seat.name} slug={seat.slug} />
                </th>
                <td>{seat.role ?? words.body.unknown}</td>
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
