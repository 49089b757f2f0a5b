import type { ComponentChildren } from 'preact'
import { isCarried, isDefeated } from '../../core/carried-results.ts'
import { parseRows } from '../../store/json-rows.ts'
import { useCouncil } from '../council-context.ts'
import { useLocale } from '../locale.ts'
import { paths } from '../paths.ts'
import { type LosingSide, losersMax } from './queries.ts'

interface LosersProps {
  motion: LosingSide & {
    slug: string
    result: string | null
    tally_for: number | null
    tally_against: number | null
  }
}

type Side = 'For' | 'Against'

/**
 * Who voted against what carried, or for what was defeated: their names, or how many there are; that they are not on record
 * where only others are; nothing without names or a loser.
 */
export function Losers({ motion }: LosersProps) {
  const { words, count, list } = useLocale()
  const council = useCouncil()
  const side = losingSideOf(motion.result)
  if (side === undefined) return null
  const all = Number(motion.named_lost ?? 0)
  if (all === 0)
    return isUnnamed(motion, side) ? <Line>{words.motion.losersUnknown[side]}</Line> : null
  const label = words.votes[side] + words.colon
  if (all > losersMax)
    return (
      <Line>
        {label}
        <a href={`${paths.motion(council, motion.slug)}#votes`}>
          {words.motion.losers(all, count(all))}
        </a>
      </Line>
    )
  const unnamed = unnamedOf(motion, side, all)
  const names = parseRows(motion.losers).map(({ name }) => name)
  const shown = unnamed === 0 ? names : [...names, words.motion.unnamed(count(unnamed))]
  return <Line>{label + list(shown)}</Line>
}

const Line = ({ children }: { children: ComponentChildren }) => (
  <span class="losers">{children}</span>
)

function losingSideOf(result: string | null): Side | undefined {
  if (isCarried(result)) return 'Against'
  return isDefeated(result) ? 'For' : undefined
}

/** Whether there are names, but none of the side that lost. */
function isUnnamed({ tally_for, tally_against, ...motion }: LosersProps['motion'], side: Side) {
  const [named, against] = [Number(motion.named_votes ?? 0), Number(motion.named_against ?? 0)]
  if (side === 'Against') return named > 0 && against === 0 && Number(tally_against ?? 0) > 0
  return against > 0 && against === named && tally_for !== 0
}

/** Votes that were counted on a side without a name; none where second or weighted votes were counted too. */
function unnamedOf(motion: LosersProps['motion'], side: Side, named: number): number {
  const counted = side === 'For' ? motion.tally_for : motion.tally_against
  if (counted === null || motion.extra_votes !== 0) return 0
  return Math.max(0, counted - named)
}
