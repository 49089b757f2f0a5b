import { describe, expect, it } from 'vitest'
import { isMinutesPending, lastSettledDate } from './minutes.ts'

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

describe('isMinutesPending', () => {
  const visit = { now: Date.UTC(2026, 5, 10, 12), lastImport: undefined }
  const municipality = { timeZone: 'America/Toronto' } as Parameters<
    typeof isMinutesPending
  >[1]['municipality']
  const isPending = (date: string, status: string) =>
    isMinutesPending({ date, status, has_minutes: 0 }, { ...visit, municipality })

  it.each([
    ['2026-07-01', 'scheduled', true],
    ['2026-06-01', 'completed', true],
    ['2025-03-01', 'scheduled', false],
    ['2025-03-01', 'completed', false],
    ['2026-06-01', 'postponed', false],
  ])('of a meeting of %s that is %s is %s', (date, status, expected) => {
    expect(isPending(date, status)).toBe(expected)
  })
})
