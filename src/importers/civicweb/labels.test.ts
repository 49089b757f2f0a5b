import { describe, expect, it } from 'vitest'
import { isCalledOff, withoutDate } from './labels.ts'

const date = '2026-05-13'

describe('the name of a meeting', () => {
  it.each([
    ['Council - 13 May 2026', 'Council'],
    ['Council - May 13th, 2026', 'Council'],
    ['Council – Wednesday, May 13, 2026', 'Council'],
    ['Council, Wed. May 13 2026', 'Council'],
    ['Council Meeting (2026-05-13)', 'Council Meeting'],
    ['Council | 13/05/2026', 'Council'],
    ['05/13/2026 Council', 'Council'],
    ['May 13, 2026 - Budget Committee - Part 2', 'Budget Committee - Part 2'],
    ['Conseil - mercredi 13 mai 2026', 'Conseil'],
    ['Conseil - le 13 mai 2026', 'Conseil'],
  ])('%j has no date of its own: %j', (name, title) => {
    expect(withoutDate(name, date)).toBe(title)
  })

  it('loses the first day of a month as it is written in French', () => {
    expect(withoutDate('Comité plénier - 1er juin 2026', '2026-06-01')).toBe('Comité plénier')
  })

  it.each([
    'Council - moved from May 6 to May 13, 2026',
    'Minutes of May 13, 2026',
    'Council - 14 May 2026',
    'Budget 2026',
    'Council - May 13, 2026 at the arena',
  ])('%j is not cut within a phrase, or at another date', (name) => {
    expect(withoutDate(name, date)).toBe(name)
  })
})

describe('a meeting is called off', () => {
  it.each([
    'Board of Works - CANCELLED - 13 May 2026',
    'Board of Works CANCELLED - 13 May 2026',
    'Board of Works: cancelled: May 13, 2026',
    '[CANCELLED] Board of Works',
    'Board of Works / Postponed / 13 May 2026',
    'Conseil (annulée) - 13 mai 2026',
    'Conseil - REPORTÉE - mercredi 13 mai 2026',
    'Council - Cancelled - Room 2',
  ])('by its name %j', (name) => expect(isCalledOff(name, date)).toBe(true))

  it.each([
    'Public Hearing on Cancelled Permits - 13 May 2026',
    'Report on postponed works - 13 May 2026',
    'Council - 13 May 2026',
  ])('not by its name %j', (name) => expect(isCalledOff(name, date)).toBe(false))
})
