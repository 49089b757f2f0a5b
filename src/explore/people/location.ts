import { isInside, type Ring } from '../../core/ward-map.ts'
import { isSameWard } from '../../core/ward-name.ts'
import { ApiError } from '../../http/errors.ts'
import type { PersonItemRow } from '../../resources/people/queries.ts'
import type { Point, WardRow } from './queries.ts'

/** What a visitor gave to find a ward. */
export interface Location {
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
