import { functionWords } from './stems.ts'
import { forEachWord } from './words.ts'

// In characters.
const sample = 2000
// Fewer may be those of a name, such as boulevard de la Cité-des-Jeunes.
const leastWords = 3
const mixed = 1 / 3

/** The language of a text by its different function words; undefined if they are few or of both languages. */
export function languageOfText(text: string): 'en' | 'fr' | undefined {
  const words = { en: new Set<string>(), fr: new Set<string>() }
  forEachWord(text.slice(0, sample), ({ parts }) => {
    for (const part of parts) {
      const language = functionWords.get(part)
      if (language !== undefined) words[language].add(part)
    }
  })
  const [language, other] =
    words.en.size > words.fr.size ? (['en', 'fr'] as const) : (['fr', 'en'] as const)
  const count = words[language].size
  return count >= leastWords && words[other].size / count < mixed ? language : undefined
}
