import { describe, expect, it } from 'vitest'
import { decidedIn, isCut } from './resolution.ts'

describe('what a text decides', () => {
  it.each([
    [
      'That Council reject the Official Plan Amendment.',
      'That Council reject the Official Plan Amendment.',
    ],
    [
      'WHEREAS ditches fill; and\nTHEREFORE BE IT RESOLVED that they be dredged.',
      'THEREFORE BE IT RESOLVED that they be dredged.',
    ],
    ['WHEREAS ditches fill', null],
    ['Report Recommendation(s)', null],
    ['That Council:', null],
    [`That ${'ditch '.repeat(40)}`, `That ${'ditch '.repeat(21)}ditch…`],
  ])('of %j is %j', (text, decided) => {
    expect(decidedIn(text)).toBe(decided)
  })

  it.each([
    ['That staff:', true],
    ['That Council approve the fees as outlined below.', true],
    ['Report Recommendation(s)', true],
    ['That the path below the bridge be paved.', false],
  ])('%j lacks its end: %j', (text, cut) => {
    expect(isCut(text)).toBe(cut)
  })
})
