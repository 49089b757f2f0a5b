import { describe, expect, it } from 'vitest'
import { languageOf, languageOfText } from './text-language.ts'
import { wordsOf } from './words.ts'

const wordsIn = (text: string) => [...wordsOf(text)].flatMap(({ parts }) => parts)

describe('the language of a text that is shown', () => {
  it.each([
    ['That the report be received for information.', 'en'],
    ['Que le rapport soit reçu pour information par le comité.', 'fr'],
    // Names do not show the language of a text, in however many words.
    ['Rezoning, 3636 boulevard de la Cité-des-Jeunes', undefined],
    ['Proclamation honoring La Casa de la Herencia', undefined],
    ['That Rue de la Paix be closed to traffic for the festival, and that it be paved.', 'en'],
    ['Le rapport du comité pour la Ville: the report of the committee for the City', undefined],
    ['Waves and speed near the beach', 'en'],
    ['Closing of Main Street', 'en'],
    ['Versement à la Bank of Orford', undefined],
    ['Contrat de Bell of Orford', undefined],
    ['Teal Creek Drain', undefined],
    ['2026-78-05', undefined],
    ['', undefined],
  ])('%s: %s', (text, language) => {
    expect(languageOfText(text)).toBe(language)
  })

  it('is that of its beginning', () => {
    const french = 'Que le rapport sur les parcs soit reçu par le comité. '.repeat(40)
    expect(languageOfText(`${french}${'That this be of the form for it. '.repeat(400)}`)).toBe('fr')
  })
})

describe('the language of an indexed text', () => {
  it.each([
    ['The council of the city met in June.', 'en'],
    ['Le conseil de la ville est dans la salle.', 'fr'],
    ['The council of the city. Le conseil de la ville est dans la salle.', 'both'],
    ['Mill Creek culvert', 'both'],
    ['', 'both'],
    ['市議會', 'both'],
  ])('%j is %s', (text, language) => {
    expect(languageOf([wordsIn(text)])).toBe(language)
  })

  it('is that of its beginning', () => {
    const text = `${'the city of '.repeat(400)} ${'le conseil des '.repeat(4000)}`
    expect(languageOf([wordsIn(text)])).toBe('en')
  })
})
