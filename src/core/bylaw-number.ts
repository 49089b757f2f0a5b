const bylawWords =
  'local laws?|by[ -]?laws?|ordinances?|reglements?(?: municipa(?:l|ux))?|arretes?(?: municipa(?:l|ux))?'
const bylawWord = new RegExp(`\\b(?:${bylawWords})\\b`, 'g')
const recordWords =
  'reports?|rapports?|files?|dossiers?|matters?|items?|points?|motions?|resolutions?'
const numberWords = '(?:no|nos|num|number|numero|n°|#)(?!\\p{L})\\.?'
/** Words before a number: "the by-law no.", "règlement de zonage n°", "report". */
const label = new RegExp(
  `^[^\\p{L}\\p{N}#]*(?:(?:[\\p{L}' -]+ )?(?<bylaw>${bylawWords})(?!\\p{L})(?:[\\p{L}' -]+(?= ${numberWords}))?|(?:(?:the|le|la) )?(?:${recordWords})(?!\\p{L}))?[ :-]*(?:${numberWords})?[ :-]*(?=.*\\d)`,
  'u',
)
/** R.V.Q. is one group. */
const abbreviation = /(?<!\p{L})\p{L}(?:\. ?\p{L}(?!\p{L}))+/gu
const commas = /(?<![\d./])\d{1,3}(?:,\d{3})+(?!\d)/g
const spaces = /(?<![\d./]|\d[ -])\d{1,3}(?: \d{3})+(?! ?\d)/g

// No number is longer.
const readMax = 200

export interface RecordNumber {
  /** The number without words before it. */
  number: string
  /** Whether one of these words is there, or nothing but the number. */
  isAlone: boolean
  isBylaw: boolean
}

/** The number in a folded text that is nothing else, as in "by-law no. 2026-7"; undefined without a digit. */
export function recordNumberIn(text: string): RecordNumber | undefined {
  const match = label.exec(text.slice(0, readMax))
  if (match === null) return undefined
  const number = text.slice(match[0].length)
  const isAlone = match[0] !== '' || /^\d/.test(number)
  return { number, isAlone, isBylaw: match.groups?.bylaw !== undefined }
}

/** Letters and digits of a folded number without leading zeros and words for by-law, a space around each group: ` 2026 7 `. */
export const numberGroups = (text: string): string => groupsOf(text, withoutSpaces)

/** The same of a number as typed, whose space may also separate groups: ` 15200 ` and ` 15 200 `. */
export const typedNumberGroups = (text: string): string[] => [
  ...new Set([groupsOf(text, withoutSpaces), groupsOf(text, (number) => number)]),
]

const withoutSpaces = (text: string): string =>
  text.replace(spaces, (number) => number.replaceAll(' ', ''))

function groupsOf(text: string, join: (number: string) => string): string {
  const number = (recordNumberIn(text)?.number ?? text)
    .replace(/\s+/g, ' ')
    .replace(abbreviation, (letters) => letters.replace(/[. ]/g, ''))
    .replace(commas, (digits) => digits.replaceAll(',', ''))
  const groups = join(number).match(/\d+|\p{L}+/gu) ?? []
  return [' ', ...groups.map((group) => `${group.replace(/^0+(?=\d)/, '')} `)].join('')
}

/** Whether groups name a by-law also as part of its number: 2026-155 that of 2026-155A, and 3456 that of RVQ 3456. */
export function isTellingPart(groups: string): boolean {
  const [first = '', ...others] = groups.trim().split(' ')
  return others.length > 0 || (/^\d{4,}$/.test(first) && !/^(?:19|20)\d\d$/.test(first))
}

/** The words of a folded text without those for "by-law", which most by-laws have in their title. */
export function titleWords(text: string): string[] {
  const others = text.replace(bylawWord, ' ')
  return others.match(/[\p{L}\p{N}]+/gu) ?? []
}

const namedBylaw =
  /\b(?:by[ -]?laws?|r[eè]glements?(?: municipa(?:l|ux))?)(?:,? (?:no\.?|nos\.?|number|num[eé]ro|n[°º]|#))? ?#?((?:\p{Lu}{1,4}[-./ ]?)?\d[\p{L}\d]*(?:[-/.]\p{L}?\d[\p{L}\d]*)*)/giu

/** The numbers after words for by-law in a text, as written. */
export const bylawNumbersIn = (text: string): string[] =>
  [...text.matchAll(namedBylaw)].map(([, number = '']) => number)
