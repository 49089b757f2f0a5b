import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Match } from './engine.ts'
import { noNames, planOf } from './plan.ts'
import { parseQuery } from './query-terms.ts'
import { type DocumentTerms, documentTerms } from './terms.ts'

const termsOf = (body: string, other_words = '') =>
  documentTerms({ title: '', body, identifiers: '', other_words })

/** What both engines do with a match. */
function has(terms: DocumentTerms, match: Match): boolean {
  if ('all' in match) return match.all.every((one) => has(terms, one))
  if ('any' in match) return match.any.some((one) => has(terms, one))
  if ('title' in match) return terms.title.includes(match.title)
  if ('phrase' in match) {
    const texts = match.within === 'title' ? [terms.title] : [terms.title, terms.body]
    return texts.some((text) => ` ${text.join(' ')} `.includes(` ${match.phrase.join(' ')} `))
  }
  const { term } = match
  return terms.title.includes(term) || terms.body.includes(term) || terms.others.has(term)
}

const finds = (q: string, text: string) =>
  has(termsOf(text), planOf(parseQuery(q), 'all', noNames).found)

describe('a document', () => {
  it.each([
    ['by-law', 'the bylaw'],
    ['bylaw', 'the by-law'],
    ['by law', 'the By-Laws'],
    ['bylaws', 'the by law'],
    ['"zoning bylaw amendment"', 'a zoning by-law amendment'],
    ['zoning by law', 'a zoning bylaw'],
    ['required by law', 'as required by law'],
    ['125', 'file 0125'],
    ['0125', 'file 125'],
    ['2026-155', 'By-law 2026-0155'],
    ['2026-0155', 'By-law 2026-155'],
    ['ACS2026-OCC-CCS-0036', 'Report ACS2026-OCC-CCS-36'],
    ['co-op', 'a coop'],
    ['coop', 'a co-op'],
    ['co op', 'a co-op'],
    ['email', 'by e-mail'],
    ["O'Neil", 'Ms. O’Neil'],
    ['oneil', "Ms. O'Neil"],
    ['council', "the council's vote"],
    ["council's", 'the councils'],
    ['eau', "l'eau"],
    ["l'hôtel", 'un hotel'],
    ['Stéphanie', 'stephanie'],
    ['stephanie', 'Ste\u0301phanie'],
    ['œuvre', 'oeuvres'],
    ['oeuvre', 'une œuvre'],
    ['ᓄᓇᕗᑦ', 'ᐊᓄᕌᖅ ᓄᓇᕗᑦ'],
    ['預算', '市議會 預算'],
    ['СОВЕТ', 'Городской Совет'],
    ['budgets', 'the budget of the city'],
    ['budget', 'Budgets'],
    ['logement', 'les logements de la ville'],
    ['logements', 'the plan of the city and a logement'],
    ['bus', 'buses'],
    ['buses', 'bus'],
  ])('is found by %j if it has %j', (q, text) => {
    expect(finds(q, text)).toBe(true)
  })

  it.each([
    ['culv', 'the culvert'],
    ['"creek mill"', 'the mill creek'],
    ['2026-155', 'In 155 pages of 2026'],
    ['"co op"', 'a coop'],
    ['logement', 'the log of a tree'],
    ['1250', 'file 125'],
  ])('is not found by %j if it has %j', (q, text) => {
    expect(finds(q, text)).toBe(false)
  })

  it('has stems of its language in order, and those of both if it has none', () => {
    const english = termsOf('the budgets of the city')
    expect(english.body).toEqual(['the', 'budget', 'of', 'the', 'citi'])
    expect([...english.others]).toEqual([])
    const french = termsOf('les budgets de la ville est')
    expect(french.body).toContain('~budget')
    const either = termsOf('Budgets')
    expect(either.body).toEqual(['budget'])
    expect([...either.others]).toEqual(['~budget'])
  })

  it('has each word as written once', () => {
    const { written } = termsOf('Budgets, budget and budgets 2026')
    expect([...written]).toEqual(['budgets', 'budget', 'and', '2026'])
  })

  it('is found by other words, which are no part of its text', () => {
    const terms = termsOf('Text', "Stéphanie O'Neil")
    for (const one of ['stephani', '~stephan', 'neil']) expect([...terms.others]).toContain(one)
    expect(terms.body).toEqual(['text'])
    expect([...terms.written]).toContain('text')
  })

  it('has the stems of a text that only finds it in the language of that text, else its own', () => {
    const others = (...texts: string[]) => [...termsOf('the budget', texts.join('\n')).others]
    expect(others('Tennis')).toEqual(['tenni'])
    expect(others('Plan de la ville pour les logements')).toContain('~log')
    expect(others('Plan de la ville pour les logements')).not.toContain('logement')
    expect([...termsOf('the budget', 'Tennis of Tenants').written]).toContain('tenants')
  })

  it('has its identifiers in its title', () => {
    const terms = documentTerms({
      title: 'Weir',
      body: '',
      identifiers: 'Int 0125-2024',
      other_words: '',
    })
    expect(terms.title).toEqual(['weir', 'int', '125', '2024'])
  })

  it('has terms of letters and digits, marked if they are French', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 200 }), (text) => {
        const { title, body, others } = documentTerms({
          ...{ title: text, body: text, identifiers: text, other_words: text },
        })
        for (const term of [...title, ...body, ...others])
          expect(term).toMatch(/^~?[\p{L}\p{N}]+$/u)
      }),
    )
  })

  it('is found by its own words', () => {
    const piece = fc.oneof(
      fc.constantFrom('heron', 'By-law', 'by', 'law', 'co-op', "l'eau", '0125', 'les', 'the', 'é'),
      fc.constantFrom('2026-0155', "O'Neil", "city's", '市議會', 'ᓄᓇᕗᑦ', 'œufs', 'a-b-c-d-e-f-g'),
      fc.string({ unit: 'grapheme', maxLength: 8 }).map((text) => text.replaceAll('"', '')),
    )
    const text = fc.array(piece, { minLength: 1, maxLength: 12 }).map((all) => all.join(' '))
    fc.assert(
      fc.property(text, (written) => {
        fc.pre(parseQuery(written).length > 0)
        expect(finds(written, written)).toBe(true)
      }),
      { numRuns: 500 },
    )
  })

  it.each(['a-', 'é-', 'by law ', "l'", 'a1', 'le the '])(
    'of a long text of %j is analysed in linear time',
    (piece) => {
      const start = process.threadCpuUsage()
      termsOf(piece.repeat(100_000))
      expect(process.threadCpuUsage(start).user).toBeLessThan(3_000_000)
    },
  )
})
