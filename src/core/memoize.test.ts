import { expect, it } from 'vitest'
import { memoize } from './memoize.ts'

const others = 200_000
// If at least 8,192 results are kept.
const rarely = others / 8192

it('seldom computes the result for a text that is in use, and forgets the others', () => {
  const computed: string[] = []
  const lengthOf = memoize((text) => {
    computed.push(text)
    return `${text.length}`
  })
  for (let i = 0; i < others; i += 1) {
    expect(lengthOf('used')).toBe('4')
    lengthOf(String(i))
  }
  expect(computed.filter((text) => text === 'used').length).toBeLessThan(rarely)
  lengthOf('0')
  expect(computed.filter((text) => text === '0')).toHaveLength(2)
})

it('keeps no results for long texts', () => {
  let computed = 0
  const lengthOf = memoize((text) => {
    computed += 1
    return `${text.length}`
  })
  for (const length of [64, 64, 65, 65]) expect(lengthOf('x'.repeat(length))).toBe(`${length}`)
  expect(computed).toBe(3)
})
