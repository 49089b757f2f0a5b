import { describe, expect, it } from 'vitest'
import { neededTwoThirds } from './majority.ts'

const lost = (text: string | null, result = 'Defeated', summary: string | null = null) =>
  neededTwoThirds({ text, summary, result })

describe('two thirds were needed', () => {
  it.each([
    'That the weir be mended today.\nTwo-thirds vote required.',
    'That the weir be mended today. (2/3 majority required)',
    'That the weir be mended today. This motion requires a two-thirds vote of the members present.',
    'That notice be waived.\nNote: a two thirds majority of all members of Council is required to pass.',
    'That notice be waived. Did not receive the required two-thirds vote.',
    'That notice be waived. The two-thirds threshold was not reached.',
    'Requires a 2/3 vote to carry\nThat the rules be suspended.',
    'Que l’avis soit omis.\nVote des deux tiers requis.',
    'Que l’avis soit omis. La motion exige les voix des deux tiers des membres présents.',
    'Que l’avis soit omis. La motion n’a pas obtenu la majorité des deux tiers.',
  ])('where a sentence says so of the vote: %s', (text) => {
    expect(lost(text)).toBe(true)
    expect(lost(text, 'Carried')).toBe(false)
  })

  it.each([
    'That the Province be asked to require a two-thirds vote of every town before a merger.',
    'That two-thirds of the votes be needed for a sale of the mill.',
    'That by-laws on tolls pass only by a 2/3 majority.',
    'WHEREAS a two-thirds vote is required under section 9;\nTHEREFORE BE IT RESOLVED THAT section 9 be repealed.',
    'That section 9 be replaced by: "Tolls are fixed. A two-thirds vote is required."',
    'That section 9 say:\nTwo-thirds vote required.',
    'That the rules change. A two-thirds vote is required to reopen a matter within the year.',
    'That the rules change: (a) two-thirds majority required; (b) no debate.',
    'That the County be informed that two-thirds of the residents voted against it.',
    'Que la Province exige un vote des deux tiers avant toute fusion.',
    'Two-thirds vote not required.',
    null,
  ])('not where a motion asks for it, or says it of something else: %s', (text) => {
    expect(lost(text)).toBe(false)
  })

  it('where the result or a table says so', () => {
    expect(lost(null, 'Defeated (2/3 not reached)')).toBe(true)
    expect(lost(null, 'Defeated for lack of two-thirds')).toBe(true)
    expect(lost(null, 'Defeated; two-thirds were not required')).toBe(false)
    expect(lost(null, 'Defeated', 'Failed. Two-thirds vote needed.')).toBe(true)
    const table = { text: null, summary: null, result: 'Defeated' }
    expect(neededTwoThirds(table, 'Two-Thirds full Council required')).toBe(true)
    expect(neededTwoThirds(table, 'Majority required')).toBe(false)
  })
})
