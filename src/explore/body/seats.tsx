import { useLocale } from '../locale.ts'
import { PersonName } from '../parts/names.tsx'
import { sortPeople } from '../parts/people-order.tsx'
import { SeatTable } from '../parts/seat-table.tsx'
import { useRecordName } from '../record-name.ts'
import type { BodyOnPage } from './read-body.ts'

/** Who sits on the body today. */
export function Members({ found: { body } }: { found: BodyOnPage }) {
  const { words, tag: language } = useLocale()
  const nameOf = useRecordName()
  const named = body.members.map((member) => ({ ...member, name: member.person_name }))
  const members = sortPeople(named, { by: 'name', language }).slice(0, membersMax)
  return (
    <>
      <h2 id="members">{words.body.members}</h2>
      {body.members.length === 0 && <p>{words.body.noMembers}</p>}
      <ul class="members">
        {members.map((member, at) => (
          <li key={`${at} ${member.person_slug}`}>
            <PersonName name={member.name} slug={member.person_slug} />
            <span class="quiet">
              {words.body.seat(
                [member.role, member.label].filter((part) => part !== null).map(nameOf),
              )}
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
  const { words, count, tag: language } = useLocale()
  if (former.length === 0) return null
  return (
    <SeatTable
      id="former"
      title={words.body.former(count(former.length))}
      whose={words.body.name}
      seats={sortPeople(former, { by: 'name', language }).map((seat) => ({ ...seat, ended: true }))}
      nameOf={({ slug, name }) => <PersonName name={name} slug={slug} />}
    />
  )
}
