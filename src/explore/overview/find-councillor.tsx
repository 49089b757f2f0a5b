import type { PersonItem } from '../../resources/people/schema.ts'
import { useCouncil } from '../council-context.ts'
import { useLocale } from '../locale.ts'
import { sortPeople } from '../parts/people-order.tsx'
import { PostalCodeForm } from '../parts/postal-code-form.tsx'
import { paths } from '../paths.ts'
import { useRecordName } from '../record-name.ts'

interface FindCouncillorProps {
  members: readonly PersonItem[]
  /** Whether there is a map of the wards. */
  hasWards: boolean
  /** Whether a postal code leads to a ward. */
  hasPostalCodes: boolean
}

/** Forms that lead to a member of council by ward, and by postal code; and the way to the map. */
export function FindCouncillor({ members, hasWards, hasPostalCodes }: FindCouncillorProps) {
  const { words, tag: language } = useLocale()
  const council = useCouncil()
  const nameOf = useRecordName()
  if (members.length === 0) return <p>{words.people.noMembers}</p>
  return (
    <>
      {hasPostalCodes && <PostalCodeForm />}
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
        {hasWards && <a href={`${paths.people(council)}#wards`}>{words.overview.onMap}</a>}
      </form>
    </>
  )
}
