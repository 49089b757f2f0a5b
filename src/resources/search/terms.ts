import { foldedWords } from '../../store/dialect/words.ts'

/** More than any sentence of 256 characters has; each word is read in the index by itself. */
export const searchWordsMax = 64

const tokenPattern = /"([^"]*)"|([^\s"]+)|"/g
const wordPattern = /[\p{L}\p{N}\p{M}]+/gu
const wordStart = /[\p{L}\p{N}]/u

/**
 * Cuts what a person typed into terms: what stands in double quotes is one phrase, every other word a term of its own.
 * All else is punctuation: there are no operators, so nothing that is typed can be a syntax error.
 */
export function parseTerms(q: string): string[][] {
  const terms = [...q.normalize('NFC').matchAll(tokenPattern)]
    .map(([, phrase, word]) => words(phrase ?? word ?? ''))
    .filter((term) => term.length > 0)
  // A word that is typed again finds nothing more, and would be looked up again for every text.
  return [...new Map(terms.map((term) => [foldedWords(term.join(' ')).join(' '), term])).values()]
}

/** Words as the index cuts them: a character that it does not know separates two words. */
export function countWords(terms: readonly (readonly string[])[]): number {
  return terms.reduce((count, term) => count + foldedWords(term.join(' ')).length, 0)
}

function words(text: string): string[] {
  return (text.match(wordPattern) ?? []).filter((word) => wordStart.test(word))
}
