import type { MotionDetail } from '../../resources/motions/schema.ts'

type Vote = MotionDetail['votes'][number]

/** How much of a vote is recorded. */
export type Recorded = 'named' | 'someNamed' | 'dissents' | 'tally' | 'none'

/** `someNamed`: fewer names than votes were counted. `dissents`: names, but no count. */
export function recordedOf({ votes, tally }: Pick<MotionDetail, 'votes' | 'tally'>): Recorded {
  const counted = countedIn(tally)
  if (counted === null) return votes.length > 0 ? 'dissents' : 'none'
  if (votes.length === 0) return 'tally'
  return namedIn(votes) < counted ? 'someNamed' : 'named'
}

/** The votes for and against; undefined if they were not counted. */
export function countedTally({ tally }: Pick<MotionDetail, 'tally'>) {
  const { for: inFavour, against } = tally
  return inFavour === null || against === null ? undefined : { for: inFavour, against }
}

/** Votes for and against that were counted; null if they were not. */
export function countedIn(tally: MotionDetail['tally']): number | null {
  const counted = countedTally({ tally })
  return counted === undefined ? null : counted.for + counted.against
}

/** Votes for and against with a name. */
export function namedIn(votes: readonly Vote[]): number {
  return votes.filter(({ vote_value }) => vote_value === 'For' || vote_value === 'Against').length
}

const order = ['For', 'Against', 'Abstain', 'Absent', 'Recused', 'Other']

/** Votes by value, in the order above. */
export function votesByValue<V extends Pick<Vote, 'vote_value'>>(
  votes: readonly V[],
): [value: string, votes: V[]][] {
  return order
    .map((value): [string, V[]] => [value, votes.filter((vote) => vote.vote_value === value)])
    .filter(([, group]) => group.length > 0)
}
