import { apostrophes, foldText, unseen } from '../../core/fold.ts'
import { memoize } from '../../core/memoize.ts'

/**
 * A run of letters and digits, with what is indexed for it: the parts in order ("ACS2026-0036" is acs 2026 36) and, of
 * several parts, the spelling without separators.
 */
export interface Word {
  parts: readonly string[]
  joined: string | undefined
}

/** A word with its position in the text. */
export interface TextWord extends Word {
  start: number
  end: number
}

const inRun = "a-z0-9\u0080-\uffff'-"
/** By-law in two words. */
const bylawInTwo = `(?<![${inRun}])by\\s(laws?)(?![${inRun}])`
/** 1 250, as in French: its groups, and 1250. */
export const spacedNumber = '\\d{1,3}(?:[ \u00a0\u202f]\\d{3})+(?![\\d-])'
const isSpacedNumber = new RegExp(`^${spacedNumber}$`)
// B.C., 1,250 and "by law" are one word; hyphens and apostrophes join its parts. Most words are ASCII and skip the
// slower Unicode pattern.
const runPattern = new RegExp(
  `${bylawInTwo}|(?=\\d)(?<![\\d.,-]|\\d )${spacedNumber}|${
    /(?:[a-z]\.)+(?:[a-z]\.|[a-z](?![a-z0-9\u0080-\uffff'-]))|\d{1,3}(?:,\d{3})+(?![\d-])|[a-z0-9\u0080-\uffff]+(?:['-][a-z0-9\u0080-\uffff]+)*/
      .source
  }`,
  'gi',
)
const asciiPattern = /^[\x20-\x7e]*$/
/** What joins the parts of a word, for the class of a pattern. */
const joints = `${apostrophes}\u2010\u2011-`
const letter = `[\\p{L}\\p{N}\\p{M}${unseen}]`
const wordPattern = new RegExp(`${letter}+(?:[${joints}]${letter}+)*`, 'gu')
const partPattern = /\p{Nd}+|[^\p{Nd}]+/gu
const inOneWord = /[.,]/g
const splitBylaw = /(?<![\p{L}\p{N}])by[^\p{L}\p{N}]+(?=laws?(?![\p{L}\p{N}]))/gu
const notIndexed = /[^\p{L}\p{N}]+/u
// French articles, pronouns and prepositions that are written before a vowel without their own.
const elided = new Set('l d j m t s c n qu jusqu lorsqu puisqu quoiqu'.split(' '))

const joinedPartsMax = 6
const wordLengthMax = 64
// Only the beginning of a longer word is indexed, because one character can become 18 (NFKD), and these many words.
const readLengthMax = 1000

/** The words of a text in order, without case and accents. */
export function* wordsOf(text: string): Generator<TextWord> {
  for (const { 0: run, index } of text.matchAll(runPattern))
    for (const word of wordsOfRun(run))
      yield { ...word, start: index + word.start, end: index + word.end }
}

/** Calls back for each word, without its position, which is twice as fast as `wordsOf`. */
export function forEachWord(text: string, use: (word: Word) => void): void {
  for (const run of text.match(runPattern) ?? []) for (const word of wordsOfRun(run)) use(word)
}

/** The words of a run without spaces. */
const wordsOfRun = memoize((run): readonly TextWord[] => {
  const words =
    asciiPattern.test(run) || isSpacedNumber.test(run)
      ? [wordOf(run, 0)]
      : Array.from(run.matchAll(wordPattern), ({ 0: word, index }) => wordOf(word, index))
  return words.filter(({ parts }) => parts.length > 0)
})

function wordOf(text: string, start: number): TextWord {
  const pieces = withoutGrammar(
    foldText(text.slice(0, readLengthMax).replace(inOneWord, ''))
      .replace(splitBylaw, 'by')
      .split(notIndexed)
      .filter(Boolean),
  )
  const parts = pieces.flatMap((piece) => piece.match(partPattern) ?? []).map(partOf)
  const joined = isSpacedNumber.test(text) ? partOf(pieces.join('')) : joinedOf(parts)
  return { parts, joined, start, end: start + text.length }
}

/** "l'eau" is eau, "council's" is council. */
function withoutGrammar(pieces: string[]): string[] {
  const [first = ''] = pieces
  if (pieces.length > 1 && elided.has(first)) return pieces.slice(1)
  if (pieces.length > 1 && pieces.at(-1) === 's') return pieces.slice(0, -1)
  return pieces
}

/** "0125" is 125. A letter of two code units is not cut. */
const partOf = (part: string): string =>
  part
    .replace(/^0+(?=\d)/, '')
    .slice(0, wordLengthMax)
    .replace(/\p{Surrogate}$/u, '')

function joinedOf(parts: readonly string[]): string | undefined {
  const joined = parts.join('')
  const isWord =
    parts.length > 1 && parts.length <= joinedPartsMax && joined.length <= wordLengthMax
  return isWord ? joined : undefined
}

const everyBylawInTwo = new RegExp(bylawInTwo, 'gi')

/** A query in which each by-law is one token. */
export const withBylaws = (q: string): string => q.replace(everyBylawInTwo, 'by-$1')
