import type { SearchDocumentRow } from '../tables.ts'
import { stemOf, stemsOf } from './stems.ts'
import { languageOf, type TextLanguage } from './text-language.ts'
import { forEachWord } from './words.ts'

/** What is indexed for a document: the stems of its words in order, and the distinct other forms. */
export interface DocumentTerms {
  title: readonly string[]
  body: readonly string[]
  /** Joined spellings ("coop" of co-op), stems of a second language, and words that only find it. */
  others: ReadonlySet<string>
  /** The distinct words as written. */
  written: ReadonlySet<string>
}

/** A stored document with its terms. */
export interface AnalysedDocument {
  document: SearchDocumentRow
  terms: DocumentTerms
}

/** Analyses a document for the index; queries are analysed alike, by `parseQuery`. */
export function documentTerms(document: {
  title: string
  body: string
  identifiers: string
  other_words: string
}): DocumentTerms {
  const [others, words] = [new Set<string>(), new Set<string>()]
  const title = partsOf(document.title, others)
  const body = partsOf(document.body, others)
  const language = languageOf([title, body])
  const terms = (parts: readonly string[]) => stemsInOrder(parts, language, { words, others })
  for (const line of document.other_words.split('\n')) {
    const parts = partsOf(line, others)
    const own = languageOf([parts])
    for (const stem of stemsInOrder(parts, own === 'both' ? language : own, {
      words,
      others,
    }))
      others.add(stem)
  }
  return {
    title: terms([...title, ...partsOf(document.identifiers, others)]),
    body: terms(body),
    others,
    written: words,
  }
}

/** The parts of words in order; other spellings are added to `others`. */
function partsOf(text: string, others: Set<string>): string[] {
  const parts: string[] = []
  forEachWord(text, (word) => {
    parts.push(...word.parts)
    if (word.joined !== undefined) for (const stem of stemsOf(word.joined)) others.add(stem)
  })
  return parts
}

function stemsInOrder(
  parts: readonly string[],
  language: TextLanguage,
  { words, others }: { words: Set<string>; others: Set<string> },
): string[] {
  const inOrder = language === 'fr' ? 'fr' : 'en'
  return parts.map((part) => {
    words.add(part)
    if (language === 'both') others.add(stemOf(part, 'fr'))
    return stemOf(part, inOrder)
  })
}
