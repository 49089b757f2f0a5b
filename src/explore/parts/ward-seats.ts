import { isSameWard } from '../../core/ward-name.ts'
import type { PersonItemRow } from '../../resources/people/queries.ts'
import { toPersonItem } from '../../resources/people/v1.represent.ts'
import { sortPeople } from './people-order.tsx'
import type { WardSeat, WardShape } from './ward-map.tsx'

/** Wards with who sits for them on any council, by number or name: `ward` of the API is null for people with several seats. */
export function wardSeats<W extends WardShape>(
  wards: readonly W[],
  people: readonly PersonItemRow[],
  language: string,
): (W & WardSeat)[] {
  const { compare } = new Intl.Collator(language, { numeric: true })
  const sitsFor = ({ council_seats: seats }: PersonItemRow, { name }: W) =>
    seats.some(({ label }) => label !== null && isSameWard(label, name))
  return wards
    .toSorted((one, other) => compare(one.name, other.name))
    .map((ward) => {
      const members = people.filter((person) => sitsFor(person, ward)).map(toPersonItem)
      return { ...ward, members: sortPeople(members, { by: 'ward', language }) }
    })
}
