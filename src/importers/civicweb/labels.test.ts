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
    ['Council 2026/05/13', 'Council'],
    ['Council - 13-May-2026', 'Council'],
    ['Council_13.05.2026', 'Council'],
    ['Council · May 13, 2026', 'Council'],
    ['Council [May 13, 2026] (amended)', 'Council (amended)'],
    ['Council, May 13, 2026 at 6:30 p.m.', 'Council'],
    ['Conseil - le mercredi 13 mai 2026 à 19 h 30', 'Conseil'],
    ['Séance extraordinaire du 13 mai 2026', 'Séance extraordinaire'],
    ['Regular Meeting of May 13, 2026', 'Regular Meeting'],
  ])('%j has no date of its own: %j', (name, title) => {
    expect(withoutDate(name, date)).toBe(title)
  })

  it('loses the first day of a month as it is written in French', () => {
    expect(withoutDate('Comité plénier - 1er juin 2026', '2026-06-01')).toBe('Comité plénier')
  })

  it.each(['1er août 2026', '1 aout 2026', '1er aou\u0302t 2026', '1 août. 2026'])(
    'loses a date in French with or without accents: %j',
    (written) => expect(withoutDate(`Conseil - ${written}`, '2026-08-01')).toBe('Conseil'),
  )

  it.each([
    'Council - moved from May 6 to May 13, 2026',
    'Minutes of May 13, 2026',
    'Council - 14 May 2026',
    'Budget 2026',
    'Council - May 13, 2026 at the arena',
    'Council - May 13, 2026, May 14, 2026',
    'Adoption of the minutes of the meeting of May 13, 2026',
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
    'Board of Works (postponed to May 20, 2026) - 13 May 2026',
    'Conseil - Reportée à la séance du 20 mai - 13 mai 2026',
    'Séance ordinaire (remise au 20 mai) - 13 mai 2026',
    'Board of Works CANCELED due to lack of agenda items - 13 May 2026',
    'Conseil - ANNULE\u0301E en raison du verglas - 13 mai 2026',
    'Board of Works • Cancelled • 13 May 2026',
    'Board of Works - will not be held - 13 May 2026',
    "Conseil - n'aura pas lieu - 13 mai 2026",
    'Council Meeting Cancellation - 13 May 2026',
  ])('by its name %j', (name) => expect(isCalledOff(name, date)).toBe(true))

  it.each([
    'Public Hearing on Cancelled Permits - 13 May 2026',
    'Report on postponed works - 13 May 2026',
    'Tax Adjustments: Cancellation, Reduction or Refund - 13 May 2026',
    'Court of Revision (Tax Cancellation) - 13 May 2026',
    'Cancellation of a Contract - 13 May 2026',
    'Conseil (reportée du 6 mai) - 13 mai 2026',
    'Council - will not be held in person - 13 May 2026',
    'Council - 13 May 2026',
  ])('not by its name %j', (name) => expect(isCalledOff(name, date)).toBe(false))
})
