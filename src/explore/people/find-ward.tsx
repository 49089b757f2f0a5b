import type { ComponentChildren } from 'preact'
import { isInside, mapOf, type Ring, unionOf } from '../../core/ward-map.ts'
import { isSameWard, seatNoun, wardNumber } from '../../core/ward-name.ts'
import { ApiError } from '../../http/errors.ts'
import type { PersonItemRow } from '../../resources/people/queries.ts'
import type { PersonItem } from '../../resources/people/schema.ts'
import { useCouncil, useRecordName } from '../council-context.ts'
import { useLocale } from '../locale.ts'
import { PostalCode } from '../parts/filter-form.tsx'
import { PersonName } from '../parts/names.tsx'
import { paths } from '../paths.ts'
import type { Point, WardRow } from './queries.ts'

interface Ward extends WardRow {
  members: readonly PersonItem[]
}

interface FindWardProps {
  wards: readonly Ward[]
  /** Those at the location that was asked for. */
  found: readonly Ward[] | undefined
  location: Location | undefined
}

/** The member of council for a location: by postal code, and on a map, which the list of members repeats in words. */
export function FindWard({ wards, found, location }: FindWardProps) {
  const { words } = useLocale()
  const council = useCouncil()
  const noun = words.people.areas[seatNoun(wards.map(areaOf))]
  const hasCodes = wards.some(({ postalCodes }) => postalCodes.length > 0)
  return (
    <section aria-labelledby="wards">
      <h2 id="wards">{words.overview.find}</h2>
      {hasCodes && (
        <form class="filter" action={paths.people(council)} method="get">
          <PostalCode value={location?.postalCode} />
          <button type="submit">{words.list.show}</button>
        </form>
      )}
      {found !== undefined && <Found wards={found} noun={noun} />}
      <WardMap {...{ wards, found, location, noun }} />
    </section>
  )
}

/** The label of a seat says what an area is called, where its boundary may only have a number. */
const areaOf = ({ name, members }: Pick<Ward, 'name' | 'members'>) => members[0]?.ward ?? name

function Found({ wards, noun }: { wards: readonly Ward[]; noun: string }) {
  const { words } = useLocale()
  const nameOf = useRecordName()
  if (wards.length === 0) return <p class="notice">{words.people.noWard(noun)}</p>
  return (
    <div class="notice">
      <p>{words.people.wardsFound(wards.length, noun)}</p>
      <ul>
        {wards.map(({ name, members }) => (
          <li key={name}>
            {nameOf(areaOf({ name, members }))}
            {' · '}
            {members.length === 0 && words.people.vacant}
            {members.map((member, at) => (
              <>
                {at > 0 && ', '}
                <PersonName name={member.name} slug={member.slug} />
              </>
            ))}
          </li>
        ))}
      </ul>
    </div>
  )
}

/** A ward smaller than this, in units of the map, has no room for its number. */
const numberedMin = 22

/** Hidden from those who do not see it, because the list has the same links. */
function WardMap({ wards, found, location, noun }: FindWardProps & { noun: string }) {
  const { words } = useLocale()
  const map = mapOf(unionOf(wards))
  const { point } = location ?? {}
  return (
    <figure class="wards">
      <svg viewBox={`-2 -2 ${map.width + 4} ${map.height + 4}`} aria-hidden="true">
        {wards.map((ward) => (
          <WardLink key={ward.name} ward={ward} isFound={found?.includes(ward) === true}>
            <path d={ward.path} fill-rule="evenodd" />
          </WardLink>
        ))}
        {wards.map((ward) => {
          const number = wardNumber(ward.name)
          const [left, right] = [map.x(ward.west), map.x(ward.east)]
          const [top, bottom] = [map.y(ward.north), map.y(ward.south)]
          if (number === undefined || Math.min(right - left, bottom - top) < numberedMin)
            return null
          return (
            <text
              key={ward.name}
              x={Math.round((left + right) / 2)}
              y={Math.round((top + bottom) / 2)}
            >
              {number}
            </text>
          )
        })}
        {found !== undefined && point !== undefined && (
          <circle cx={map.x(point.x)} cy={map.y(point.y)} r="5" />
        )}
      </svg>
      <figcaption class="quiet">{words.people.map(noun)}</figcaption>
    </figure>
  )
}

interface WardLinkProps {
  ward: Ward
  isFound: boolean
  children: ComponentChildren
}

/** A ward that leads to its member; one with no member, or several, is not a link. */
function WardLink({ ward: { name, members }, isFound, children }: WardLinkProps) {
  const { words } = useLocale()
  const council = useCouncil()
  const nameOf = useRecordName()
  const [member, ...others] = members
  const ward = nameOf(member?.ward ?? name)
  const names = members.map((each) => each.name).join(', ')
  const title = <title>{members.length === 0 ? ward : words.overview.seat(ward, names)}</title>
  const style = isFound ? 'found' : undefined
  if (member === undefined || others.length > 0)
    return (
      <g class={style}>
        {title}
        {children}
      </g>
    )
  return (
    <a class={style} href={paths.person(council, member.slug)} tabIndex={-1}>
      {title}
      {children}
    </a>
  )
}

/** What a visitor gave to find a ward. */
interface Location {
  point?: Point
  /** In capitals without spaces. */
  postalCode?: string
}

/** The location in the query of a page; undefined without one. */
export function locationIn(query: Readonly<Record<string, unknown>>): Location | undefined {
  const { lat, lng, postal_code: code } = query
  if (lat !== undefined || lng !== undefined) {
    const [x, y] = [Number(lng), Number(lat)]
    // One without the other is NaN, and rejected too.
    if (!(Math.abs(y) <= 90 && Math.abs(x) <= 180))
      throw new ApiError(
        'VALIDATION_ERROR',
        'lat and lng are needed together, from -90 to 90 and from -180 to 180.',
      )
    return { point: { x: Math.round(x * 1e6), y: Math.round(y * 1e6) } }
  }
  // A form without a script sends its empty field.
  if (code === undefined || code === '') return undefined
  return {
    postalCode: String(code)
      .toUpperCase()
      .replace(/[^A-Z0-9]/g, ''),
  }
}

/** Whether a location is in a ward. A postal code and a prefix of one match if either begins with the other. */
export function isAt({ boundary, postalCodes }: WardRow, { point, postalCode }: Location): boolean {
  if (point !== undefined)
    return boundary !== null && isInside(JSON.parse(boundary) as Ring[], point)
  if (postalCode === undefined || postalCode === '') return false
  return postalCodes.some((code) => code.startsWith(postalCode) || postalCode.startsWith(code))
}

/** The members with a seat for a ward, on any council: `ward` of the API is null if they have several. */
export function sittingFor({ name }: WardRow, members: readonly PersonItemRow[]): PersonItemRow[] {
  return members.filter(({ council_seats: seats }) =>
    seats.some(({ label }) => label !== null && isSameWard(label, name)),
  )
}
