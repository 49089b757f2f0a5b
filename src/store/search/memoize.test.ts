import { expect, it } from 'vitest'
import { memoize } from './memoize.ts'

const others = 200_000
// Half the number of results that are kept, so that the test does not depend on it.
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
