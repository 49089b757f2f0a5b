import { outcomeOfMotion, type VotedMotion } from '../../core/headings/outcome.ts'
import { agreeing, type Locale, wordOf } from '../locale.ts'

type Words = Pick<Locale, 'words'>['words']

/** The result of a motion: "Amendment defeated" where the word alone would be of the thing itself; null without one. */
export function resultWords(motion: VotedMotion, words: Words): string | null {
  const { kind, result } = motion
  const outcome = outcomeIn(motion, words)
  if (outcome !== undefined || result === null) return outcome ?? null
  const told = kindToldBy(motion, words)
  const word = wordOf(agreeing(told ?? kind, words).results, result)
  if (told === undefined) return word ?? result
  const name = wordOf(words.motion.kinds, told) ?? told
  return word === undefined ? words.motion.ofKind(name, result) : `${name} ${word.toLowerCase()}`
}

/** The kind that the words of the result have. */
export function kindToldBy(
  motion: VotedMotion,
  words: Words,
): 'amendment' | 'procedural' | undefined {
  const { kind, question, result, title_from: from } = motion
  if (result === null || outcomeIn(motion, words) !== undefined) return undefined
  if (kind === 'amendment' || question === 'amend') return 'amendment'
  const isProcedure = question === 'procedural' && kind !== 'motion'
  return isProcedure && from === 'subject' ? 'procedural' : undefined
}

function outcomeIn(motion: VotedMotion, words: Words): string | undefined {
  const { verb } = outcomeOfMotion(motion)
  return verb === null ? undefined : wordOf(words.motion.outcomes, verb)
}
