import { expect, it } from 'vitest'
import { localeOf } from './locale.ts'

const [english, french] = [localeOf('en', {}), localeOf('fr', {})]

it('the first of a month is an ordinal in French', () => {
  expect(french.date('2026-04-01')).toBe('1er avril 2026')
  expect(french.date('2026-04-21')).toBe('21 avril 2026')
  expect(french.date('2026-04-11')).toBe('11 avril 2026')
  expect(french.shortDate('2026-04-01')).toBe('mer. 1er avr. 2026')
  expect(french.weekday('2026-04-01')).toBe('mer. 1er')
  expect(french.weekday('2026-04-22')).toBe('mer. 22')
  expect(french.dateAt('2026-04-02T01:00:00Z', 'America/Toronto')).toBe('1er avril 2026')
  expect(english.date('2026-04-01')).toBe('April 1, 2026')
})

it('a time has no leading zero and no empty minutes in French', () => {
  const clocks = ['09:30', '10:00', '00:05'].map((time) =>
    french.clock(`2026-04-01T${time}:00-04:00`),
  )
  expect(clocks.map((clock) => clock.replaceAll('\u00a0', ' '))).toEqual([
    '9 h 30',
    '10 h',
    '0 h 05',
  ])
  expect(english.clock('2026-04-01T09:30:00-04:00')).toMatch(/^9:30\sa\.m\.$/)
})
