import { announcing, isInside } from './clauses.ts'
import { isDecidingVerb } from './deciding-verbs.ts'
import { withoutDangling, withoutEnd } from './operative-clause.ts'
import { mainVerb, wordsIn } from './words.ts'

// In characters: of a heading; of one that must not be cut, because a part of it says something else.
export const [headingLength, wholeLength] = [240, 300]
/** A shorter beginning says too little. */
const leastLength = 40

export const trimmed = (text: string): string => {
  const line = withoutEnd(text.trim(), ' ,;:.–-').replace(
    conjunctions,
    (word, at: number, whole: string) =>
      /[.!?] $/.test(whole.slice(0, at))
        ? `${word.slice(0, 1)}${word.slice(1).toLowerCase()}`
        : word.toLowerCase(),
  )
  return `${line.slice(0, 1).toUpperCase()}${line.slice(1)}`
}
/** In capitals where a source begins each clause with them. */
const conjunctions = /\b(?:THAT|QUE|QU(?=['’]))(?![\p{L}])/gu

/** The mark of the first entry of a list. */
const firstMark = /[\s,:;]*(?:(?<![\p{L}\d)])\((?:a|i|1)\)|(?<=[:;,]\s*)(?:[aA1]\)|1\.))\s*/u

export const hasList = (clause: string): boolean => firstMark.test(clause)

/** A clause up to the list that it announces, of which a part would say something else. */
export function beforeList(clause: string): string | null {
  const before = clause.slice(0, clause.search(firstMark))
  const isEnd = /^[:;,]/.test(clause.slice(before.length))
  return beginningOf(clause, isEnd ? before : before.slice(0, Math.max(0, before.lastIndexOf(','))))
}

/** The beginning of a clause; null if it does not say what is done, or what is cut off limits or completes it. */
export function beginningOf(clause: string, part: string): string | null {
  const line = trimmed(part)
  const beginning = trimmed(withoutDangling(line))
  const words = wordsIn(beginning)
  const isStated =
    beginning.length >= leastLength &&
    (mainVerb(words) !== undefined || words.some(({ word }) => isPredicate(word)))
  const rest = clause.slice(beginning.length)
  const isWhole =
    !announcing.test(beginning) &&
    !listedBelow.test(beginning) &&
    !lacksVerb(beginning, rest) &&
    !isInside(beginning) &&
    !leading.test(line) &&
    !limiting.test(`${beginning.slice(lastJoint(beginning))} ${rest}`)
  return isStated && isWhole ? beginning : null
}
/** "Approve that By-law 12, as amended", whose verb is cut off: "is further amended". */
const lacksVerb = (beginning: string, rest: string): boolean =>
  /^[\s,]*(?:is|are|was|were|be|has|have|shall|will|must|may|soit|soient|est|sont)\b/iu.test(
    rest,
  ) && /\S (?:that|que)\b/iu.test(beginning)

/** Where the last words begin: after the last comma, or that number of characters before the end. */
const lastJoint = (text: string) =>
  Math.min(
    Math.max(text.lastIndexOf(','), text.lastIndexOf(';'), 0) || text.length,
    text.length - endLength,
  )
const endLength = 15
const listedBelow = /\b(?:named|listed) below\b/iu
/** A preposition at the end, whose object is cut off. */
const leading =
  /\b(?:to|of|for|from|by|with|on|de|du|des|à|aux?|par|pour|sur)(?: the following(?: \w+)?)?$/iu
const limiting =
  /\b(?:provided|except|exceptions?|other than|excluding|unless|subject to|conditional|on condition|sauf|pourvu|à condition|sous réserve|à l['’]exception|only if|until)(?![\p{L}])/iu

const auxiliaries = new Set(['be', 'shall', 'will', 'must', 'may', 'soit', 'soient'])
const isPredicate = (word: string) => auxiliaries.has(word) || isDecidingVerb(word)

/** Why something is done, what for, or how. */
const reason =
  /,? (?:because|so that|so as to|in order to|with a view to|afin qu['’]?e?|afin d['’]?e?|parce qu['’]?e?|pour que)(?![\p{L}]).*$|, (?:being|having)\b.*$|, to (?:provide|ensure|allow|permit|enable|reflect|support|maintain)\b[^,;]*$|,? by \p{L}+ing\b.*$/iu

/** Ends of a clause that can go without changing what it says: a reason, a reference, examples, a list, its last predicate. */
const optional = [
  reason,
  /,? (?:as (?:outlined|set out|described|detailed|shown|contained) (?:in|on)|pursuant to|in accordance with|conform[ée]ment (?:à|aux?)|tel(?:le)?s? qu)\b[^,]*$/iu,
  /,? (?:including|namely|such as|notamment|dont)\b.*$/iu,
  /,? (?:that|which|qui) (?:\p{L}+ ){1,4}(?:the following|as follows|ce qui suit|comme suit)(?: [\p{L}-]+){0,3}\s*:.*$/iu,
  /:(?:\s|(?=\p{Lu})).*$/u,
  /,? and (?:be|to be|report|bring)\b[^,]*$/iu,
]

export function withoutReason(clause: string): string | null {
  const rest = beginningOf(clause, clause.replace(reason, ''))
  return rest !== null && rest.length <= headingLength ? rest : null
}

/** The beginning of a clause that is too long, without ends that can go; null if none makes it short enough. */
export function shorter(clause: string): string | null {
  const before = hasList(clause) ? beforeList(clause) : null
  if (before !== null && before.length <= headingLength) return before
  let rest = clause
  for (const end of optional) {
    const cut = end.test(rest) ? beginningOf(clause, rest.replace(end, '')) : null
    if (cut === null) continue
    rest = cut
    if (rest.length <= headingLength) return rest
  }
  return null
}
