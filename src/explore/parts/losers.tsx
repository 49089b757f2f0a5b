import { isCarried, isDefeated } from '../../core/carried-results.ts'
import { useLocale } from '../locale.ts'

interface LosersProps {
  result: string | null
  votes: readonly { person_name: string; vote_value: string }[]
}

/** Names of a side before the others are counted. */
const namesMax = 8

/** Who voted against what carried, or for what was defeated, by name; nothing without names on record. */
export function Losers({ result, votes }: LosersProps) {
  const { words, count, tag } = useLocale()
  const lost = isCarried(result) ? 'Against' : isDefeated(result) ? 'For' : undefined
  const names = votes.filter(({ vote_value: value }) => value === lost)
  if (lost === undefined || names.length === 0) return null
  const shown = names
    .slice(0, names.length > namesMax ? namesMax - 1 : namesMax)
    .map(({ person_name: name }) => name)
  const rest = names.length - shown.length
  const all = rest === 0 ? shown : [...shown, words.motion.moreNames(rest, count(rest))]
  const list = new Intl.ListFormat(tag, { type: 'conjunction' }).format(all)
  return <span class="losers">{words.votes[lost] + words.colon + list}</span>
}
