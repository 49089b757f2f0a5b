import type { ComponentChildren } from 'preact'
import { seatBeside } from '../../core/seat-beside.ts'
import { wardNumber, withoutNumber } from '../../core/ward-name.ts'
import type { PersonItem } from '../../resources/people/schema.ts'
import { useCouncil, useRecordName } from '../council-context.ts'
import { useLocale } from '../locale.ts'
import { paths } from '../paths.ts'
import { PostalCode } from './filter-form.tsx'
import { PersonName } from './names.tsx'
import { WardMap, type WardSeat } from './ward-map.tsx'

/** Of more wards, the list would be longer than the map. */
const listedMax = 16

interface WardFinderProps {
  wards: readonly WardSeat[]
  members: readonly PersonItem[]
  hasPostalCodes: boolean
  /** The form with all names, in place of a long list. */
  children: ComponentChildren
}

/** The member of council for a ward: by postal code, in a list, and on the map. */
export function WardFinder({ wards, members, hasPostalCodes, children }: WardFinderProps) {
  const { words } = useLocale()
  const council = useCouncil()
  const isListed = wards.length <= listedMax
  return (
    <section class="stone finder" aria-labelledby="find">
      <div>
        <h2 id="find">{words.overview.find}</h2>
        {hasPostalCodes && (
          <form class="filter" action={paths.people(council)} method="get">
            <PostalCode />
            <button type="submit">{words.list.show}</button>
          </form>
        )}
        {isListed ? <Seats wards={wards} members={members} /> : children}
      </div>
      {isListed && (
        <p>
          <a href={paths.people(council)}>{words.overview.allMembers}</a>
        </p>
      )}
      <details class="map">
        <summary>{words.overview.map}</summary>
        <p class="announced">{words.overview.mapLinks}</p>
        <WardMap wards={wards} />
      </details>
    </section>
  )
}

/** Each ward in the order of the map, then the members who sit for none. */
function Seats({ wards, members }: Pick<WardFinderProps, 'wards' | 'members'>) {
  const { words } = useLocale()
  const nameOf = useRecordName()
  const seated = new Set(wards.flatMap((ward) => ward.members.map(({ slug }) => slug)))
  return (
    <ul class="seats">
      {wards.map(({ name, members: sitting }) => (
        <li key={name}>
          <b>{wardNumber(name)}</b>
          <span>
            {sitting.length === 0 && words.people.vacant}
            {sitting.map((member, at) => (
              <>
                {at > 0 && ', '}
                <PersonName name={member.name} slug={member.slug} />
              </>
            ))}
            <small>{withoutNumber(nameOf(sitting[0]?.ward ?? name))}</small>
          </span>
        </li>
      ))}
      {members
        .filter(({ slug }) => !seated.has(slug))
        .map(({ name, slug, ward, role }) => (
          <li key={slug}>
            <b />
            <span>
              <PersonName name={name} slug={slug} />
              <small>{seatOf(seatBeside(ward ?? role, name), nameOf)}</small>
            </span>
          </li>
        ))}
    </ul>
  )
}

const seatOf = (seat: string | null, nameOf: (name: string) => string) =>
  seat === null ? null : nameOf(seat)
