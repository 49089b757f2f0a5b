import { describe, expect, it } from 'vitest'
import { aroundDifference } from './difference.ts'
import { shownLength } from './queries.ts'

const lead = 'QUE la politique sur les fossés soit adoptée '.repeat(6)

describe('two long texts', () => {
  it('are shown from a word shortly before the first difference', () => {
    const [old, now] = aroundDifference(`${lead}en mai.`, `${lead}en juin, et publiée.`)
    expect(old).toBe('…politique sur les fossés soit adoptée en mai.')
    expect(now).toBe('…politique sur les fossés soit adoptée en juin, et publiée.')
  })

  it.each([
    ['a long word', `${lead}${'x'.repeat(300)}a`, `${lead}${'x'.repeat(300)}b`],
    [
      'a long word that differs late',
      `${lead}${'x'.repeat(70)}a${lead}`,
      `${lead}${'x'.repeat(300)}`,
    ],
    ['a text without spaces', `${'x'.repeat(400)}a`, `${'x'.repeat(400)}b`],
    ['an end', lead, `${lead}and more`],
    ['characters of two units', `${'😀'.repeat(300)}a${'😀'.repeat(300)}`, '😀'.repeat(600)],
    [
      'the last of the characters in common',
      `${'y '.repeat(40)}a${lead}`,
      `${'y '.repeat(40)}b${lead}`,
    ],
  ])('differ in what is shown, within its length: %s', (_, before, after) => {
    const [old, now] = aroundDifference(before, after)
    expect(old).not.toBe(now)
    for (const text of [old, now]) {
      expect(text?.length).toBeLessThanOrEqual(shownLength)
      expect(text?.isWellFormed()).toBe(true)
    }
  })

  it('are left as they are if they are short, or differ at their beginning', () => {
    const short = ['x'.repeat(100), `${'x'.repeat(99)}y`] as const
    expect(aroundDifference(...short)).toEqual(short)
    expect(aroundDifference(null, lead)).toEqual([null, lead])
    expect(aroundDifference(`a ${lead}`, `b ${lead}`)).toEqual([`a ${lead}`, `b ${lead}`])
  })
})
