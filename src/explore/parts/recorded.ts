import { castVotes } from '../../core/cast-votes.ts'
import { areAllNamed, extraVotesOf } from '../../core/extra-votes.ts'
import { voteValues } from '../../resources/_shared/schema.ts'
import type { MotionDetail } from '../../resources/motions/schema.ts'

type Vote = MotionDetail['votes'][number]

/** How much of a vote is recorded. */
export type Recorded = 'named' | 'someNamed' | 'dissents' | 'tally' | 'none'

type Recording = Pick<
  MotionDetail,
  'votes' | 'tally' | 'vote_basis' | 'candidates' | 'text' | 'text_content'
>

/** `someNamed`: fewer names than votes were counted, but for second and weighted ones. `dissents`: names of one side, but no count. */
export function recordedOf(motion: Recording): Recorded {
  const [named, counted] = [namedIn(motion), countedIn(motion)]
  // A ballot whose candidates have no counts does not say whether others voted.
  if (counted === null && isBallot(motion)) return 'named'
  if (counted === null && motion.votes.length === 0 && motion.tally.weighted !== null)
    return 'tally'
  if (counted === null)
    return motion.votes.some(({ vote_value: value }) => sides.has(value)) ? 'dissents' : 'none'
  if (named === 0) return 'tally'
  return named >= counted || areAllNamed(named, counted, extraVotesIn(motion))
    ? 'named'
    : 'someNamed'
}

function extraVotesIn({ text, text_content, votes, ...motion }: Recording): number | null {
  return extraVotesOf({
    texts: [text_content, text],
    reasons: votes.map(({ reason }) => reason),
    tally_weighted_for: motion.tally.weighted?.for ?? null,
    vote_basis: motion.vote_basis,
  })
}

const sides = new Set<string>(castVotes)

function isBallot({ votes }: Pick<MotionDetail, 'votes'>): boolean {
  return votes.some(({ candidate }) => candidate !== null)
}

/** The votes for and against; undefined if they were not counted. */
export function countedTally({ tally }: Pick<MotionDetail, 'tally'>) {
  const { for: inFavour, against } = tally
  return inFavour === null || against === null ? undefined : { for: inFavour, against }
}

/** Votes for and against, or for candidates, that were counted; null if they were not. */
export function countedIn(motion: Recording): number | null {
  if (isBallot(motion)) {
    const counts = motion.candidates.flatMap(({ votes }) => votes ?? [])
    if (counts.length < motion.candidates.length) return null
    return counts.reduce((sum, count) => sum + count, 0)
  }
  const counted = countedTally(motion)
  return counted === undefined ? null : counted.for + counted.against
}

/** Votes for and against, or for candidates, with a name. */
export function namedIn(motion: Pick<MotionDetail, 'votes'>): number {
  const isNamed = isBallot(motion)
    ? ({ candidate }: Vote) => candidate !== null
    : ({ vote_value: value }: Vote) => value === 'For' || value === 'Against'
  return motion.votes.filter(isNamed).length
}

/** The votes with each person once; in a ballot for several seats, with all of their candidates. */
export function oncePerPerson(votes: readonly Vote[]): Vote[] {
  const voters = new Map<string, Vote>()
  for (const [index, vote] of votes.entries()) {
    const { person_slug: slug, name_as_written: name, candidate } = vote
    const key = candidate === null ? String(index) : JSON.stringify([slug, name])
    const earlier = voters.get(key)
    const candidates = [earlier?.candidate, candidate].filter((each) => each != null)
    voters.set(key, { ...vote, candidate: candidates.join(', ') || null })
  }
  return [...voters.values()]
}

/** Votes by value, in the order of `voteValues`. */
export function votesByValue<V extends Pick<Vote, 'vote_value'>>(
  votes: readonly V[],
): [value: string, votes: V[]][] {
  return voteValues
    .map((value): [string, V[]] => [value, votes.filter((vote) => vote.vote_value === value)])
    .filter(([, group]) => group.length > 0)
}

/** The class of a vote's colour. */
export const sideOf: Readonly<Record<string, string>> = { For: 'yes', Against: 'no' }
