import type { MotionKind } from '../../record/motions.ts'

/** What the kind of a motion depends on. */
interface MotionFacts {
  text: string | null
  result: string | null
  isSubstitute: boolean
}

/** The motions of one agenda item. */
export interface ItemMotions {
  /** The titles of the item and of those above it. */
  headings: readonly string[]
  motions: readonly MotionFacts[]
}

const noticeHeading = /^notices? of motions?\b/i
const inquiryHeading = /^inquir(?:y|ies)$/i
const procedureHeading =
  /^(?:(?:confirmation|adoption|approval) of (?:the )?(?:agenda|minutes)|adjournment|motion to introduce reports)\b/i
const procedures = [
  /\b(?:proceedings|meeting)\b[^\n]*\bbe adjourned\b|\badjourn the (?:public [a-z]+ of its )?meeting\b/i,
  /\b(?:move|proceed|resolve|go) in camera\b/i,
  /\bapprove the addition of\b[\s\S]*\bto allow for consideration\b/i,
  /\bbe deferred to the next\b/i,
]
const suspension =
  /\brules of procedure be (?:suspended|waived)\b|\b(?:suspend|waive) the rules of procedure\b/i
const substance = /^(?:that\b|whereas|(?:therefore,? )?be it\b)/i
const mainText = /^(?:[^\n]*\brecommendations? ?\(s\)[^\n]*|motion)(?:\n|$)/i
const changed = '(?:amended|revised)'
const amendment = new RegExp(
  `\\bresolved\\b[^\\n]*(?:\\bamend the (?:report|staff report|motion|recommendations?)\\b|\\bthe (?:staff )?(?:report|motion|recommendations?) be ${changed}\\b|\\b(?:draft|proposed) [^\\n.;]*\\bby[- ]?law be ${changed}\\b)`,
  'i',
)

/** The kind of each motion of an item; null where the minutes leave it open. */
export function toKinds({ headings, motions }: ItemMotions): (MotionKind | null)[] {
  const isNotice = headings.some((heading) => noticeHeading.test(heading))
  const isInquiry = headings.some((heading) => inquiryHeading.test(heading))
  const isProcedure = headings.some((heading) => procedureHeading.test(heading))
  const procedural = motions.map(({ text }) => isProcedure || isProcedural(text ?? ''))
  const others = motions.filter((_, index) => !procedural[index])
  return motions.map((motion, index) => {
    if (procedural[index]) return 'procedural'
    // Next to a motion to waive the rules, it may have been put at once.
    if (isNotice && motion.result === null)
      return others.length === motions.length ? 'notice' : null
    if (isInquiry && !substance.test(motion.text ?? '')) return 'inquiry'
    return kindOf(motion, others)
  })
}

function isProcedural(text: string): boolean {
  if (procedures.some((pattern) => pattern.test(text))) return true
  return suspension.test(text) && !/\bwhereas\b/i.test(text)
}

function kindOf(motion: MotionFacts, others: readonly MotionFacts[]): MotionKind | null {
  const text = motion.text ?? ''
  // One outcome stands for the substitution and for the substitute.
  if (motion.isSubstitute) return null
  if (mainText.test(text)) return 'motion'
  if (amendment.test(text) || isOnlyAmendment(motion, others)) return 'amendment'
  return others.length === 1 && substance.test(text) ? 'motion' : null
}

/** Whether it is the only other motion that carried on an item that carried as amended. */
function isOnlyAmendment(motion: MotionFacts, others: readonly MotionFacts[]): boolean {
  const hasAmended = others.some(({ result }) => /^carried as amended$/i.test(result ?? ''))
  const carried = others.filter(({ result }) => result === 'Carried')
  return hasAmended && motion.text !== null && carried.length === 1 && carried[0] === motion
}
