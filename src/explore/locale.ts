import { createContext } from 'preact'
import { useContext } from 'preact/hooks'
import type { LawKind } from '../core/law-kind.ts'
import { type Locale as LocaleWith, localeOf, useLocaleOf } from '../site/locale.ts'
import { type Words, words } from './words/en.ts'
import { words as frenchWords } from './words/fr.ts'

export type Locale = LocaleWith<Words>

export const english = localeOf('en', words)

export const french = localeOf('fr', frenchWords)

const named = new Map<string, Locale>()

/** The locale with what a council calls its by-laws. */
export function localeFor(locale: Locale, kind: LawKind): Locale {
  if (kind === 'bylaw') return locale
  const key = `${locale.language} ${kind}`
  const existing = named.get(key) ?? { ...locale, words: withLaws(locale.words, kind) }
  named.set(key, existing)
  return existing
}

function withLaws(words: Words, kind: Exclude<LawKind, 'bylaw'>): Words {
  const laws = words.bylaws.others[kind]
  const { title, description, none, noneSuch, stepsDerived, noSteps, noMatters, official } = laws
  return {
    ...words,
    frame: { ...words.frame, bylaws: title },
    bylaws: { ...words.bylaws, title, description, none, noneSuch },
    bylaw: { ...words.bylaw, stepsDerived, noSteps, noMatters, official },
    motion: { ...words.motion, bylaws: laws.name },
    matter: { ...words.matter, bylaw: laws.name },
    missing: { ...words.missing, bylaw: laws.missing, bylawText: laws.missingText },
    coverage: { ...words.coverage, counts: { ...words.coverage.counts, bylaws: title } },
    bulk: { ...words.bulk, lists: { ...words.bulk.lists, bylaws: title } },
  }
}

const LawContext = createContext<LawKind>('bylaw')

/** Around the pages of a council, with what it calls its by-laws. */
export const LawProvider = LawContext.Provider

/** One for each language. */
export const locales: readonly [Locale, ...Locale[]] = [english, french]

/** The language of the page, with the words of pages about records. */
export function useLocale(): Locale {
  return localeFor(useLocaleOf(locales), useContext(LawContext))
}

/** The word for a value of the record; undefined for one that the dictionary lacks, such as `constructor`. */
export function wordOf(words: Readonly<Record<string, string>>, value: string): string | undefined {
  return Object.hasOwn(words, value) ? words[value] : undefined
}

/** Kinds with a masculine name in French; agenda items and steps of a matter are masculine too. */
const masculine = new Set(['amendment', 'notice', 'item'])

/** The words that agree with the kind of a motion. */
export function agreeing(
  kind: string | null,
  { genders }: Pick<Words, 'genders'>,
): Words['genders']['feminine'] {
  return masculine.has(kind ?? '') ? genders.masculine : genders.feminine
}
