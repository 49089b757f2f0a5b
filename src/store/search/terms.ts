import { withoutNote } from '../../core/motion-title.ts'
import type { SearchDocumentRow } from '../tables.ts'
import { exactOf, languageOf, stemOf, stemsOf, type TextLanguage } from './stems.ts'
import { forEachWord, isLaw, joinBylaws } from './words.ts'

/** What is indexed for a document: the stems of its words in order, and the distinct other forms. */
export interface DocumentTerms {
  title: readonly string[]
  body: readonly string[]
  /** Joined spellings ("coop" of co-op), stems of a second language, and words that only find it. */
  others: ReadonlySet<string>
  /** The distinct words as written. */
  exact: readonly string[]
  /** The words as written that only find it. */
  otherExact: readonly string[]
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
  const [others, words, otherWords] = [new Set<string>(), new Set<string>(), new Set<string>()]
  const shown = withoutNote(document.title)
  const title = partsOf(shown, others)
  const body = partsOf(document.body, others)
  const language = languageOf([title, body])
  const terms = (parts: readonly string[]) => stemsInOrder(parts, language, { words, others })
  for (const line of document.other_words.split('\n')) {
    const parts = partsOf(line, others)
    const own = languageOf([parts])
    for (const stem of stemsInOrder(parts, own === 'both' ? language : own, {
      words: otherWords,
      others,
    }))
      others.add(stem)
  }
  const initials = stemsInOrder(
    [shown, ...document.identifiers.split('\n')].flatMap(initialisms),
    language,
    {
      words: otherWords,
      others,
    },
  )
  return {
    title: [...terms([...title, ...partsOf(document.identifiers, others)]), ...initials],
    body: terms(body),
    others,
    exact: exactTerms(words),
    otherExact: exactTerms(otherWords),
  }
}

const capitalized = /\p{Lu}\p{Ll}+(?: \p{Lu}\p{Ll}+){2,}/gu
const initialsMin = 3
const initialsMax = 5

/** "Stage 2 Light Rail Transit Project" is also found by "LRT". */
function initialisms(title: string): string[] {
  const runs = title.match(capitalized) ?? []
  return runs.flatMap((run) => {
    const initials = run.replace(/\P{Lu}/gu, '').slice(0, initialsMax)
    const starts = Array.from({ length: initials.length - initialsMin + 1 }, (_, at) =>
      initials.slice(0, initialsMin + at),
    )
    return starts.flatMap((start) => partsOf(start, new Set()))
  })
}

/** The parts of words in order; other spellings are added to `others`. */
function partsOf(text: string, others: Set<string>): string[] {
  const parts: string[] = []
  forEachWord(text, (word) => {
    for (const part of word.parts) {
      // "Required by law" is also found by "law".
      if (isLaw(part) && parts.at(-1) === 'by') addStems([part], others)
      parts.push(part)
    }
    if (word.joined !== undefined) addStems([word.joined], others)
  })
  return joinBylaws(parts)
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

function exactTerms(words: Iterable<string>): string[] {
  return Array.from(words, exactOf).filter((term) => term !== undefined)
}

function addStems(parts: readonly string[], others: Set<string>): void {
  for (const part of parts) for (const stem of stemsOf(part)) others.add(stem)
}
