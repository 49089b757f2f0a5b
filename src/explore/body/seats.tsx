import { useLocale } from '../locale.ts'
import { PersonName } from '../parts/names.tsx'
import { sortPeople } from '../parts/people-order.tsx'
import { SeatTable } from '../parts/seat-table.tsx'
import { useRecordName } from '../record-name.ts'
import type { BodyOnPage } from './read-body.ts'

/** Who sits on the body today. */
export function Members({ found: { body, called } }: { found: BodyOnPage }) {
  const { words, tag: language } = useLocale()
  const nameOf = useRecordName()
  const named = body.members.map((member) => ({ ...member, name: member.person_name }))
  const members = sortPeople(named, { by: 'name', language }).slice(0, membersMax)
  return (
    <>
      <h2 id="members">{words.body.members}</h2>
      {body.members.length === 0 && <InRollCalls called={called} />}
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

/** Whom roll calls name, where the source does not say who sits on the body. */
function InRollCalls({ called }: Pick<BodyOnPage, 'called'>) {
  const { words, count, tag: language } = useLocale()
  return (
    <>
      <p>
        {words.body.noMembers} {called.length > 0 && words.body.inRollCalls}
      </p>
      {called.length > 0 && (
        <ul class="members">
          {sortPeople(called, { by: 'name', language }).map(({ slug, name, present, meetings }) => (
            <li key={slug}>
              <PersonName name={name} slug={slug} />
              <span class="quiet">
                {words.body.atMeetings(count(Number(present)), count(Number(meetings)))}
              </span>
            </li>
          ))}
        </ul>
      )}
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
