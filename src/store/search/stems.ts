import { stemmer as frenchStem } from '@orama/stemmers/french'
import englishStem from 'wink-porter2-stemmer'
import { memoize } from '../../core/memoize.ts'

/** In the index, French stems start with this, so that "log" of logement is not the log of a tree. */
const frenchMark = '~'

// What the Snowball stemmers do not join: plurals, by one form of both.
const irregular = {
  en: new Map([
    ['buses', 'bus'],
    ['gases', 'gas'],
  ]),
  fr: new Map([
    ...'enjeu feu jeu lieu milieu'.split(' ').map((one) => [`${one}x`, one] as const),
    ['travail', 'travaux'],
    ['bail', 'baux'],
    ['vitrail', 'vitraux'],
  ]),
}

// What the English stemmer joins with a word of another meaning, such as parking with park.
const ownStems = new Map([
  ['housing', 'housing'],
  ['international', 'international'],
  ['organic', 'organic'],
  ['organics', 'organic'],
  ['parking', 'parking'],
  ['training', 'training'],
  ['trainings', 'training'],
  ['universities', 'university'],
  ['university', 'university'],
])

const english = memoize((word) => ownStems.get(word) ?? englishStem(irregular.en.get(word) ?? word))
const french = memoize(
  (word) =>
    `${frenchMark}${frenchOwn(word) ?? frenchStem(irregular.fr.get(word) ?? masculineOf(word))}`,
)

/** What the French stemmer joins with a word of another meaning: a stationnement is not a station. */
const frenchOwn = (word: string) => (word.startsWith('stationn') ? 'stationn' : undefined)

// Nouns that only look like a feminine form or a plural: a cheminée is not a chemin.
const notInflected = new Set('cheminee donnee maree trustee etagere status'.split(' '))

/**
 * A word without regular plural and feminine endings. Snowball takes -issions of soumissions for that of a verb, and
 * knows the endings of adoptée and conseillère only with their accents.
 */
function masculineOf(word: string): string {
  const singular = word.replace(/(?<=..[^s])s$/, '')
  if (notInflected.has(word) || notInflected.has(singular)) return word
  return singular.replace(/ee$/, 'e').replace(/(?<=..(?:i|ll|ch|[an]g))ere$/, 'er')
}

const isNumber = (part: string): boolean => part < ':' && part >= '0'

/** The indexed form of a part of a word: its Snowball stem in a language; a number is its own. */
export function stemOf(part: string, language: 'en' | 'fr'): string {
  if (isNumber(part)) return part
  return language === 'en' ? english(part) : french(part)
}

/** The stems of both languages; one if they are the same. */
export const stemsOf = (part: string): string[] =>
  isNumber(part) ? [part] : [english(part), french(part)]
