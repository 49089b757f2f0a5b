import { type AlertWords, alertWords as english } from './words.en.ts'
import { alertWords as french } from './words.fr.ts'

export type { AlertWords }

/** The words of a language by its tag (BCP 47). */
export const wordsIn = (language: string): AlertWords =>
  language.startsWith('fr') ? french : english
