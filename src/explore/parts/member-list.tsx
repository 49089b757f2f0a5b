import type { PersonItem } from '../../resources/people/schema.ts'
import { useLocale } from '../locale.ts'
import { useRecordName } from '../record-name.ts'
import { PersonName } from './names.tsx'

/** Names with role and ward. */
export function MemberList({ members }: { members: readonly PersonItem[] }) {
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
