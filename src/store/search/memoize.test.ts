import { expect, it } from 'vitest'
import { memoize } from './memoize.ts'

it('computes the result for a text once while it is in use, however many others there are', () => {
  const computed: string[] = []
  const lengthOf = memoize((text) => {
    computed.push(text)
    return `${text.length}`
  })
  for (let i = 0; i < 200_000; i += 1) {
    expect(lengthOf('used')).toBe('4')
    lengthOf(String(i))
  }
  expect(computed.filter((text) => text === 'used')).toHaveLength(1)
  lengthOf('0')
  expect(computed.filter((text) => text === '0')).toHaveLength(2)
})
