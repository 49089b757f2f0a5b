import { describe, expect, it } from 'vitest'
import { foldKey, foldText } from './fold.ts'

describe('the folding of texts', () => {
  it.each([
    ['Siân O’Neill', "sian o'neill"],
    ['Kim Oʼodham, Kim O‘odham, Kim O´odham', "kim o'odham, kim o'odham, kim o'odham"],
    ['Jean‑Luc Roy‐Côté', 'jean-luc roy-cote'],
    ['Łukasz Ødegård', 'lukasz odegard'],
    ['ʔaq̓am W̱SÁNEĆ SȾÁUTW̱', 'aqam wsanec stautw'],
    ['Straße, ÆON, Œuvre, Þór, İstanbul, Đặng', 'strasse, aeon, oeuvre, thor, istanbul, dang'],
    ['ᐊᓄᕌᖅ 市議會 Совет', 'ᐊᓄᕌᖅ 市議會 совет'],
    ['A\tB', 'a\tb'],
  ])('of %s is %s', (text, folded) => {
    expect(foldText(text)).toBe(folded)
    expect(foldText(folded)).toBe(folded)
    expect(foldText(text.normalize('NFD'))).toBe(folded)
  })
})

describe('the folding of keys', () => {
  it('keeps the letters and signs of the keys that are stored', () => {
    expect(foldKey('Łukasz Ødegård O’Neill Jean‑Luc')).toBe('łukasz ødegard o’neill jean‐luc')
  })
})
