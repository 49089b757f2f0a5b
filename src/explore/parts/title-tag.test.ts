import { describe, expect, it } from 'vitest'
import { locales } from '../locale.ts'
import { partsOfTag, type Tagged } from './title-tag.ts'

const [english, french] = locales as [(typeof locales)[0], (typeof locales)[0]]
const names = new Map([['Weir Panel', 'Groupe de la digue']])

/** With the language of a part that is not that of the page: "en[Waive Referral]". */
const shown = (
  title_tag: string,
  { locale = french, title_from = 'subject' }: Partial<Tagged> & { locale?: typeof french } = {},
) =>
  partsOfTag({ title_from, title_tag }, locale, { names: locale === french ? names : new Map() })
    .map(({ text, language }) => (language === undefined ? text : `${language}[${text}]`))
    .join(', ')

describe('a tag on a page in French', () => {
  it.each([
    ['Executive Committee', 'Comité exécutif'],
    ['Weir Panel, motion 2', 'Groupe de la digue, motion 2'],
    [
      'Committee on Rules, Privileges and Elections, (2)',
      'Comité du règlement intérieur, des privilèges et des élections, (2)',
    ],
    [
      'Committee on Land Use, Hearing Held by Committee',
      'Comité de l’aménagement, Audience en comité',
    ],
  ])('has the names that the page has: %s', (tag, expected) => {
    expect(shown(tag)).toBe(expected)
  })

  it.each([
    ['Waive Referral', 'en[Waive Referral]'],
    ['REVOTE', 'en[REVOTE]'],
    ['Marsh, motion 1, Re-vote', 'Marsh, motion 1, en[Re-vote]'],
    ['Marsh, Motion 2a, Part 1 only', 'Marsh, Motion 2a, en[Part 1 only]'],
    ['Executive Committee, Adopt Item as Amended', 'Comité exécutif, en[Adopt Item as Amended]'],
    ['Parts 8, 9, and 10 only', 'en[Parts 8, 9, and 10 only]'],
    ['Executive Committee, Parts 1 and 2 only', 'Comité exécutif, en[Parts 1 and 2 only]'],
    ['End Debate, Marsh', 'en[End Debate, Marsh]'],
    ['Adjourn, motion 2', 'en[Adjourn], motion 2'],
    ['Part 2 of the motion, (2)', 'en[Part 2 of the motion], (2)'],
  ])('has the words of the source in their language: %s', (tag, expected) => {
    expect(shown(tag)).toBe(expected)
  })

  it('has no name half in English', () => {
    const tag = 'Committee on Culture, Weirs and Ferries'
    expect(shown(tag)).toBe(`en[${tag}]`)
    expect(shown('Committee on Culture, Weirs, and Ferries, (2)')).toContain('en[Committee on')
  })

  it('says who moved in the words of the page, unless the source has an English title', () => {
    expect(shown('motion by Marsh')).toBe('motion de Marsh')
    expect(shown('End Debate, motion by Ash')).toBe('en[End Debate], motion d’Ash')
    expect(shown('motion by Councillor Ash')).toBe('en[motion by Councillor Ash]')
  })

  it.each(['2024-78-05', 'TEY.66', 'Res 12-2024', 'motion 2024-07-02'])(
    'has the number %s as it is',
    (tag) => {
      expect(shown(tag)).toBe(tag)
    },
  )

  it('does not take the title of an item for English without a word that shows it', () => {
    expect(shown('Rapport annuel', { title_from: 'clause' })).toBe('Rapport annuel')
    expect(shown('Procès-verbal')).toBe('Procès-verbal')
    expect(shown('Repair of the weir', { title_from: 'clause' })).toBe('en[Repair of the weir]')
  })

  it('has days as the page writes them, beside other parts too', () => {
    expect(shown('2024-07-02, (2)', { title_from: 'name' })).toBe('2 juillet 2024, (2)')
    expect(shown('Weir Panel, 2024-07-02', { title_from: 'name', locale: english })).toBe(
      'Weir Panel, July 2, 2024',
    )
  })
})

it('is as the source has it on a page in English', () => {
  for (const tag of ['Marsh, motion 1, Re-vote', 'motion by Ash', 'Committee on Culture, (2)'])
    expect(shown(tag, { locale: english })).toBe(tag)
})

it('has a tag of more parts than any source writes as it is', () => {
  const tag = 'Executive Committee, '.repeat(10_000)
  expect(shown(tag)).toBe(tag)
})
