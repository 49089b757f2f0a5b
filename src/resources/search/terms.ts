import { foldText } from '../../core/fold.ts'

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
  return [...new Map(terms.map((term) => [foldText(term.join(' ')), term])).values()]
}

function words(text: string): string[] {
  return (text.match(wordPattern) ?? []).filter((word) => wordStart.test(word))
}
