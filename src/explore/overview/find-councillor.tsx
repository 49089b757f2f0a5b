import type { PersonItem } from '../../resources/people/schema.ts'
import { useCouncil } from '../council-context.ts'
import { useLocale } from '../locale.ts'
import { sortPeople } from '../parts/people-order.tsx'
import { paths } from '../paths.ts'
import { useRecordName } from '../record-name.ts'

/** A form that leads to a member of council by ward. */
export function FindCouncillor({ members }: { members: readonly PersonItem[] }) {
  const { words, tag: language } = useLocale()
  const council = useCouncil()
  const nameOf = useRecordName()
  if (members.length === 0) return <p>{words.people.noMembers}</p>
  return (
    <form class="filter" action={paths.people(council)} method="get">
      <label class="whole">
        {words.overview.find}
        <select name="member">
          <option value="">{words.overview.byWard}</option>
          {sortPeople(members, { by: 'ward', language }).map(({ slug, name, ward, role }) => {
            const seat = ward ?? role
            return (
              <option key={slug} value={slug}>
                {seat === null ? name : words.overview.seat(nameOf(seat), name)}
              </option>
            )
          })}
        </select>
      </label>
      <button type="submit">{words.list.show}</button>
      <a href={paths.people(council)}>{words.overview.allMembers}</a>
    </form>
  )
}
