import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { freshImports, type Imports } from '../../../test/support/imports/municipality.ts'
import { town } from '../../../test/support/towns/town.ts'
import type { RecordOf } from '../../record/kinds.ts'

let imports: Imports
beforeEach(async () => {
  imports = await freshImports()
})
afterEach(() => imports.remove())

const meeting = (key: string, date: string, rest: Partial<RecordOf<'meeting'>>) => {
  const base = { title: 'Council', date, status: 'completed' as const }
  return { kind: 'meeting' as const, key, ...base, ...rest }
}

describe('the start of a meeting', () => {
  // The clocks went forward on 2024-03-10 and back on 2024-11-03.
  it.each([
    ['America/Toronto', '2024-03-09', '19:00', '2024-03-09T19:00:00-05:00'],
    ['America/Toronto', '2024-03-11', '19:00', '2024-03-11T19:00:00-04:00'],
    ['America/Toronto', '2024-11-02', '19:00', '2024-11-02T19:00:00-04:00'],
    ['America/Toronto', '2024-11-03', '19:00', '2024-11-03T19:00:00-05:00'],
    ['America/Vancouver', '2024-03-09', '09:30', '2024-03-09T09:30:00-08:00'],
    ['America/Vancouver', '2024-07-01', '09:30', '2024-07-01T09:30:00-07:00'],
    ['America/St_Johns', '2024-01-15', '00:00', '2024-01-15T00:00:00-03:30'],
    ['America/St_Johns', '2024-06-15', '23:59', '2024-06-15T23:59:00-02:30'],
    ['America/Regina', '2024-06-15', '12:00', '2024-06-15T12:00:00-06:00'],
    // A skipped and a repeated hour: both are resolved with the offset before the change of the clocks.
    ['America/Toronto', '2024-03-10', '02:30', '2024-03-10T03:30:00-04:00'],
    ['America/Toronto', '2024-11-03', '01:30', '2024-11-03T01:30:00-04:00'],
  ])('in %s on %s at %s is %s', async (timeZone, date, start_time, expected) => {
    const there = await freshImports({ ...town, timeZone })
    await there.run([meeting('g', date, { start_time })])
    expect((await there.row('meetings', 'g')).starts_at).toBe(expected)
    await there.remove()
  })

  it('without a time is unknown', async () => {
    await imports.run([meeting('g', '2024-01-01', { end_time: '20:00' })])
    expect((await imports.row('meetings', 'g')).starts_at).toBeNull()
  })

  it('is before its end: an earlier end time is on the next day, also when the clocks change', async () => {
    await imports.run([meeting('g', '2024-03-09', { start_time: '19:00', end_time: '03:30' })])
    expect(await imports.row('meetings', 'g')).toMatchObject({
      date: '2024-03-09',
      starts_at: '2024-03-09T19:00:00-08:00',
      ends_at: '2024-03-10T03:30:00-07:00',
    })
  })
})
