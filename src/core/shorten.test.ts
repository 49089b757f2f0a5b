import { expect, it } from 'vitest'
import { shorten } from './shorten.ts'

it.each([
  ['Mill Lane', 9, 'Mill Lane'],
  ['Mill Lane', 8, 'Mill…'],
  ['Mill Lane', 4, 'Mill…'],
  ['Ditches', 5, 'Ditch…'],
  [' Ditches', 5, ' Ditc…'],
  ['ab\u{1f3db}', 3, 'ab…'],
])('%j in %d characters is %j', (line, length, short) => {
  expect(shorten(line, length)).toBe(short)
})
