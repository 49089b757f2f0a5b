import { exactOf, languageOf, stemOf, stemsOf, type TextLanguage } from './stems.ts'
import { forEachWord, isLaw, joinBylaws } from './words.ts'

/** What is indexed for a document: the stems of its words in order, and the distinct other forms. */
export interface DocumentTerms {
  title: readonly string[]
  body: readonly string[]
  /** Joined spellings ("coop" of co-op), stems of a second language, and words that only find it. */
  others: ReadonlySet<string>
  /** The distinct words as written. */
  exact: ReadonlySet<string>
}

/** Analyses a document for the index; queries are analysed alike, by `matchOf`. */
export function documentTerms(document: {
  title: string
  body: string
  other_words: string
}): DocumentTerms {
  const { title, body, other_words } = document
  const language = languageOf(`${title}\n${body}`)
  const sets = { others: new Set<string>(), exact: new Set<string>() }
  forEachWord(other_words, ({ parts }) => addStems(parts, sets.others))
  return { title: terms(title, language, sets), body: terms(body, language, sets), ...sets }
}

function terms(
  text: string,
  language: TextLanguage,
  { others, exact }: { others: Set<string>; exact: Set<string> },
): string[] {
  const parts: string[] = []
  forEachWord(text, (word) => {
    for (const part of word.parts) parts.push(part)
    if (word.joined !== undefined) addStems([word.joined], others)
  })
  const inOrder = language === 'fr' ? 'fr' : 'en'
  // "Required by law" is also found by "law".
  for (const [index, part] of parts.entries())
    if (isLaw(part) && parts[index - 1] === 'by') addStems([part], others)
  return joinBylaws(parts).map((part) => {
    const asWritten = exactOf(part)
    if (asWritten !== undefined) exact.add(asWritten)
    if (language === 'both') others.add(stemOf(part, 'fr'))
    return stemOf(part, inOrder)
  })
}

function addStems(parts: readonly string[], others: Set<string>): void {
  for (const part of parts) for (const stem of stemsOf(part)) others.add(stem)
}
