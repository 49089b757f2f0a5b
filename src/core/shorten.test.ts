import fc from 'fast-check'
import { expect, it } from 'vitest'
import { seed } from '../../test/support/project/random-seed.ts'
import { excerpt, shorten } from './shorten.ts'

it.each([
  ['Mill Lane', 9, 'Mill Lane'],
  ['Mill Lane', 8, 'Mill…'],
  ['Mill Lane', 5, 'Mill…'],
  ['Mill Lane', 4, 'Mil…'],
  ['Ditches', 5, 'Ditc…'],
  [' Ditches', 5, ' Dit…'],
  ['ab\u{1f3db}', 3, 'ab…'],
])('%j in %d characters is %j', (line, length, short) => {
  expect(shorten(line, length)).toBe(short)
})

it('an excerpt has the first 200 characters, of which the last is an ellipsis if there are more', () => {
  const letter = fc.constantFrom('a', 'é', '\u{1f3db}', '\ud83c', '\udfdb')
  fc.assert(
    fc.property(fc.array(letter, { minLength: 195, maxLength: 205 }), (letters) => {
      const text = letters.join('')
      const characters = [...text]
      const isWhole = characters.length <= 200
      expect(excerpt(text)).toBe(isWhole ? text : `${characters.slice(0, 199).join('')}…`)
    }),
    { seed },
  )
  expect(excerpt(null)).toBeNull()
})
