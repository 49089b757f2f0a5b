import type { Act } from './words.ts'

/** What was put to the vote, where that was a plain question about the thing itself. */
export type Question =
  | Exclude<Act, 'repeal' | 'recommend'>
  | 'recommendation'
  | 'approve_amended'
  | 'recommendation_amended'
  | 'call_up'
  | 'notice'
  | 'inquiry'
  | 'unclear'
  // What the title says, which is a refusal itself.
  | 'stated'

/** The questions whose yes approves the thing itself. */
export const approvals = ['approve', 'approve_amended'] as const satisfies readonly Question[]

/** The questions after which the thing itself is still to be decided. */
export const puttingOff = [
  'refer',
  'defer',
  'reconsider',
  'call_up',
] as const satisfies readonly Question[]

/** The question that a verb puts; undefined for those that say nothing without their object. */
export const questionOfAct = (act: Act | undefined): Question | undefined =>
  act === 'repeal' || act === 'recommend' ? undefined : act

const amended =
  /\bas (?:further )?(?:amended|modified)\b|\bwith (?:\w+ )?(?:amendments?|modifications?|changes)\b|\btel(?:le)?s? que? (?:modifi|amend)|\bavec (?:\p{L}+ )?modifications?\b/iu

export const saysAmended = (text: string): boolean => amended.test(text)

/** "Accepted as information" approves nothing. */
const informed =
  /\b(?:as|for) (?:your |the |council['’]s )?information\b|à titre d['’]information|pour information/iu

/** The question in a text that puts the thing for information only, as it was amended, or with changes. */
export function asAmended(question: Question | null, text: string): Question | null {
  if (question !== 'approve' && question !== 'recommendation') return question
  if (question === 'approve' && informed.test(text)) return 'receive'
  return amended.test(text) ? `${question}_amended` : question
}
