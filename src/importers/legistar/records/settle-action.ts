import { isCarried, isDefeated, type Outcome } from '../../../core/carried-results.ts'
import { classifyAction } from '../../kit/action-classification.ts'
import type { Action } from '../model.ts'

interface Step<A> {
  action: A
  bodyName: string | null
  /** Of the matter. */
  status: string | null
}

const results: Readonly<Record<Outcome, string>> = { carried: 'Carried', defeated: 'Defeated' }
const lost =
  /^(?:P-C Item )?(?:(?:motion|vote)(?: to .*)? )?(?:defeated|failed|lost|not (?:approved|adopted|carried|passed))\b/i
// "A motion was made that this Resolution be Approved by Committee failed by Roll Call."
const byVote =
  /\b(approved|adopted|carried|passed|failed|defeated|lost|rejected) by (?:the following vote|(?:an? |the )?(?:[a-z]+ )?(?:roll[ -]?call|voice|show of hands))/gi
// "This Introduction was Approved by Committee": what happened, not what was moved.
const happened = /^(?:this|the) [\p{L} ]{1,40}? was (?:P-C Item )?(approved|adopted|defeated)\b/iu
// Not "Failed (end of session)".
const decided = /\b(?:by|motion|vote)\b/i
// "The motion did not carry": of several such sentences, the last.
const fate =
  /(?:^|[.;:] )(?:the|this) (?:motion|vote|question|resolution|ordinance|item|bill|matter|introduction|by-?law)(?: to \w+)? (?:(?:was|were|has|had) )?(not (?:adopted|approved|carried|passed)|lost|failed|defeated|did not (?:carry|pass|prevail)|carried|passed|prevailed)\b/gi
const tooFew =
  /\b(?:did not|failed to) (?:receiv|obtain|get|reach)(?:e|ed)?\b.{0,60}(?:2\/3|two[ -]thirds|majority|votes)|(?:2\/3|two[ -]thirds|majority|votes) (?:\w+ )?(?:was|were) not (?:received|obtained|reached|achieved)\b/i
const finished = /^(?:adopted|approved|enacted|passed)\b/i

/**
 * An action with the result that its own words state. One flag is all that Legistar has for a result: it is missing where
 * council adopted a matter by voice, and says "Pass" of steps that are named Defeated. What contradicts the flag is kept
 * beside the result.
 */
export function settleAction<A extends Action>({ action, bodyName, status }: Step<A>): A {
  const { result } = action
  if (result === null) {
    const outcome = outcomeWithoutFlag(action, bodyName, status)
    return outcome === null ? action : { ...action, result: results[outcome] }
  }
  // The flag is that of a majority, which was not enough.
  if (lacksMajority(action)) return { ...action, result: results.defeated }
  const flag = isCarried(result) ? 'carried' : isDefeated(result) ? 'defeated' : null
  const stated = outcomeIn(action)
  if (flag === null || stated === null || stated === flag) return action
  // That a motion to approve was lost is said by its flag alone.
  const decides = stated === 'defeated' ? stated : flag
  const other = decides === flag ? stated : flag
  return { ...action, result: results[decides], otherResult: results[other] }
}

function outcomeWithoutFlag(
  action: Action,
  body: string | null,
  status: string | null,
): Outcome | null {
  const name = action.name ?? ''
  if (lost.test(name) && decided.test(name)) return 'defeated'
  return isPassage(action, body) && finished.test(status ?? '') ? 'carried' : null
}

/** Whether council itself passed the matter, by the name of the step. */
function isPassage({ name }: Action, body: string | null): boolean {
  return (
    name !== null && classifyAction({ description: name, body, result: null }).includes('passage')
  )
}

/** Whether the source says that a larger majority was needed and not reached. */
const lacksMajority = ({ text, note }: Action): boolean =>
  [text, note].some((said) => tooFewOf(said)?.match(/2\/3|two[ -]thirds/i) != null)

const tooFewOf = (said: string | null) => tooFew.exec((said ?? '').replace(/\s+/g, ' '))?.[0]

/** What the words of an action say became of it; null if they do not, or say only what was moved. */
function outcomeIn({ name, text, note }: Action): Outcome | null {
  if (lost.test(name ?? '')) return 'defeated'
  const sentence = (text ?? '').replace(/\s+/g, ' ')
  if (tooFewOf(text) !== undefined || tooFewOf(note) !== undefined) return 'defeated'
  const word =
    [...sentence.matchAll(fate)].at(-1)?.[1] ??
    [...sentence.matchAll(byVote)].at(-1)?.[1] ??
    happened.exec(sentence)?.[1]
  if (word === undefined) return null
  return isCarried(word) ? 'carried' : 'defeated'
}
