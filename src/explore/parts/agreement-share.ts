/** Fewer motions say too little for a percentage. */
export const sharedMin = 20

/** Motions on which two people both voted For or Against, and those of them on which they voted alike. */
export interface SharedVotes {
  motions: number
  same: number
}

/** The share of motions on which two people voted alike; null if there are too few. */
export function shareOf({ motions, same }: SharedVotes): number | null {
  return motions < sharedMin ? null : same / motions
}

/** A share as a whole percentage, which is 0 or 100 only if the share is. */
export function percentOf(share: number): number {
  const rounded = Math.round(share * 100)
  if (share > 0 && share < 1) return Math.min(99, Math.max(1, rounded))
  return rounded
}
