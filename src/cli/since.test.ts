import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type FreshStore, freshTown } from '../../test/support/database/fresh-store.ts'
import { sourceOf, town } from '../../test/support/towns/town.ts'
import { dayMs } from '../core/calendar-date.ts'
import { importInto } from './import-run.ts'

let fresh: FreshStore
beforeEach(async () => {
  fresh = await freshTown()
})
afterEach(() => fresh.remove())

interface RunOptions {
  since?: string
  importer?: string
  source?: string
  dryRun?: boolean
  /** Whether the source has an invalid record. */
  fails?: boolean
  /** Duration in days. */
  takes?: number
}

/** Imports on a day; returns the start date that the source was opened with, null for everything. */
async function importOn(day: string, options: RunOptions = {}): Promise<string | null | undefined> {
  const { since, importer = 'legistar', source = 'legistar:town', dryRun = false } = options
  const { fails = false, takes = 0 } = options
  let now = Date.parse(`${day}T23:30:00Z`)
  let startDate: string | null | undefined
  const importing = importInto(fresh.databaseUrl, {
    importer,
    since,
    open: async (openOptions) => {
      startDate = await openOptions.since?.(source)
      now += takes * dayMs
      const records = fails
        ? [{ kind: 'person', key: '7' }]
        : [{ kind: 'person', key: '7', name: 'Vera Ng' }]
      return { ...sourceOf(records, source), since: startDate ?? null }
    },
    municipality: town.slug,
    prune: false,
    dryRun,
    clock: { now: () => now, monotonic: () => now },
  })
  if (fails) await expect(importing).rejects.toThrow('1 error')
  else await importing
  return startDate
}

const last = (day: string, options: RunOptions = {}) =>
  importOn(day, { ...options, since: 'last', dryRun: true })

describe('the last import, for --since last', () => {
  it('does not exist before the first import, then is the day on which it began, not ended', async () => {
    expect(await last('2026-11-01')).toBe(null)
    await importOn('2026-11-01', { takes: 2 })
    expect(await last('2026-11-05')).toBe('2026-11-01')
    expect(await importOn('2026-11-05', { since: 'last' })).toBe('2026-11-01')
    expect(await last('2026-11-06')).toBe('2026-11-05')
  })

  it('is not a dry run or a rejected import', async () => {
    await importOn('2026-11-01')
    await importOn('2026-11-02', { dryRun: true })
    await importOn('2026-11-03', { fails: true })
    await importOn('2026-11-04', { since: 'last', fails: true })
    expect(await last('2026-11-05')).toBe('2026-11-01')
  })

  it('is of the same importer and source', async () => {
    await importOn('2026-11-01')
    expect(await last('2026-11-05', { importer: 'legistar-archive' })).toBe(null)
    expect(await last('2026-11-05', { source: 'legistar:village' })).toBe(null)
    expect(await last('2026-11-05')).toBe('2026-11-01')
  })

  it('is not one that left days before it unread', async () => {
    await importOn('2026-11-01', { since: '2026-10-30' })
    expect(await last('2026-11-02')).toBe(null)
    await importOn('2026-11-02')
    await importOn('2026-11-20', { since: '2026-11-03' })
    expect(await last('2026-11-21')).toBe('2026-11-02')
    await importOn('2026-11-21', { since: '2026-11-02' })
    expect(await last('2026-11-22')).toBe('2026-11-21')
  })

  it('is not one that began in the future because the clock was wrong', async () => {
    await importOn('2027-11-01')
    expect(await last('2026-11-01')).toBe(null)
    await importOn('2026-11-01', { since: '2026-10-31' })
    expect(await last('2026-11-02')).toBe(null)
    await importOn('2026-11-02', { since: 'last' })
    expect(await last('2026-11-03')).toBe('2026-11-02')
  })
})
