import { nameOf, type SearchTerm } from './search-term.ts'
import { stemsOf } from './stems.ts'
import { synonymsOf } from './synonyms.ts'
import { positionOf, type Word, wordsOf } from './words.ts'

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
  // A stem begins like its word, which spares most words from being stemmed.
  const firsts = new Set(Array.from(partOfStem.keys(), (stem) => stem.replace('~', '')[0]))
  const soughtAs = (part: string) =>
    firsts.has(part[0])
      ? stemsOf(part)
          .map((stem) => partOfStem.get(stem))
          .find((sought) => sought !== undefined)
      : undefined
  const termOf = ({ parts: own, joined }: Word) => {
    for (const part of own) {
      const sought = soughtAs(part)
      if (sought !== undefined) return sought
    }
    return joined === undefined ? undefined : soughtAs(joined)
  }
  const firstIndexIn = (text: string) =>
    positionOf(text.slice(0, charactersRead), (word) => termOf(word) !== undefined)
  const rangesIn = (text: string) =>
    Array.from(wordsOf(text.slice(0, charactersRead)))
      .filter((word) => termOf(word) !== undefined)
      .map(({ start, end }): [number, number] => [start, end])
  const size = new Set(terms.flatMap((term) => term.parts)).size
  return { size, termOf, firstIndexIn, rangesIn }
}
