import { expect, it } from 'vitest'
import { parseLocalTime, toLocalTime, toTimeOfDay } from './local-time.ts'

it.each([
  ['9:30 AM', '09:30'],
  ['12:00 PM', '12:00'],
  ['12:05 am', '00:05'],
  [' 1:15 p.m. ', '13:15'],
  ['18:45', '18:45'],
  ['09:30:00', '09:30'],
  ['7 PM', '19:00'],
  ['7 p.m.', '19:00'],
  ['7:00PM PST', '19:00'],
  ['12:00 Noon', '12:00'],
  ['Noon', '12:00'],
  ['19 h 30', '19:30'],
  ['19h', '19:00'],
  ['7', null],
  ['12 Midnight', null],
  ['Immediately following Council', null],
  ['TBD', null],
  ['25:00', null],
  ['9:75 AM', null],
  ['', null],
  [null, null],
])('reads %j as %j', (text, time) => {
  expect(toTimeOfDay(text)).toBe(time)
})

it.each([
  ['2026/04/22 10:00:00', { date: '2026-04-22', time: '10:00', offset: null }],
  ['2026-04-22T10:00', { date: '2026-04-22', time: '10:00', offset: null }],
  ['2026-04-22T10:00:00.5-04:00', { date: '2026-04-22', time: '10:00', offset: '-04:00' }],
  ['2026-04-22', { date: '2026-04-22', time: null, offset: null }],
  ['2026-04-22 25:00', { date: '2026-04-22', time: null, offset: null }],
  ['2026-02-30 10:00', null],
  ['2026-04-22T10:00:00+23:59', { date: '2026-04-22', time: '10:00', offset: '+23:59' }],
  ['2026-04-22T10:00:00+99:00', null],
  ['2026-04-22T10:00:00-24:00', null],
  ['2026-04-22T10:00:00-0560', null],
  ['2026-04', null],
  [null, null],
])('parses %j as %j', (text, expected) => {
  expect(parseLocalTime(text)).toEqual(expected)
})

it('converts times with an offset to local time', () => {
  const there = (text: string) => toLocalTime(text, 'America/Toronto')
  expect(there('2026-03-08T02:30:00Z')).toEqual({ date: '2026-03-07', time: '21:30' })
  expect(there('2026-03-09T02:30:00+00:00')).toEqual({ date: '2026-03-08', time: '22:30' })
  expect(there('2026-03-07T19:00:00-0500')).toEqual({ date: '2026-03-07', time: '19:00' })
  expect(there('2026-03-08T19:00:00-08:00')).toEqual({ date: '2026-03-08', time: '23:00' })
  expect(there('2026-03-08T19:00:00')).toEqual({ date: '2026-03-08', time: '19:00' })
  expect(there('2026-03-08T19:00:00+99:00')).toBeNull()
  expect(toLocalTime('2026-03-08T02:30Z', null)).toEqual({ date: '2026-03-08', time: '02:30' })
})
