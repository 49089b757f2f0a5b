import { describe, expect, it } from 'vitest'
import { lastSettledDate } from './minutes.ts'

describe('lastSettledDate', () => {
  it('is 60 days before today in the time zone of the municipality', () => {
    expect(lastSettledDate(Date.UTC(2026, 5, 10, 12), 'America/Toronto')).toBe('2026-04-11')
  })

  it.each([
    ['America/Vancouver', '2026-04-10'],
    ['America/St_Johns', '2026-04-11'],
  ])('uses the date in that time zone: %s', (timeZone, date) => {
    // 20:30 in Vancouver on 9 June, 01:00 on 10 June in St. John's.
    expect(lastSettledDate(Date.UTC(2026, 5, 10, 3, 30), timeZone)).toBe(date)
  })

  it('is correct across a change of the clocks', () => {
    expect(lastSettledDate(Date.UTC(2026, 3, 15, 12), 'America/Toronto')).toBe('2026-02-14')
  })
})
