import type { Random } from '../kit/random.ts'

// Words of councils, the most frequent first; then street names, which are rarely repeated.
const common =
  `the of and to council in for by-law that be city motion committee report from on public approve street
meeting with staff amend zoning development is at planning agreement park application chapter administrative code
property land road services housing resolution budget minutes recommend require local community transit hearing
construction traffic grant water safety building permit heritage design capital annual review contract policy appoint
school drainage bridge library sidewalk tree fire police tax levy parking cycling accessibility shelter waste sewer
noise licence fee climate energy arena harbour culvert wildfire flood speed crosswalk variance setback easement
encroachment subdivision severance rezoning density arborist heron wharf ferry landfill recycling compost cemetery
airport museum theatre festival parade vendor taxi kennel cat dog bee pesticide salt snow plough ditch`
    .split(/\s+/)
    .filter((word) => word !== '')

const beginnings = ['Ash', 'Birch', 'Cedar', 'Dun', 'Elm', 'Fern', 'Glen', 'Haw', 'Iron', 'Juniper']
const middles = ['ber', 'ing', 'ley', 'mer', 'nor', 'ster', 'ton', 'wick', 'wood', 'worth']
const ends = ['brook', 'bury', 'dale', 'field', 'ford', 'gate', 'ham', 'hill', 'mount', 'side']
const streets = beginnings.flatMap((a) => middles.flatMap((b) => ends.map((c) => a + b + c)))
const vocabulary = [...common, ...streets]

// Zipf's law: the n-th word is 1/n as frequent as the first.
const upTo: number[] = []
for (const [index] of vocabulary.entries()) upTo.push((upTo.at(-1) ?? 0) + 1 / (index + 1))
const all = upTo.at(-1) ?? 0

/** A random word: a few are frequent, and most are rare. */
function word(random: Random): string {
  const target = random.next() * all
  let [low, high] = [0, upTo.length - 1]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((upTo[middle] ?? 0) < target) low = middle + 1
    else high = middle
  }
  return vocabulary[low] ?? 'council'
}

/** A text of `count` words. */
export function words(random: Random, count: number): string {
  return Array.from({ length: count }, () => word(random)).join(' ')
}

/** A random item; each one is half as probable as the one before it. */
export function uneven<T>(random: Random, list: readonly T[]): T {
  const index = Math.min(Math.floor(-Math.log2(1 - random.next())), list.length - 1)
  return list[index] as T
}
