/** How often two people voted alike, by their positions in a list; null if they share too few votes. */
export type ShareAt = (one: number, other: number) => number | null

/**
 * The positions of `count` people, sorted by name, in an order that puts those who vote alike side by side: first the pair
 * with the highest share, then, at either end, the person with the highest share with that end. Ties go to the first by
 * name; people without a share come last.
 */
export function orderByAgreement(count: number, shareAt: ShareAt): number[] {
  const left = new Set(Array.from({ length: count }, (_, at) => at))
  const row: number[] = []
  const add = (at: number, isFirst: boolean) => {
    left.delete(at)
    if (isFirst) row.unshift(at)
    else row.push(at)
  }
  for (const at of closestPair(count, shareAt)) add(at, false)
  while (left.size > 0) {
    const { at, isFirst } = nextOf(left, row, shareAt)
    add(at, isFirst)
  }
  return row
}

/** The pair with the highest share; empty if no pair has one. */
function closestPair(count: number, shareAt: ShareAt): number[] {
  let closest: { pair: number[]; share: number } = { pair: [], share: -1 }
  for (let one = 0; one < count; one += 1)
    for (let other = one + 1; other < count; other += 1) {
      const share = shareAt(one, other) ?? -1
      if (share > closest.share) closest = { pair: [one, other], share }
    }
  return closest.pair
}

function nextOf(left: ReadonlySet<number>, row: readonly number[], shareAt: ShareAt) {
  const [first, last] = [row[0], row.at(-1)]
  let next = { at: Math.min(...left), isFirst: false, share: -1 }
  for (const at of left) {
    const sides = [
      { end: last, isFirst: false },
      { end: first, isFirst: true },
    ]
    for (const { end, isFirst } of sides) {
      const share = end === undefined ? -1 : (shareAt(at, end) ?? -1)
      if (share > next.share) next = { at, isFirst, share }
    }
  }
  return next
}
