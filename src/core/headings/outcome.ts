import { isReceived, type Outcome, outcomeOf } from '../carried-results.ts'
import { type CountedMotion, decidingCounts } from '../weighted-votes.ts'
import type { TitleSource } from './heading.ts'
import type { Question } from './question.ts'

/** The verb of each question if it carried, and if it was lost. */
const ofQuestions = {
  approve: ['approved', 'lost'],
  approve_amended: ['approved_as_amended', 'lost'],
  recommendation: ['recommendation_adopted', 'recommendation_lost'],
  recommendation_amended: ['recommendation_adopted_as_amended', 'recommendation_lost'],
  refuse: ['refused', 'refusal_lost'],
  disapprove: ['disapproved', 'refusal_lost'],
  receive: ['received', 'receipt_lost'],
  file: ['filed', 'filing_lost'],
  refer: ['referred', 'referral_lost'],
  defer: ['deferred', 'deferral_lost'],
  withdraw: ['withdrawn', 'withdrawal_lost'],
  reconsider: ['reconsidered', 'reconsideration_lost'],
  call_up: ['called_up', 'call_up_lost'],
  amend: ['amendment_carried', 'amendment_lost'],
  override: ['veto_overridden', 'veto_stands'],
  procedural: ['carried', 'defeated'],
  stated: ['carried', 'defeated'],
} as const

/** Of a motion whose title is only what it is on. */
const onSubject = ['motion_carried', 'motion_lost'] as const

type Verb =
  | (typeof ofQuestions)[keyof typeof ofQuestions][number]
  | (typeof onSubject)[number]
  | 'not_voted'
  | 'asked'
  | 'unclear'
  | 'other'
export type OutcomeVerb = Verb

/** All verbs, for the schema of the API. */
export const outcomeVerbs: readonly Verb[] = [
  ...new Set<Verb>([...Object.values(ofQuestions).flat(), ...onSubject]),
  ...(['not_voted', 'asked', 'unclear', 'other'] as const),
]

/** All questions. */
export const questions = [
  ...(Object.keys(ofQuestions) as (keyof typeof ofQuestions)[]),
  ...(['notice', 'inquiry', 'unclear'] as const),
] satisfies readonly Question[]

/**
 * The verbs of what is counted and listed as defeated: of motions that lost, whatever they asked for, and of things that were
 * turned down. What is unclear is not among them.
 */
export const defeatedVerbs: readonly Verb[] = [
  ...new Set<Verb>([
    ...Object.values(ofQuestions).map(([, lost]) => lost),
    ...(['motion_lost', 'refused', 'disapproved'] as const),
  ]),
]
const defeated: ReadonlySet<Verb | null> = new Set(defeatedVerbs)

/** The same of one motion. */
export const isDefeatedMotion = (motion: VotedMotion): boolean => defeated.has(verbOf(motion))

/** As a filter of lists has them. */
export const defeatedFilter = defeatedVerbs.join(',')

/** Why a majority was not enough, or what the source does not say. */
export const outcomeReasons = [
  'tie',
  'two_thirds',
  'majority_unknown',
  'direction_unknown',
] as const
type OutcomeReason = (typeof outcomeReasons)[number]

/** What says what became of a motion. */
export interface VotedMotion extends CountedMotion {
  kind: string | null
  title: string | null
  title_from: TitleSource
  question: Question | null
  result: string | null
  result_note: 'two_thirds' | null
}

export interface VerbAndReason {
  /** Null if no result is on record. */
  verb: Verb | null
  because: OutcomeReason | null
}

/** What became of a motion: its verb follows from the question that was put. */
export function outcomeOfMotion(motion: VotedMotion): VerbAndReason {
  const verb = verbOf(motion)
  return { verb, because: verb === null ? null : reasonOf(motion, verb) }
}

const verbOf = ({ title_from: from, question, result }: VotedMotion): Verb | null =>
  verbIn({ from, question, settled: settledIn(result) })

/** What a result says of its motion, as far as a verb follows from it; none of a motion without a result. */
export const settlements = ['none', 'carried', 'defeated', 'received', 'other'] as const
type Settlement = (typeof settlements)[number]

const settledIn = (result: string | null): Settlement => {
  if (result === null) return 'none'
  const outcome: Outcome | null = outcomeOf(result)
  return outcome ?? (isReceived(result) ? 'received' : 'other')
}

/** All that a verb follows from. */
export interface VerbSource {
  from: TitleSource
  question: Question | null
  settled: Settlement
}

export function verbIn({ from, question, settled }: VerbSource): Verb | null {
  if (settled === 'none') return unvoted[question ?? ''] ?? null
  if (question === 'unclear') return 'unclear'
  if (settled === 'received' || settled === 'other') return settled
  const [carried, lost] = pairOf(from, question)
  return settled === 'carried' ? carried : lost
}

const unvoted: Readonly<Record<string, Verb>> = { notice: 'not_voted', inquiry: 'asked' }

function pairOf(from: TitleSource, question: Question | null): readonly [Verb, Verb] {
  const isStated = from === 'summary' || from === 'clause'
  if (question === 'amend') return ofQuestions.amend
  if (isStated || question === 'notice' || question === 'inquiry' || question === 'unclear')
    return ofQuestions.stated
  if (question !== null) return ofQuestions[question]
  return from === 'subject' ? onSubject : ofQuestions.stated
}

/** An application or appeal, which staff may have advised to refuse. */
const asksFor =
  /\b(?:applications?|appeals?(?! (?:body|board|committee|court|tribunal))|refusals?|variances?|exemptions?|permits?|requests? for directions?|requests? for attendance|demandes?|appels?|dérogations?|exemptions?|permis)(?![\p{L}])/iu

/** "Refusal Report", "Decision Report – Approval": the title says what was recommended. */
const advised =
  /\b(?:refusal|approval) report\b|\breport\s*[-–—:]\s*(?:refusal|approval)\b|\brapport (?:de refus|d['’]approbation)(?![\p{L}])/iu

function reasonOf(motion: VotedMotion, verb: Verb): OutcomeReason | null {
  if (verb === 'unclear') return null
  const isRecommendation = verb.startsWith('recommendation_')
  const title = motion.title ?? ''
  const isUnsaid = isRecommendation && asksFor.test(title) && !advised.test(title)
  const direction = isUnsaid ? 'direction_unknown' : null
  return (outcomeOf(motion.result) === 'defeated' ? whyLost(motion) : null) ?? direction
}

/** Why as many as were against, or more, were not enough; a source may say so without a count. */
function whyLost(motion: VotedMotion): OutcomeReason | null {
  const { result_note } = motion
  const counts = decidingCounts(motion)
  const [inFavour, against] = [counts.for ?? 0, counts.against ?? 0]
  if (inFavour < against) return null
  if (inFavour === 0) return result_note
  return inFavour === against ? 'tie' : (result_note ?? 'majority_unknown')
}

/** What a verb says of the thing itself, in English; a yes or no is in the words of the source. */
const words: Partial<Record<Verb, string>> = {
  approved_as_amended: 'Approved as amended',
  recommendation_adopted: 'Recommendation adopted',
  recommendation_adopted_as_amended: 'Recommendation adopted as amended',
  recommendation_lost: 'Recommendation lost',
  refused: 'Refused',
  disapproved: 'Disapproved',
  received: 'Received',
  filed: 'Filed',
  referred: 'Referred',
  deferred: 'Deferred',
  withdrawn: 'Withdrawn',
  reconsidered: 'Reconsideration agreed to',
  called_up: 'Called up for review',
  veto_overridden: 'Veto overridden',
  veto_stands: 'Veto upheld',
  unclear: 'Unclear',
}

/**
 * What a motion, as the last one, says of its matter: "Refused", or null if it did not decide plainly on the matter
 * itself. A yes or no is in the words of the source.
 */
export function resultOfMatter(motion: VotedMotion): string | null {
  const { question, result } = motion
  const verb = outcomeOfMotion({ ...motion, title_from: 'subject' }).verb
  if (verb === null) return null
  if (verb === 'other') return result
  if (question === 'approve' && verb !== 'unclear') return result
  return words[verb] ?? null
}
