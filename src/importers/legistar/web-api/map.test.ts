import { expect, it } from 'vitest'
import { toTime } from './map.ts'

it.each([
  ['9:30 AM', '09:30'],
  ['12:00 PM', '12:00'],
  ['12:05 am', '00:05'],
  [' 1:15 p.m. ', '13:15'],
  ['18:45', '18:45'],
  ['TBD', null],
  ['25:00', null],
  ['9:75 AM', null],
  ['', null],
  [null, null],
])('reads %j as %j', (text, time) => {
  expect(toTime(text)).toBe(time)
})
