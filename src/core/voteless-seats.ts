/** A seat, with the votes of its holder on record. */
export interface CountedSeat {
  role: string | null
  votes: number
  /** Whether it ended before the record begins, so that its holder cannot have a vote on record. */
  isEarly?: boolean
}

interface Seats<S> {
  seats: readonly S[]
  /** How many votes are on record with the names of all: without any, somebody never named may have voted. */
  rolls: number
}

/**
 * Seats that a source lists among those of a body, and that have no vote in it as far as the record says: their holders never
 * voted, and no one who did has their role. A new member has the role of others.
 */
export function votelessSeats<S>(
  { seats, rolls }: Seats<S>,
  countedOf: (seat: S) => CountedSeat,
): Set<S> {
  if (rolls === 0) return new Set()
  const counted = seats.map((seat) => ({ seat, ...countedOf(seat) }))
  const rolesOf = (isOne: (seat: CountedSeat) => boolean) =>
    new Set(counted.filter(isOne).map(({ role }) => role))
  const voting = rolesOf(({ votes }) => votes > 0)
  if (voting.size === 0) return new Set()
  const silent = rolesOf(({ role, isEarly = false }) => !isEarly && !voting.has(role))
  return new Set(counted.filter(({ role }) => silent.has(role)).map(({ seat }) => seat))
}
