import { createContext } from 'preact'
import { useContext } from 'preact/hooks'
import { type Locale as LocaleWith, localeOf } from '../site/locale.ts'
import { type Words, words } from './words/en.ts'
import { words as frenchWords } from './words/fr.ts'

export type Locale = LocaleWith<Words>

export const english = localeOf('en', words)

const french = localeOf('fr', frenchWords)

/** One for each language. */
export const locales: readonly Locale[] = [english, french]

export const LocaleContext = createContext(english)

export function useLocale(): Locale {
  return useContext(LocaleContext)
}
