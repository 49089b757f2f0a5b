import { isCarried, isDefeated } from '../../core/carried-results.ts'
import { Phrase } from '../../site/phrase.tsx'
import { useLocale } from '../locale.ts'
import { MotionLink } from '../parts/motion-link.tsx'
import { agreeing, wordOf } from '../words/word-of.ts'
import type { MotionOnPage } from './read-motion.ts'

/** Another motion on the agenda item or matter of this one, by what it does, because it may reject the item. */
export function ItemOutcome({ found: { motion, last } }: { found: MotionOnPage }) {
  const { words, date } = useLocale()
  const { item_outcome: outcome, result } = motion
  if (outcome === null || last === undefined) return null
  const { own, other, sentence } = words.motion.became
  const wording = (kind: string | null, word: string) =>
    wordOf(agreeing(kind, words).results, word) ?? word
  const first = result === null ? words.noResult : own[sideOf(result)]
  return (
    <p>
      <Phrase
        text={sentence(first, other[sideOf(outcome.result)])}
        values={{
          own: wording(motion.kind, result ?? ''),
          last: wording('motion', outcome.result),
          date: date(outcome.date),
          motion: <MotionLink motion={last} />,
        }}
      />
    </p>
  )
}

function sideOf(result: string): 'carried' | 'defeated' | 'other' {
  if (isCarried(result)) return 'carried'
  return isDefeated(result) ? 'defeated' : 'other'
}
