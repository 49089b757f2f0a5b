import { expect, it } from 'vitest'
import { shorten } from './shorten.ts'

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
