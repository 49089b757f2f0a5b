import { nameOf, type SearchTerm } from './search-term.ts'
import { stemsOf } from './stems.ts'
import { synonymsOf } from './synonyms.ts'
import { type Word, wordsOf } from './words.ts'

/** Finds the words of a query in texts, in any inflection and spelling. */
export interface SoughtWords {
  /** How many different words are sought. */
  size: number
  /** The sought word that this word is a form or a synonym of. */
  termOf(word: Word): string | undefined
  /** Index of the first word sought in a text, or -1. */
  firstIndexIn(text: string): number
  /** The start and the end of each word sought in a text. */
  rangesIn(text: string): [start: number, end: number][]
}

// A match beyond them shows the start of the text; reading more would delay other searches.
const charactersRead = 20_000

export function soughtIn(terms: readonly SearchTerm[]): SoughtWords {
  const parts = new Set(terms.flatMap((term) => [...term.parts, term.joined ?? []].flat()))
  const partOfStem = new Map<string, string>()
  const add = (word: string, part: string) => {
    for (const stem of stemsOf(word)) if (!partOfStem.has(stem)) partOfStem.set(stem, part)
  }
  for (const part of parts) add(part, part)
  const synonyms = synonymsOf(terms.map((term) => (term.isQuoted === true ? '"' : nameOf(term))))
  for (const [at, { parts: own }] of terms.entries())
    for (const word of synonyms[at]?.flat() ?? []) add(word, own[0] ?? word)
  const termOf = ({ parts: own, joined }: Word) => {
    for (const part of joined === undefined ? own : [...own, joined])
      for (const stem of stemsOf(part)) {
        const sought = partOfStem.get(stem)
        if (sought !== undefined) return sought
      }
    return undefined
  }
  const firstIndexIn = (text: string) => {
    for (const word of wordsOf(text.slice(0, charactersRead)))
      if (termOf(word) !== undefined) return word.start
    return -1
  }
  const rangesIn = (text: string) =>
    Array.from(wordsOf(text.slice(0, charactersRead)))
      .filter((word) => termOf(word) !== undefined)
      .map(({ start, end }): [number, number] => [start, end])
  const size = new Set(terms.flatMap((term) => term.parts)).size
  return { size, termOf, firstIndexIn, rangesIn }
}
