import { defeatedFilter, type OutcomeVerb } from '../../core/headings/outcome.ts'
import { wordOf } from '../locale.ts'
import type { Words } from '../words/en.ts'
import { resultOfKind } from './result-words.ts'

type NamingWords = Pick<Words, 'motion' | 'genders' | 'meeting' | 'follow'>

/** What became of a motion, as lists and pages say it. */
export function outcomeName(verb: OutcomeVerb, words: NamingWords): string {
  const { motion, genders, meeting } = words
  const others: Partial<Record<OutcomeVerb, string | undefined>> = {
    carried: genders.feminine.results.Carried,
    defeated: genders.feminine.results.Defeated,
    amendment_carried: resultOfKind('amendment', 'Carried', words),
    amendment_lost: resultOfKind('amendment', 'Defeated', words),
    not_voted: motion.kinds.notice,
    asked: motion.kinds.inquiry,
    other: meeting.counts.other,
  }
  return wordOf(motion.outcomes, verb) ?? others[verb] ?? verb
}

/** Several, as the filter has them; in a few words those that were turned down. */
export function outcomeNames(verbs: string, words: NamingWords): string {
  if (verbs === defeatedFilter) return words.follow.turnedDown
  const names = verbs.split(',').map((verb) => outcomeName(verb.trim() as OutcomeVerb, words))
  return names.join(', ')
}
