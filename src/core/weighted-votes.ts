/** What was counted: a vote for each member, their weights, or the votes of those whose areas take part. */
export const voteBases = ['unweighted', 'weighted', 'stakeholder'] as const
export type VoteBasis = (typeof voteBases)[number]

/** Counts of a motion: of members, and the sums of their weights. */
export interface CountedMotion {
  tally_for: number | null
  tally_against: number | null
  tally_weighted_for: number | null
  tally_weighted_against: number | null
  vote_basis: VoteBasis | null
}

interface Counts {
  for: number
  against: number
}

export interface Sides {
  for: number | null
  against: number | null
}

const unknown: Sides = { for: null, against: null }

/** The sums of weights, if they decided. */
export function decidingWeights(motion: CountedMotion): Counts | null {
  const { tally_weighted_for: inFavour, tally_weighted_against: against, vote_basis } = motion
  if (vote_basis === 'unweighted' || inFavour === null || against === null) return null
  return { for: inFavour, against }
}

/** The sums of weights as the API has them; null without them. */
export function toWeighted(motion: CountedMotion) {
  const { tally_weighted_for: inFavour, tally_weighted_against: against } = motion
  return inFavour === null && against === null ? null : { for: inFavour, against }
}

/** The counts from which the result follows: weights where they decided, else members; unknown of weights without a sum. */
export function decidingCounts(motion: CountedMotion): Sides {
  const weights = decidingWeights(motion)
  if (weights !== null) return weights
  if (motion.vote_basis === 'weighted') return unknown
  return { for: motion.tally_for, against: motion.tally_against }
}

interface WeightedVote {
  value: string
  weight?: number | null
}

const isSide = ({ value }: WeightedVote) => value === 'For' || value === 'Against'

/** The sums of the weights of votes for and against; null unless each has a weight above zero. */
export function sumsOfWeights(votes: readonly WeightedVote[]) {
  const sides = votes.filter(isSide)
  if (sides.length === 0 || !sides.every(({ weight }) => (weight ?? 0) > 0)) return null
  const sum = (side: string) =>
    rounded(sides.reduce((all, { value, weight }) => all + (value === side ? (weight ?? 0) : 0), 0))
  return { for: sum('For'), against: sum('Against') }
}

/** Weights can be shares in per cent, whose sums have the remainders of binary fractions. */
const rounded = (sum: number) => Math.round(sum * 1e6) / 1e6

/** Whether weights contradict what is printed: one of zero or less, or sums of all of them that are not the printed ones. */
export function areOddWeights(
  votes: readonly WeightedVote[],
  printed: Partial<Sides> | null | undefined,
): boolean {
  if (votes.some(({ weight }) => weight != null && weight <= 0)) return true
  const sums = sumsOfWeights(votes)
  if (sums === null) return false
  const isOther = (side: keyof Sides) => printed?.[side] != null && printed[side] !== sums[side]
  return isOther('for') || isOther('against')
}

/** The words of one language; see `site/words`. */
interface Words {
  by: Readonly<Record<'weighted' | 'stakeholder' | 'weighted_stakeholder', string>>
  members(count: number, inFavour: string, against: string): string
}

/** How a language writes numbers, and a count without weights. */
interface Written {
  count(value: number): string
  tally(inFavour: string, against: string): string
}

/** The counts of a motion, and of weights how many members: "by weighted vote, 65 to 80 (17 members for, 15 against)"; null if nothing is known. */
export function countsInWords(
  motion: CountedMotion,
  words: Words,
  { count, tally }: Written,
): string | null {
  const weights = decidingWeights(motion)
  const members = membersOf(motion)
  const counts = weights ?? members
  const parts = [byWords(motion, words), counts && tally(count(counts.for), count(counts.against))]
  const text = parts.filter((part) => part !== null).join(', ')
  if (weights === null || members === null) return text || null
  return `${text} (${words.members(members.for, count(members.for), count(members.against))})`
}

function membersOf({ tally_for: inFavour, tally_against: against }: CountedMotion): Counts | null {
  return inFavour === null || against === null ? null : { for: inFavour, against }
}

/** How it was decided where not each member had one vote; null of other votes. */
function byWords(motion: CountedMotion, { by }: Words): string | null {
  const { vote_basis: basis } = motion
  const isWeighted = decidingWeights(motion) !== null
  if (basis === 'stakeholder') return isWeighted ? by.weighted_stakeholder : by.stakeholder
  return isWeighted || basis === 'weighted' ? by.weighted : null
}
