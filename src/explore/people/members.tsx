import type { PersonItem } from '../../resources/people/schema.ts'
import { useCouncil } from '../council-context.ts'
import { useLocale } from '../locale.ts'
import { PersonName } from '../parts/person-name.tsx'
import { SortLinks } from '../parts/sort-links.tsx'
import { paths } from '../paths.ts'
import { useRecordName } from '../record-name.ts'

interface MembersProps {
  members: readonly PersonItem[]
  former: readonly { slug: string; name: string }[]
  by: 'ward' | 'name'
}

/** The members of council with their seats, and the names of former ones. */
export function Members({ members, former, by }: MembersProps) {
  const { words, count } = useLocale()
  const path = paths.people(useCouncil())
  return (
    <>
      {members.length === 0 ? (
        <p>{words.people.noMembers}</p>
      ) : (
        <p class="row">
          <span class="quiet">{words.people.sorted(members.length, count(members.length))}</span>
          <SortLinks by={by} initial="ward" path={path} />
        </p>
      )}
      <MemberList members={members} />
      {former.length > 0 && (
        <>
          <h2 id="former">{words.people.former}</h2>
          <ul class="names">
            {former.map(({ slug, name }) => (
              <li key={slug}>
                <PersonName name={name} slug={slug} />
              </li>
            ))}
          </ul>
        </>
      )}
      <p>
        <a href={`${path}?all=true`}>{words.people.everyone}</a>
      </p>
    </>
  )
}

/** Names with role and ward. */
export function MemberList({ members }: Pick<MembersProps, 'members'>) {
  const { words } = useLocale()
  const nameOf = useRecordName()
  const seatOf = (seat: string | null) => seat && nameOf(seat)
  return (
    <ul class="members">
      {members.map(({ slug, name, role, ward, party }) => (
        <li key={slug}>
          <PersonName name={name} slug={slug} />
          <span class="quiet">
            {words.people.seat([seatOf(ward ?? role), party].filter((part) => part !== null))}
          </span>
        </li>
      ))}
    </ul>
  )
}
