import { foldedWords } from '../../store/dialect/words.ts'

/** Each word is looked up separately in the index; no sentence of 256 characters has this many. */
export const searchWordsMax = 64

const tokenPattern = /"([^"]*)"|([^\s"]+)|"/g
const wordPattern = /[\p{L}\p{N}\p{M}]+/gu
const wordStart = /[\p{L}\p{N}]/u

/**
 * Splits a query into terms: text in double quotes is a phrase, every other word is a term. Everything else is
 * punctuation: there are no operators, so no query is a syntax error.
 */
export function parseTerms(q: string): string[][] {
  const terms = [...q.normalize('NFC').matchAll(tokenPattern)]
    .map(([, phrase, word]) => words(phrase ?? word ?? ''))
    .filter((term) => term.length > 0)
  // A repeated word finds nothing new, but would be looked up again.
  return [...new Map(terms.map((term) => [foldedWords(term.join(' ')).join(' '), term])).values()]
}

/** Counts words as the index tokenizes them. */
export function countWords(terms: readonly (readonly string[])[]): number {
  return terms.reduce((count, term) => count + foldedWords(term.join(' ')).length, 0)
}

function words(text: string): string[] {
  return (text.match(wordPattern) ?? []).filter((word) => wordStart.test(word))
}
