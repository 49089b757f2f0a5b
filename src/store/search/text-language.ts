/** Language of a text; a text with few or mixed function words has both. */
export type TextLanguage = 'en' | 'fr' | 'both'

/** The most frequent words of each language that the other one does not have. */
export const functionWords: ReadonlyMap<string, 'en' | 'fr'> = new Map([
  ...'the of and to in for that is by with be was are at from this it'
    .split(' ')
    .map((word) => [word, 'en'] as const),
  ...'le la les des du et une est dans pour que sur aux au par avec ce cette qui'
    .split(' ')
    .map((word) => [word, 'fr'] as const),
])

// In words.
const sample = 700
// A second language counts if at least this share of the function words is of it.
const mixed = 0.25

/** The language of texts, by the function words at their beginning, of which there must be some. */
export function languageOf(texts: readonly (readonly string[])[], least = 1): TextLanguage {
  const counts = { en: 0, fr: 0 }
  for (const words of texts)
    for (let i = 0; i < words.length && i < sample; i += 1) {
      const language = functionWords.get(words[i] ?? '')
      if (language !== undefined) counts[language] += 1
    }
  const all = counts.en + counts.fr
  if (all < least || Math.min(counts.en, counts.fr) / all >= mixed) return 'both'
  return counts.en > counts.fr ? 'en' : 'fr'
}

// In characters.
const shownSample = 2000
// Fewer may be those of a name, such as boulevard de la Cité-des-Jeunes.
const leastShown = 3

const letter = '[a-z0-9\u00c0-\u024f\u0300-\u036f]'
// Not the "by" of by-laws. Splitting a text into all of its words takes ten times as long.
const functionWord = new RegExp(
  `(?<!${letter})(?!by[\\s\u2010\u2011-]laws?(?!${letter}))(?:${[...functionWords.keys()].join('|')})(?!${letter})`,
  'g',
)

/** The language of a text that is shown; undefined if its words do not show it. */
export function languageOfText(text: string): 'en' | 'fr' | undefined {
  const words = text.slice(0, shownSample).toLowerCase().match(functionWord) ?? []
  const language = languageOf([words], leastShown)
  if (language !== 'both') return language
  // A title has few function words; those of English are rarely in names of French texts, but not the reverse.
  return languageOf([words]) === 'en' && !showsFrench(text) ? 'en' : undefined
}

/** Whether a short text has a letter or a word of French. */
export const showsFrench = (text: string): boolean => french.test(text)
const french =
  /[àâæçèêëîïôœùûÿ]|(?<![\p{L}’'])(?:de|en|un)(?![\p{L}’'])|(?<!\p{L})[dl][’'](?=\p{L})/iu
