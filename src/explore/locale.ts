import { type Locale as LocaleWith, localeOf, useLocaleOf } from '../site/locale.ts'
import { type Words, words } from './words/en.ts'
import { words as frenchWords } from './words/fr.ts'

export type Locale = LocaleWith<Words>

export const english = localeOf('en', words)

const french = localeOf('fr', frenchWords)

/** One for each language. */
export const locales: readonly [Locale, ...Locale[]] = [english, french]

/** The language of the page, with the words of pages about records. */
export function useLocale(): Locale {
  return useLocaleOf(locales)
}

/** The word for a value of the record; undefined for one that the dictionary lacks, such as `constructor`. */
export function wordOf(words: Readonly<Record<string, string>>, value: string): string | undefined {
  return Object.hasOwn(words, value) ? words[value] : undefined
}

/** The reason of a vote; null for "Dissent", which the vote and the result already show. */
export const shownReason = (reason: string | null) => (reason === 'Dissent' ? null : reason)

/** Kinds with a masculine name in French; agenda items and steps of a matter are masculine too. */
const masculine = new Set(['amendment', 'notice', 'item'])

/** The words that agree with the kind of a motion. */
export function agreeing(
  kind: string | null,
  { genders }: Pick<Words, 'genders'>,
): Words['genders']['feminine'] {
  return masculine.has(kind ?? '') ? genders.masculine : genders.feminine
}
