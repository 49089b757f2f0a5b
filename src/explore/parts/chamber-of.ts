import { foldText } from '../../core/fold.ts'
import { votelessSeats } from '../../core/voteless-seats.ts'
import { type SeatNoun, seatNoun } from '../../core/ward-name.ts'
import type { MotionDetail } from '../../resources/motions/schema.ts'
import { sortPeople } from './people-order.tsx'
import { countedTally, recordedOf } from './recorded.ts'

/** How a seat voted; `none` if the source names no vote of it. */
export type SeatState = 'for' | 'against' | 'abstained' | 'recused' | 'absent' | 'none'

export interface Seat {
  name: string
  /** The surname, as far as a name shows it, with an initial where several have it. */
  surname: string
  initials: string
  state: SeatState
  role: string | null
}

/** Who sat in a body on the day of a vote, and how each voted. */
export interface Chamber {
  /** In the order of wards, or else of the roll; without the head. */
  seats: Seat[]
  /** Who chairs or heads the body, if that is one member. */
  head: Seat | undefined
  order: SeatNoun | 'roll'
  tally: { for: number; against: number }
}

/** A member of a body on a day. */
export interface Member {
  slug: string
  name: string
  role: string | null
  label: string | null
  /** Lines in recorded votes, those of other motions included. */
  votes: number
  /** Votes of the council with the names of all. */
  rolls: number
}

const states: Readonly<Record<string, SeatState>> = {
  ...{ For: 'for', Against: 'against', Abstain: 'abstained' },
  ...{ Recused: 'recused', Absent: 'absent' },
}

/**
 * The chamber of a vote. Undefined if the source has no count, as where it names only those against, names no one, or
 * names only some of people of whom it does not say who sat there.
 */
export function chamberOf(
  motion: MotionDetail,
  members: readonly Member[],
  language: string,
): Chamber | undefined {
  const tally = countedTally(motion)
  const recorded = recordedOf(motion)
  const isDrawn = recorded === 'named' || (recorded === 'someNamed' && members.length > 0)
  if (tally === undefined || !isDrawn) return undefined
  const rolls = recorded === 'named' ? 1 : (members[0]?.rolls ?? 0)
  const voteless = votelessSeats({ seats: members, rolls }, (member) => member)
  const people = withVotes(
    motion.votes,
    members.filter((member) => !voteless.has(member)),
  )
  const hasWards = people.some(({ ward }) => ward !== null)
  const ordered = hasWards ? sortPeople(people, { by: 'ward', language }) : people
  const head = headOf(ordered)
  const shared = sharedSurnames(ordered)
  const toSeat = ({ name, state, role }: Person): Seat => {
    const surname = surnameOf(name)
    const initial = shared.has(surname) ? `${name.slice(0, 1)}. ` : ''
    return { name, surname: initial + surname, initials: initialsOf(name), state, role }
  }
  return {
    seats: ordered.filter((person) => person !== head).map(toSeat),
    head: head && toSeat(head),
    order: hasWards ? seatNoun(ordered.map(({ ward }) => ward)) : 'roll',
    tally,
  }
}

type Person = Pick<Seat, 'name' | 'state' | 'role'> & { ward: string | null }

/** Those who voted, in the order of the roll, then members without a vote. */
function withVotes(votes: MotionDetail['votes'], members: readonly Member[]): Person[] {
  const seatOf = new Map(members.map((member) => [member.slug, member]))
  const people = new Map<string, Person>()
  for (const { person_slug: slug, person_name: name, vote_value: value } of votes) {
    const key = slug ?? `name ${name}`
    const { role = null, label: ward = null } = seatOf.get(key) ?? {}
    // Some sources have several votes of a person on one motion.
    if (!people.has(key)) people.set(key, { name, state: states[value] ?? 'none', role, ward })
  }
  for (const { slug, name, role, label: ward } of members)
    if (!people.has(slug)) people.set(slug, { name, state: 'none', role, ward })
  return [...people.values()]
}

// Folded. A deputy heads nothing while the source does not say so.
const chairs = /\b(?:chair(?:man|woman|person)?|speaker|presidente?|presiding)\b/
const heads = /\b(?:mayor|reeve|warden|maire|mairesse|prefete?)\b/
const others = /\b(?:deputy|vice|acting|former|pro tem\w*|adjointe?|suppleante?)\b/

function headOf(people: readonly Person[]): Person | undefined {
  for (const roles of [chairs, heads]) {
    const found = people.filter(({ role }) => {
      const folded = foldText(role ?? '')
      return roles.test(folded) && !others.test(folded)
    })
    if (found.length > 0) return found.length === 1 ? found[0] : undefined
  }
  return undefined
}

const suffix = /,? (?:jr|sr|ii|iii|iv)\.?$/i
const surname = /(?:\s(?:d[aeiou]s?|du|des|del|la|las|los|van|von|der|den|ten|ter|st\.?))*\s\S+$/iu

/** The last word with the particles before it. */
function surnameOf(name: string): string {
  const bare = name.replace(suffix, '').trim()
  return surname.exec(bare)?.[0].trim() ?? bare
}

function sharedSurnames(people: readonly Person[]): Set<string> {
  const surnames = people.map(({ name }) => surnameOf(name))
  return new Set(surnames.filter((one, at) => surnames.indexOf(one) !== at))
}

function initialsOf(name: string): string {
  const first = /\p{L}/u.exec(name)?.[0] ?? ''
  const last = /\p{Lu}/u.exec(surnameOf(name))?.[0] ?? ''
  return surnameOf(name) === name ? first : first + last
}
