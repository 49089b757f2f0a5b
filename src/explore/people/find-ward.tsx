import { isInside, type Ring } from '../../core/ward-map.ts'
import { seatNoun } from '../../core/ward-name.ts'
import { ApiError } from '../../http/errors.ts'
import { useCouncil, useRecordName } from '../council-context.ts'
import { useLocale } from '../locale.ts'
import { PostalCode } from '../parts/filter-form.tsx'
import { PersonName } from '../parts/names.tsx'
import { WardMap, type WardSeat } from '../parts/ward-map.tsx'
import { paths } from '../paths.ts'
import type { Point, WardRow } from './queries.ts'

type Ward = WardRow & WardSeat

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
      <figure class="ward-map">
        <WardMap wards={wards} found={found} point={found && location?.point} />
        <figcaption class="quiet">{words.people.map(noun)}</figcaption>
      </figure>
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
