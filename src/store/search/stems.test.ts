import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { foldText } from '../../core/fold.ts'
import { stemOf, stemsOf } from './stems.ts'
import { wordsOf } from './words.ts'

const path = new URL('../../../test/fixtures/search-nouns.json', import.meta.url)
const nouns: Record<'en' | 'fr', [string, string][]> = JSON.parse(readFileSync(path, 'utf8'))

const stemsOfText = (text: string, language: 'en' | 'fr') =>
  [...wordsOf(text)].flatMap(({ parts }) => parts.map((part) => stemOf(part, language)))

describe('stems', () => {
  it.each(['en', 'fr'] as const)('of singular and plural are the same: %s', (language) => {
    expect(nouns[language].length).toBeGreaterThanOrEqual(language === 'en' ? 200 : 120)
    const different = nouns[language].filter(
      ([one, more]) => stemsOfText(one, language).join() !== stemsOfText(more, language).join(),
    )
    expect(different).toEqual([])
  })

  it('of a word are those of both languages, of which the French one is marked', () => {
    expect(stemsOf('logements')).toEqual(['logement', '~log'])
    expect(stemOf('log', 'en')).toBe('log')
    expect(stemsOf('zoning')).toEqual([stemOf('zoning', 'en'), stemOf('zoning', 'fr')])
  })

  it('of a number are the number, which has no other form', () => {
    expect(stemsOf('125')).toEqual(['125'])
  })

  it('of plurals that Snowball misses are those of the singular', () => {
    expect(stemOf('buses', 'en')).toBe(stemOf('bus', 'en'))
    expect(stemOf('gases', 'en')).toBe(stemOf('gas', 'en'))
  })

  it.each([
    ['parking', 'parks'],
    ['housing', 'houses'],
    ['training', 'trains'],
    ['organics', 'organizations'],
    ['universities', 'universal'],
    ['international', 'internal'],
  ])('of %s and of %s differ, because they mean something else', (one, other) => {
    expect(stemOf(one, 'en')).not.toBe(stemOf(other, 'en'))
  })

  it('of parking in French are not those of a station', () => {
    const parking = ['stationnement', 'stationnements', 'stationner', 'stationnés', 'stationnées']
    expect(new Set(parking.map((word) => stemOf(foldText(word), 'fr'))).size).toBe(1)
    expect(stemOf('stationnement', 'fr')).not.toBe(stemOf('station', 'fr'))
  })

  it.each([
    'adopté adoptés adoptée adoptées adoptee',
    'handicapé handicapées',
    'conseiller conseillers conseillère conseillères',
    'premier première',
    'loyer loyers',
    'usager usagers usagère',
    'élu élus élue élues elu',
    'fourni fournis fournie fournies',
    'rivière rivières',
    'année années',
    'cheminée cheminées',
    'transférer transféré transférées',
    'rémunéré rémunération',
    'travail travaux',
  ])('of %s are the same in French', (forms) => {
    expect(new Set(stemsOfText(forms, 'fr')).size).toBe(1)
  })

  it.each(['cheminée chemin', 'données don', 'étagère étage', 'trustee trust', 'status statue'])(
    'of %s are not',
    (words) => {
      expect(new Set(stemsOfText(words, 'fr')).size).toBeGreaterThan(1)
    },
  )

  it('are letters and digits for any word, and the same each time', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 64 }), (text) => {
        for (const { parts } of wordsOf(text))
          for (const part of parts) {
            for (const stem of stemsOf(part)) expect(stem).toMatch(/^~?[\p{L}\p{N}]+$/u)
            expect(stemsOf(part)).toEqual(stemsOf(part))
          }
      }),
    )
  })
})
