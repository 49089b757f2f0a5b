import { type AttendanceState, attendanceState, mayBeSeatOn } from '../../core/attendance-state.ts'
import { parseSessions } from '../../resources/_shared/queries.ts'
import { sortPeople } from '../parts/people-order.tsx'
import type { YearRows } from './queries.ts'

export type Meeting = YearRows['meetings'][number]

export interface Cell {
  /** `unknown`: in no roll call of the meeting; `none`: not a member on its day. */
  state: AttendanceState | 'unknown' | 'none'
  /** In the words of the source. */
  reason: string | null
}

export interface Member {
  name: string
  slug: string | null
  /** One for each meeting. */
  cells: Cell[]
  attended: number
  /** Meetings whose roll call names the member. */
  of: number
}

export interface Table {
  /** By date. */
  meetings: readonly Meeting[]
  /** Meetings with a roll call. */
  recorded: number
  /** Those with a seat in the year, by name; without any seat on record, all in the roll calls. */
  members: readonly Member[]
  /** Others in the roll calls. */
  others: readonly Member[]
  hasSeats: boolean
}

/** Who attended which meeting. */
export function toTable({ meetings, lines, seats }: YearRows, language: string): Table {
  const lineOf = new Map(lines.map((line) => [`${line.meeting_id} ${keyOf(line)}`, line]))
  const seatsOf = Map.groupBy(seats, keyOf)
  const memberOf = ({ name, slug }: Named): Member => {
    const own = seatsOf.get(keyOf({ name, slug })) ?? []
    const cells = meetings.map(({ id, date }): Cell => {
      const line = lineOf.get(`${id} ${keyOf({ name, slug })}`)
      if (line !== undefined)
        return {
          state: attendanceState(line.present === 1, line.reason, parseSessions(line.sessions)),
          reason: line.reason,
        }
      const isSeated = seats.length === 0 || own.some((seat) => mayBeSeatOn(seat, date))
      return { state: isSeated ? 'unknown' : 'none', reason: null }
    })
    const named = cells.filter(({ state }) => state !== 'unknown' && state !== 'none')
    const attended = named.filter(({ state }) => state !== 'absent').length
    return { name, slug, cells, attended, of: named.length }
  }
  const sorted = (people: readonly Named[]) => {
    const once = [...new Map(people.map((one) => [keyOf(one), one])).values()]
    return sortPeople(once, { by: 'name', language }).map(memberOf)
  }
  const hasSeats = seats.length > 0
  return {
    meetings,
    recorded: new Set(lines.map(({ meeting_id: id }) => id)).size,
    members: sorted(hasSeats ? seats : lines).filter(isMember),
    others: hasSeats ? sorted(lines.filter((line) => !seatsOf.has(keyOf(line)))) : [],
    hasSeats,
  }
}

interface Named {
  name: string
  slug: string | null
}

/** Two people may have one name, and a name may be that of no one in the record. */
const keyOf = ({ name, slug }: Named) => (slug === null ? `name ${name}` : `slug ${slug}`)

/** Not of a seat that began after the last meeting, or ended before the first. */
const isMember = ({ cells }: Member) =>
  cells.length === 0 || cells.some(({ state }) => state !== 'none')
