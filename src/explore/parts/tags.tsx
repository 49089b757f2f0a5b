import { isCalledOff } from '../../core/called-off.ts'
import { contradicts, isCarried, isDefeated } from '../../core/carried-results.ts'
import type { TitleSource } from '../../core/headings/heading.ts'
import {
  isDefeatedMotion,
  type OutcomeVerb,
  outcomeOfMotion,
  type VerbAndReason,
  type VotedMotion,
} from '../../core/headings/outcome.ts'
import type { Question } from '../../core/headings/question.ts'
import type { thingOf } from '../../core/headings/thing.ts'
import { type CountedMotion, decidingCounts } from '../../core/weighted-votes.ts'
import { agreeing, type Locale, useLocale, wordOf } from '../locale.ts'
import { resultWords } from './result-words.ts'

type Mark = 'carried' | 'defeated' | 'other' | 'none'

// A tick, a cross, a bar and a circle, because not everyone sees the colours.
const marks: Record<Mark, string> = {
  carried: 'M2 6.5 5 9.5 10 3',
  defeated: 'M3 3l6 6M9 3l-6 6',
  other: 'M2.5 6h7',
  none: 'M6 2.5a3.5 3.5 0 1 0 .01 0z',
}

export interface ResultTagProps extends Partial<CountedMotion> {
  result: string | null
  /** The kind of the motion; `item` for an agenda item or a step of a matter. */
  kind: string | null
  /** Whether a missing result may still be published. */
  isPending?: boolean
  other_result?: string | null
  /** The question that was put; absent of what is no motion. */
  question?: Question | null
  title?: string | null
  title_from?: TitleSource
  result_note?: 'two_thirds' | null
  /** What it decided on, for a sentence of its own. */
  decided?: ReturnType<typeof thingOf>
}

/** What became of a motion; undefined of what is none. */
export function verbOf(props: ResultTagProps): VerbAndReason | undefined {
  const voted = votedOf(props)
  return voted && outcomeOfMotion(voted)
}

/** Undefined of what is no motion. */
export function votedOf(props: ResultTagProps): VotedMotion | undefined {
  const { question, title_from: from } = props
  if (question === undefined || from === undefined) return undefined
  const { kind, result, title = null, result_note = null } = props
  return {
    ...{ kind, result, title, title_from: from, question, result_note },
    ...countsOf(props),
  }
}

/** The counts of a motion, each null if it has none. */
const countsOf = (counted: Partial<CountedMotion>): CountedMotion => ({
  tally_for: counted.tally_for ?? null,
  tally_against: counted.tally_against ?? null,
  tally_weighted_for: counted.tally_weighted_for ?? null,
  tally_weighted_against: counted.tally_weighted_against ?? null,
  vote_basis: counted.vote_basis ?? null,
})

/** The result of a motion, with a mark. */
export function ResultTag(props: ResultTagProps) {
  const locale = useLocale()
  const mark = markOf(props)
  return (
    <span class={`tag ${mark}`}>
      <svg viewBox="0 0 12 12" aria-hidden="true">
        <path d={marks[mark]} />
      </svg>
      {resultText(props, locale)}
      {isContradicted(props) &&
        verbOf(props)?.verb !== 'unclear' &&
        ` (${locale.words.motion.statedBoth})`}
    </span>
  )
}

/** The result in words; notices and inquiries without a result are named by their kind. */
function resultText(props: ResultTagProps, { words }: Pick<Locale, 'words'>): string {
  const { result, kind, isPending, decided } = props
  if (decided !== undefined) return words.motion.decided(decided.thing, decided.verb)
  const voted = votedOf(props)
  const said = voted && resultWords(voted, words)
  if (said != null) return said
  if (result !== null) return wordOf(agreeing(kind, words).results, result) ?? result
  if (isUnvoted(kind)) return wordOf(words.motion.kinds, kind ?? '') ?? ''
  return isPending === true ? words.noResultYet : words.noResult
}

/** Whether motions of this kind are not put to a vote. */
export function isUnvoted(kind: string | null): boolean {
  return kind === 'notice' || kind === 'inquiry'
}

/** Whether the source states another result too, or counts from which this one cannot follow. */
export function isContradicted(motion: Omit<ResultTagProps, 'kind'>): boolean {
  const counts = decidingCounts(countsOf(motion))
  return motion.other_result != null || contradicts(motion.result, counts)
}

/** Verbs of what was neither granted nor refused, and of lost motions against something, where a cross would refuse it. */
const isNeither: ReadonlySet<OutcomeVerb> = new Set<OutcomeVerb>([
  ...([
    'received',
    'filed',
    'referred',
    'deferred',
    'withdrawn',
    'reconsidered',
    'called_up',
  ] as const),
  ...(['unclear', 'refusal_lost', 'filing_lost', 'withdrawal_lost'] as const),
])

/** The mark of what became of a motion, which follows from the question as its words do. */
export function markOf(props: ResultTagProps): Mark {
  const { result, kind } = props
  if (result === null) return isUnvoted(kind) ? 'other' : 'none'
  if (isContradicted(props)) return 'other'
  const voted = votedOf(props)
  const verb = voted && outcomeOfMotion(voted).verb
  if (verb != null && isNeither.has(verb)) return 'other'
  if (voted === undefined ? isDefeated(result) : isDefeatedMotion(voted)) return 'defeated'
  return isCarried(result) ? 'carried' : 'other'
}

/** Whether a meeting was called off or is still to come; nothing after it took place. */
export function StatusTag({ status }: { status: string }) {
  const { words } = useLocale()
  const text = wordOf(words.statuses, status)
  if (text === undefined) return null
  return <span class={isCalledOff(status) ? 'label strong' : 'label'}>{text}</span>
}
