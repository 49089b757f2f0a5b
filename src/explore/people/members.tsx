import type { PersonItem } from '../../resources/people/schema.ts'
import { useCouncil } from '../council-context.ts'
import { useLocale } from '../locale.ts'
import { MemberList } from '../parts/member-list.tsx'
import { PersonName } from '../parts/person-name.tsx'
import { SortLinks } from '../parts/sort-links.tsx'
import { paths } from '../paths.ts'

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
