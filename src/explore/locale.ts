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
