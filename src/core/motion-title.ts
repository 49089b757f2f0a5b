import { isDefeated } from './carried-results.ts'
import { beginsWithRecital, operativeClauseOf, toTitle } from './operative-clause.ts'

/** What a record says of a motion that names it. */
export interface NamedMotion {
  kind: string | null
  text: string | null
  result: string | null
  summary?: string | null
  identifier?: string | null
}

/** The words of a title that the record does not give. */
export interface MotionTitleWords {
  kinds: Readonly<Record<string, string>>
  named: (kind: string, identifier: string) => string
  recommendations: Readonly<Record<'committee' | 'report', string>>
  textMissing: (name: string) => string
  textUnclear: (name: string) => string
}

const [missing, unclear] = ['(text not in the source)', '(see its text)'] as const

/** An English title without the note that the text is missing or unclear, which is no word of the record. */
export const withoutNote = (title: string): string =>
  [missing, unclear].reduce((rest, note) => rest.replace(` ${note}`, ''), title)

export const englishMotionTitles = {
  kinds: {
    motion: 'Motion',
    amendment: 'Amendment',
    procedural: 'Procedural motion',
    notice: 'Notice of motion',
    inquiry: 'Inquiry',
    election: 'Election',
  },
  named: (kind: string, identifier: string) => `${kind} ${identifier}`,
  recommendations: {
    committee: 'Committee recommendation',
    report: 'Report recommendation',
  },
  textMissing: (name: string) => `${name} ${missing}`,
  textUnclear: (name: string) => `${name} ${unclear}`,
} satisfies MotionTitleWords

/**
 * A motion by what it does, in at most 140 characters, and never by its agenda item, which it may reject. If its text
 * does not say it with certainty, by its summary, or else by its kind and number, which say so.
 */
export function titleOfMotion(
  motion: NamedMotion,
  words: MotionTitleWords = englishMotionTitles,
): string {
  if (isRestated(motion)) return toTitle(motion.summary) ?? nameOfMotion(motion, words)
  const { title, isComplete, recommendation } = operativeClauseOf(motion.text)
  const stated = title ?? toTitle(motion.summary ?? '')
  if (stated !== null) return stated
  if (isItsOwnTitle(motion)) return toTitle(motion.text ?? '') ?? nameOfMotion(motion, words)
  const name =
    recommendation === null ? nameOfMotion(motion, words) : words.recommendations[recommendation]
  // An election has no other words.
  if (motion.kind === 'election') return name
  return toTitle((isComplete ? words.textUnclear : words.textMissing)(name)) ?? name
}

/**
 * Whether the summary names another action than the sentence that Legistar begins a text with: it says "that this
 * Application be Approved" of one that the council disapproved, or whose veto it overrode. Of a resolution the
 * sentence is right: one that disapproves an application is itself approved. A motion that was lost is what it asked
 * for: "Failed", defeated, would say the opposite.
 */
function isRestated<M extends NamedMotion>(motion: M): motion is M & { summary: string } {
  const { text, summary, result } = motion
  if (!text?.startsWith('A motion was made that this ') || isDefeated(result)) return false
  const sentence = spaced(operativeClauseOf(text).title)
  const step = spaced(summary)
  if (!sentence.startsWith(' that this ') || step.trim() === '') return false
  const isDisapproval = step.startsWith(' disapproved ')
  if (isDisapproval && sentence.startsWith(' that this resolution be ')) return false
  return !sentence.includes(step)
}

/** The words of a text between spaces, because "disapproved" contains "approved". */
const spaced = (text: string | null | undefined): string =>
  ` ${(text?.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []).join(' ')} `

/** Whether a text decides nothing, so that its beginning says what it is: a question, or what somebody will move. */
const isItsOwnTitle = ({ kind, text }: NamedMotion) =>
  (kind === 'inquiry' || kind === 'notice') && text?.trim() && !beginsWithRecital(text)

/** Amendment, or Motion 2026-78-05. */
export function nameOfMotion(
  { kind, identifier }: Pick<NamedMotion, 'kind' | 'identifier'>,
  words: Pick<MotionTitleWords, 'kinds' | 'named'>,
): string {
  const { kinds } = words
  const name = kinds[kind !== null && Object.hasOwn(kinds, kind) ? kind : 'motion'] ?? ''
  return identifier == null ? name : words.named(name, identifier)
}
