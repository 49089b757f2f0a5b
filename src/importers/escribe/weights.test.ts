import { describe, expect, it } from 'vitest'
import { numberedNames, readBasis, weightedLabel, withoutBasis } from './weights.ts'

const none = { basis: null, isWeighted: false, weighted: null }
const sums = { for: 65, against: 80 }

describe('how votes were counted', () => {
  it.each([
    ['Corporate Vote – Weighted', { basis: 'weighted', isWeighted: true, weighted: null }],
    ['Stakeholder Vote – Unweighted – All Electoral Areas', { ...none, basis: 'stakeholder' }],
    ['Stakeholder – Weighted', { basis: 'stakeholder', isWeighted: true, weighted: null }],
    ['Corporate Vote - Unweighted', { ...none, basis: 'unweighted' }],
    ['Weighted vote: 65 to 80', { basis: 'weighted', isWeighted: true, weighted: sums }],
    ['17 to 15; weighted vote 65 - 80', { basis: 'weighted', isWeighted: true, weighted: sums }],
    ['Vote pondéré : 65 contre 80', { basis: 'weighted', isWeighted: true, weighted: sums }],
    ['Vote non pondéré', { ...none, basis: 'unweighted' }],
    ['THAT the weighted vote policy be reviewed', none],
    ['The weighted average of votes was 65 to 80. It was read.', none],
    ['Recorded vote', none],
  ])('is read from a line: %s', (line, expected) => {
    expect(readBasis(['That it be done.', line], null)).toEqual(expected)
  })

  it.each([
    ['Motion Defeated (65 to 80)', none, 'Motion Defeated (65 to 80)'],
    ['Motion Defeated on a weighted vote (65 to 80)', sums, 'Motion Defeated'],
    ['Defeated (17 to 15; weighted vote: 65 to 80)', sums, 'Defeated (17 to 15)'],
    ['Weighted Vote – Defeated (65 to 80)', sums, 'Defeated'],
    ['Rejetée par vote pondéré (65 à 80)', sums, 'Rejetée'],
    ['Carried by stakeholder vote (12 to 3)', null, 'Carried (12 to 3)'],
  ])('is read from a result: %s', (result, weighted, plain) => {
    const found = readBasis([], result)
    expect(found.weighted).toEqual(weighted === none ? null : weighted)
    expect(withoutBasis(result)).toBe(plain)
  })
})

it.each([
  ['For (17)', null],
  ['For (17) – Weighted (65)', { words: 'For', count: 17, weighted: 65 }],
  ['In Favour - Weighted (65)', { words: 'In Favour', count: null, weighted: 65 }],
  ['For (65 weighted)', { words: 'For', count: null, weighted: 65 }],
])('a label counts members or weights: %s', (label, expected) => {
  expect(weightedLabel(label)).toEqual(expected)
})

it.each([
  [
    ['Warden A. Lee (5)', 'B. Park (2.5)'],
    [5, 2.5],
  ],
  [
    ['A. Lee – 5', 'B. Park - 2'],
    [5, 2],
  ],
  [['A. Lee: 5'], [5]],
  [
    ['A. Lee (0)', 'B. Park (-3)'],
    [0, -3],
  ],
  [['A. Lee (5)', 'B. Park'], null],
  [['Councillor Singh (Ward 3)'], null],
  [['Singh - Ward 3'], null],
  [['Ward - 3'], null],
  [['(2)'], null],
  [['2'], null],
])('numbers after names: %j', (names, numbers) => {
  expect(numberedNames(names)?.map(({ number }) => number) ?? null).toEqual(numbers)
})
