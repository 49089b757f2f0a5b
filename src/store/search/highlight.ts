import type { QueryTerm } from './query-terms.ts'
import { stemsOf } from './stems.ts'
import { synonymsOf } from './synonyms.ts'
import { type Word, wordsOf } from './words.ts'

/** Finds the terms of a query in texts, in any inflection and spelling, and their synonyms. */
export interface Highlighter {
  /** The start and the end of each word that is found. */
  rangesIn(text: string): [start: number, end: number][]
  /** The best passage; of the title, if only the title matches. `…` marks a cut. */
  snippetOf(title: string, body: string): string
}

// A match beyond them shows the start of the text; reading more would delay other searches.
const charactersRead = 20_000
const snippetWords = 32
const lead = 6
// Characters read before and after the first match, so that long documents cost no more than short ones.
const before = 160
const beyond = 3000
// Length of a snippet without words.
const charactersMax = 200

export function highlighterOf(terms: readonly QueryTerm[]): Highlighter {
  const termOf = termFinder(terms)
  const firstIndexIn = (text: string) => {
    for (const word of wordsOf(text.slice(0, charactersRead)))
      if (termOf(word) !== undefined) return word.start
    return -1
  }
  return {
    rangesIn: (text) =>
      Array.from(wordsOf(text.slice(0, charactersRead)))
        .filter((word) => termOf(word) !== undefined)
        .map(({ start, end }) => [start, end]),
    snippetOf(title, body) {
      const first = firstIndexIn(body)
      return first < 0
        ? passageOf(title, firstIndexIn(title), termOf)
        : passageOf(body, first, termOf)
    },
  }
}

type TermFinder = (word: Word) => string | undefined

/** Tells which term a word is a form or a synonym of. */
function termFinder(terms: readonly QueryTerm[]): TermFinder {
  const termOfStem = new Map<string, string>()
  const add = (word: string, term: string) => {
    for (const stem of stemsOf(word)) if (!termOfStem.has(stem)) termOfStem.set(stem, term)
  }
  for (const { parts, joined } of terms)
    for (const part of joined === undefined ? parts : [...parts, joined]) add(part, part)
  for (const [at, synonyms] of synonymsOf(terms).entries())
    for (const word of synonyms.flat()) add(word, terms[at]?.parts[0] ?? word)
  // A stem begins like its word, which spares most words from being stemmed.
  const firsts = new Set(Array.from(termOfStem.keys(), (stem) => stem.replace('~', '')[0]))
  return ({ parts, joined }) => {
    const forms = joined === undefined ? parts : [...parts, joined]
    const stems = forms.filter((form) => firsts.has(form[0])).flatMap(stemsOf)
    return termOfStem.get(stems.find((stem) => termOfStem.has(stem)) ?? '')
  }
}

/** The passage with the most distinct terms, within 3,000 characters of the first match. */
function passageOf(text: string, first: number, termOf: TermFinder): string {
  const from = Math.max(0, first - before)
  const end = Math.min(text.length, Math.max(0, first) + beyond)
  const isWhole = (word: { start: number; end: number }) =>
    (from === 0 || word.start > 0) && (end === text.length || word.end < end - from)
  const words = Array.from(wordsOf(text.slice(from, end))).filter(isWhole)
  const opening = Math.max(0, bestStart(words.map(termOf)) - lead)
  const shown = words.slice(opening, opening + snippetWords)
  const isCut = opening + snippetWords < words.length || end < text.length
  const begin = from + (shown[0]?.start ?? 0)
  const last = shown.at(-1)
  const cutAt = last === undefined ? begin + charactersMax : from + last.end
  const passage = isCut ? text.slice(begin, cutAt) : text.slice(begin)
  return `${from + opening === 0 ? '' : '…'}${passage}${isCut ? '…' : ''}`
}

/** Start of the first window with the most distinct terms. */
function bestStart(terms: readonly (string | undefined)[]): number {
  let best = { start: 0, count: 0 }
  for (const [start, term] of terms.entries()) {
    if (term === undefined) continue
    const inside = new Set(terms.slice(start, start + snippetWords - lead))
    inside.delete(undefined)
    if (inside.size > best.count) best = { start, count: inside.size }
  }
  return best.start
}
