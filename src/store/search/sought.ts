import { foldText } from '../../core/fold.ts'
import type { SearchTerm } from './search-term.ts'
import { meaningsOf, soughtStems, stemsOf } from './stems.ts'
import { joints, type Word, wordsOf } from './words.ts'

/** Finds the words of a query in texts, in any inflection and spelling. */
export interface SoughtWords {
  /** How many different words are sought. */
  size: number
  /** The sought word that this word is a form of. */
  termOf(word: Word): string | undefined
  /** Index of the first word sought in a text, or -1. */
  firstIndexIn(text: string): number
}

// Longer than the part of any indexed word on one side of a match.
const around = 70
// A text with more beginnings of words than this shows its start.
const candidatesMax = 200

export function soughtIn(terms: readonly SearchTerm[]): SoughtWords {
  const parts = [...new Set(terms.flatMap((term) => [...term.parts, term.joined ?? []].flat()))]
  const partOfStem = new Map(parts.flatMap((part) => soughtStems(part).map((stem) => [stem, part])))
  const termOf = ({ parts: own, joined }: Word) => {
    for (const part of joined === undefined ? own : [...own, joined])
      for (const stem of stemsOf(part)) {
        const sought = partOfStem.get(stem)
        if (sought !== undefined) return sought
      }
    return undefined
  }
  const beginnings = new RegExp(parts.flatMap(meaningsOf).map(beginningOf).join('|'), 'giu')
  /** Where the word around an index starts, if it is sought. */
  const soughtAround = (text: string, index: number): number | undefined => {
    const from = Math.max(0, index - around)
    for (const word of wordsOf(text.slice(from, index + around)))
      if (from + word.end > index) return termOf(word) === undefined ? undefined : from + word.start
    return undefined
  }
  const firstIndexIn = (text: string) => {
    let candidates = 0
    for (const { index } of text.matchAll(beginnings)) {
      const found = soughtAround(text, index)
      if (found !== undefined) return found
      candidates += 1
      if (candidates > candidatesMax) break
    }
    return -1
  }
  return { size: new Set(terms.flatMap((term) => term.parts)).size, termOf, firstIndexIn }
}

// A stem can differ in its last letter from what the forms of a word share, as in "pony" and "ponies".
const differing = 1
const lettersMin = 2

/** A pattern for the letters with which every form of a word begins. */
function beginningOf(part: string): string {
  if (/^\d/.test(part)) return spelled(part)
  // "by law" is a spelling of bylaw.
  if (/^bylaws?$/.test(part)) return spelled('by')
  const shared = Math.min(...stemsOf(part).map((stem) => sharedLength(part, stem.replace('~', ''))))
  return spelled([...part].slice(0, Math.max(lettersMin, shared - differing)).join(''))
}

function sharedLength(one: string, other: string): number {
  let length = 0
  while (length < one.length && one[length] === other[length]) length += 1
  return length
}

/** The letters of a text that are folded to one or two others; the pattern ignores case. */
const unfolded = new Map<string, string>()
// The blocks of Latin letters.
for (const [first, last] of [
  [0xc0, 0x2af],
  [0x1e00, 0x1eff],
  [0x2c60, 0x2c7f],
] as const)
  for (let code = first; code <= last; code += 1) {
    const letter = String.fromCharCode(code)
    const folded = foldText(letter)
    // A beginning can end within a ligature.
    for (const base of folded === letter ? [] : new Set([folded, folded.slice(0, 1)]))
      unfolded.set(base, `${unfolded.get(base) ?? ''}${letter}`)
  }

// "coop" is a spelling of co-op, and 2026155 of 2026-0155; letters that are folded to nothing can be anywhere.
const separator = `(?:[${joints}]0*|[${unfolded.get('')}]\\p{M}*)*`
const ligatures = [...unfolded.keys()].filter((base) => /^\p{L}{2}$/u.test(base))
const piece = new RegExp(`${ligatures.join('|')}|.`, 'gsu')

function spelled(letters: string): string {
  const pieces = letters.match(piece) ?? []
  return pieces
    .map((letter) => {
      const apart = [...letter].map(spelledLetter).join(separator)
      return ligatures.includes(letter) ? `(?:${apart}|[${unfolded.get(letter)}])` : apart
    })
    .join(separator)
}

const spelledLetter = (letter: string): string => `[${letter}${unfolded.get(letter) ?? ''}]\\p{M}*`
