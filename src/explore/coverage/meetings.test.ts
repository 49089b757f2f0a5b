import { describe, expect, it } from 'vitest'
import { summarizeMeetings } from './meetings.tsx'

const none = { meetings: 0, agenda: 0, minutes: 0, video: 0, rollCalls: 0, transcript: 0 }
type Counts = Parameters<typeof summarizeMeetings>[0][number]
const count = (year: string, phase: Counts['phase'], counts: Partial<typeof none>): Counts => ({
  year,
  phase,
  ...none,
  ...counts,
})

describe('summarizeMeetings', () => {
  it('separates recorded, not yet and not recorded, without cancelled meetings', () => {
    const { total, years } = summarizeMeetings([
      count('2025', 'settled', { meetings: 10, agenda: 9, minutes: 4 }),
      count('2026', 'cancelled', { meetings: 2, agenda: 2, minutes: 0 }),
      count('2026', 'open', { meetings: 5, agenda: 3, minutes: 1 }),
    ])
    expect(total).toMatchObject({ meetings: 15, cancelled: 2 })
    expect(total.tallies.agenda).toEqual({ recorded: 12, notYet: 2, notRecorded: 1 })
    expect(total.tallies.minutes).toEqual({ recorded: 5, notYet: 4, notRecorded: 6 })
    expect(years.map(({ year, meetings, cancelled }) => [year, meetings, cancelled])).toEqual([
      ['2025', 10, 0],
      ['2026', 5, 2],
    ])
    expect(years[0]?.tallies.minutes).toEqual({ recorded: 4, notYet: 0, notRecorded: 6 })
    for (const { meetings, tallies } of [total, ...years]) {
      for (const { recorded, notYet, notRecorded } of Object.values(tallies)) {
        expect(recorded + notYet + notRecorded).toBe(meetings)
      }
    }
  })

  it('lists what no meeting has, and what no meeting has yet', () => {
    const settled = summarizeMeetings([
      count('2025', 'settled', { meetings: 3, agenda: 1, minutes: 1 }),
    ])
    expect(settled.present).toEqual(['agenda', 'minutes'])
    expect(settled.absences).toEqual([
      { measure: 'video', isPending: false },
      { measure: 'rollCalls', isPending: false },
      { measure: 'transcript', isPending: false },
    ])
    const open = summarizeMeetings([count('2026', 'open', { meetings: 3, agenda: 1 })])
    expect(open.absences[0]).toEqual({ measure: 'minutes', isPending: true })
  })

  it('includes years without meetings between others', () => {
    const { years } = summarizeMeetings([
      count('2021', 'settled', { meetings: 1 }),
      count('2024', 'settled', { meetings: 2 }),
    ])
    expect(years.map(({ year, meetings }) => [year, meetings])).toEqual([
      ['2021', 1],
      ['2022', 0],
      ['2023', 0],
      ['2024', 2],
    ])
  })

  it('shows the newest 30 years, without filling a gap of centuries', () => {
    const long = Array.from({ length: 60 }, (_, i) =>
      count(String(1967 + i), 'settled', { meetings: 1 }),
    )
    const { years, olderYears, total } = summarizeMeetings(long)
    expect([years.length, years[0]?.year, olderYears, total.meetings]).toEqual([30, '1997', 30, 60])
    const slip = [count('0206', 'settled', { meetings: 1 }), count('2026', 'open', { meetings: 1 })]
    expect(summarizeMeetings(slip).years.map(({ year }) => year)).toEqual(['0206', '2026'])
  })

  it('works without meetings', () => {
    const { years, olderYears, present, total } = summarizeMeetings([])
    expect([years, olderYears, present, total.meetings]).toEqual([[], 0, [], 0])
  })
})
