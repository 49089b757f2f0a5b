/** Fewer contested motions say too little for a percentage. */
export const contestedMin = 20

/** The share of contested motions on which two people voted alike; null if there are too few. */
export function shareOf(contested: number, same: number): number | null {
  return contested < contestedMin ? null : same / contested
}
