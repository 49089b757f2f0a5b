import { isWithdrawn } from '../../core/carried-results.ts'
import { type OutcomeVerb, outcomeOfMotion, type VotedMotion } from '../../core/headings/outcome.ts'
import { saysAmended } from '../../core/headings/question.ts'
import { type CountedMotion, countsInWords } from '../../core/weighted-votes.ts'
import { agreeing, type Locale, wordOf } from '../locale.ts'

type Words = Pick<Locale, 'words'>['words']

/** The result of a motion: "Amendment defeated" where the word alone would be of the thing itself; null without one. */
export function resultWords(motion: VotedMotion, words: Words): string | null {
  const { kind, result } = motion
  const outcome = outcomeIn(motion, words)
  if (outcome !== undefined || result === null) return outcome ?? null
  const kindName = kindToldBy(motion, words)
  if (kindName !== undefined) return resultOfKind(kindName, result, words)
  const word = wordOf(agreeing(kind, words).results, result) ?? result
  return isOnSubject(motion) ? words.motion.ofKind(words.motion.onThis, word) : word
}

/** Whether a motion was withdrawn of which only the subject is named: that is not withdrawn. */
const isOnSubject = ({ title_from: from, question, result }: VotedMotion): boolean =>
  from === 'subject' && question === null && isWithdrawn(result)

/** "Amendment defeated", or the result as the source writes it after the kind. */
export function resultOfKind(
  kind: 'amendment' | 'procedural',
  result: string,
  words: Pick<Words, 'motion' | 'genders'>,
): string {
  const name = wordOf(words.motion.kinds, kind) ?? kind
  const word = wordOf(agreeing(kind, words).results, result)
  return word === undefined ? words.motion.ofKind(name, result) : `${name} ${word.toLowerCase()}`
}

/** The counts, which say what those in favour were for where the result is a refusal; null if nothing was counted. */
export function tallyWords(
  motion: CountedMotion,
  verb: OutcomeVerb | null | undefined,
  { words, count }: Pick<Locale, 'words' | 'count'>,
): string | null {
  const { tally: plain, tallyOf } = words.motion
  const tally = (verb != null && Object.hasOwn(tallyOf, verb) && tallyOf[verb]) || plain
  return countsInWords(motion, words.weighted, { count, tally })
}

/** The kind that the words of the result have. */
export function kindToldBy(
  motion: VotedMotion,
  words: Words,
): 'amendment' | 'procedural' | undefined {
  const { kind, question, result, title_from: from } = motion
  if (result === null || outcomeIn(motion, words) !== undefined) return undefined
  if (isAmendment(motion)) return 'amendment'
  const isProcedure = question === 'procedural' && kind !== 'motion'
  return isProcedure && from === 'subject' ? 'procedural' : undefined
}

function outcomeIn(motion: VotedMotion, words: Words): string | undefined {
  const { verb } = outcomeOfMotion(motion)
  const isOfPart = isAmendment(motion) && motion.result !== null && verb !== 'unclear'
  if (verb === null || isOfPart) return undefined
  const isAmended = verb === 'motion_carried' && saysAmended(motion.result ?? '')
  return wordOf(words.motion.outcomes, isAmended ? 'motion_carried_as_amended' : verb)
}

const isAmendment = ({ kind, question }: VotedMotion) =>
  kind === 'amendment' || question === 'amend'
