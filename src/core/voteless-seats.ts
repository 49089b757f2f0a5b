/** A seat, with the votes of its holder on record. */
export interface CountedSeat {
  role: string | null
  votes: number
}

/**
 * Seats that a source lists among those of a body, and that have no vote in it as far as the record says: their holders never
 * voted, and no one who did has their role. A new member has the role of others.
 */
export function votelessSeats<S>(seats: readonly S[], countedOf: (seat: S) => CountedSeat): Set<S> {
  const counted = seats.map((seat) => ({ seat, ...countedOf(seat) }))
  const voting = new Set(counted.filter(({ votes }) => votes > 0).map(({ role }) => role))
  if (voting.size === 0) return new Set()
  return new Set(
    counted.filter(({ role, votes }) => votes === 0 && !voting.has(role)).map(({ seat }) => seat),
  )
}
