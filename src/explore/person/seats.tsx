import type { PersonDetail } from '../../resources/people/schema.ts'
import { useLocale } from '../locale.ts'
import { BodyName } from '../parts/body-name.tsx'
import { SeatTable } from '../parts/seat-table.tsx'

/** Seats on the council and committees, newest first. */
export function Seats({ memberships }: Pick<PersonDetail, 'memberships'>) {
  const { words, count } = useLocale()
  if (memberships.length === 0) return null
  return (
    <SeatTable
      id="seats"
      title={words.person.seats(memberships.length, count(memberships.length))}
      whose={words.person.body}
      seats={memberships}
      nameOf={(seat) => <BodyName name={seat.organization_name} slug={seat.organization_slug} />}
    />
  )
}
