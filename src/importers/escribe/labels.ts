import { cleanLine } from '../kit/clean-text.ts'
import { findVoteValue, toVote, type Vote } from '../kit/vocabulary.ts'

// The words of all known portals, in lower case. Words that are not here are kept as they are written and reported.

// In a roll call of this product a conflict alone is one of interest.
const conflict = /^(?:conflicts?|conflits?)$/i

const present = [
  ...['present', 'council', 'in attendance', 'roll call'],
  ...['présents', 'présent', 'présences', 'sont présents'],
]
const absent = [
  ...['absent', 'regrets', 'absences', 'members regrets', 'absent/regrets'],
  ...['absents', 'excusés', 'excusé'],
]
// Those of a body, as in "Voting members present"; directors are also heads of departments.
const bodies =
  '(?:(?:voting|elected|council|committee|commission|board|electoral area|municipal) )*'
const seats =
  'members|councillors|council ?members|trustees|commissioners|membres|conseill(?:ers|ères)|commissaires'
const members = new RegExp(
  `^${bodies}(?:${seats}|(?<=electoral area |municipal )directors)(?: (?:(present|in attendance|présente?s)|(absent|absente?s)))?$`,
)
const directors = /^(?:board of )?directors(?: (?:present|in attendance))?$/
// People who are not members of the body.
const others = [
  ...['staff', 'staff present', 'also present', 'others present', 'guests', 'others', 'officials'],
  ...['city staff', 'town staff', 'non-voting members', 'resource staff', 'administration'],
  ...['personnel', 'aussi présents', 'également présents', 'autres présents', 'invités'],
]
const attendance = new Map<string, 'present' | 'absent' | 'other'>([
  ...present.map((word) => [word, 'present'] as const),
  ...absent.map((word) => [word, 'absent'] as const),
  ...others.map((word) => [word, 'other'] as const),
])

const mover =
  /^(?:(?:motion )?(?:made|moved) by|mover|proposée? par|présentée? par|proposeure?)\s*:?\s*/iu
const seconder = /^(?:seconded by|seconder|appuyée? par|appuyeure?)\s*:?\s*/iu
const number =
  /^(?:(?:motion|resolution|by-?law|decision)(?: (?:no|number|#))?\.?|n[ᵒo°] de (?:la )?(?:motion|résolution)|résolution|motion n[ᵒo°])\s*[:#]?\s*(?=\S*\d)/iu
const recommendation = /recomm[ae]nd/i
const noMeeting = /^(?:circulation list|(?:mock|test|demo) meeting|demo)\b/i

/** The vote for a label without its count; `isKnown` is false for a word that says no vote. */
export function voteOf(label: string): Vote & { isKnown: boolean } {
  if (conflict.test(label)) return { value: 'Recused', reason: label, isKnown: true }
  return { ...toVote(label), isKnown: findVoteValue(label) !== undefined }
}

/** Whom a list in the head of minutes names, beside those of other labels; undefined for an unknown label. */
export function attendanceOf(
  label: string,
  others: readonly string[] = [],
): 'present' | 'absent' | 'other' | undefined {
  const words = label.replace(/\s*:\s*$/, '').toLowerCase()
  const alone = attendance.get(words)
  if (alone !== undefined) return alone
  const [seated, , away] = members.exec(words) ?? []
  if (seated !== undefined) return away === undefined ? 'present' : 'absent'
  // Members of a regional board, where no other list is of members.
  const isBoard = directors.test(words) && others.every((one) => attendanceOf(one) !== 'present')
  return isBoard ? 'present' : undefined
}

/** A label splits into words and their count: `For (12)`, `In Favour: (10)`. */
export function countIn(label: string): { words: string; count: number | null } {
  const [, text = label, count] = /^(.*?)\s*:?\s*\((\d{1,4})\)\s*:?$/s.exec(label) ?? []
  return { words: text.replace(/\s*:\s*$/, ''), count: count === undefined ? null : Number(count) }
}

/** Whether a label says that its text is what somebody recommends, which is not a motion. */
export function isRecommendation(label: string | null): boolean {
  return recommendation.test(label ?? '')
}

/** Whether an entry of the calendar is a list of papers or a trial of the portal. */
export function isNotMeeting(name: string | null): boolean {
  return noMeeting.test(name ?? '')
}

/** The name or number after a label that is part of the same text: `Moved By A. Lee`. */
export function withoutLabel(text: string | null, kind: 'mover' | 'seconder' | 'number') {
  return cleanLine(text?.replace({ mover, seconder, number }[kind], ''))
}
