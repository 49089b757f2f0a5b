import type { Locale } from '../locale.ts'
import type { MotionCounts } from '../queries.ts'

/** 15 full votes, 7 with only some of the names, of 371 motions on record for this council. */
export function motionCountsIn({ recorded, partial, motions }: MotionCounts, locale: Locale) {
  const { words, count } = locale
  const votes = [words.motion.fullVotes(recorded, count(recorded))]
  if (partial > 0) votes.push(words.motion.partialVotes(count(partial)))
  return words.motion.coverage(votes.join(', '), words.motion.motions(motions, count(motions)))
}
