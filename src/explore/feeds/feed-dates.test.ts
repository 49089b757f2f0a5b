import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { importRecords } from '../../../test/support/service/import-records.ts'
import { type Service, startService } from '../../../test/support/service/service.ts'
import { sourceOf } from '../../../test/support/towns/town.ts'

const imported = '2026-06-01T18:00:00.000Z'
const corrected = '2026-06-01T19:00:00.000Z'
const clockAt = (time: string) => ({ now: () => Date.parse(time), monotonic: () => 0 })

const meeting = (key: string, date: string) => ({
  ...{ kind: 'meeting', key, date, title: key, status: 'completed', organization_key: 'o' },
})
const motion = (key: string, text: string) => ({
  ...{ kind: 'motion', key, text, result: 'Carried', position: 1, meeting_key: key },
})
const vote = { person_key: 'p', name: 'Ada Fell', value: 'For' }
const records = [
  { kind: 'organization', key: 'o', name: 'Town Council', classification: 'council' },
  { kind: 'person', key: 'p', name: 'Ada Fell' },
  { kind: 'bylaw', key: 'b-1', title: 'Orchard By-law', year: 2026, passed_date: '2025-12-18' },
  { kind: 'bylaw', key: 'b-2', title: 'Ditch By-law', year: 2025 },
  { kind: 'bylaw', key: 'b-3', title: 'Ferry By-law', year: 2026 },
  { kind: 'matter', key: 'm', title: 'Orchard walls', identifier: 'R-1' },
  meeting('winter', '2026-01-20'),
  // Clocks change in the night before.
  meeting('spring', '2026-03-08'),
  meeting('today', '2026-06-01'),
  meeting('ahead', '2026-06-10'),
  {
    ...motion('winter', 'THAT the orchard be walled.'),
    ...{ matter_key: 'm', bylaw_keys: ['b-2'], votes: [vote] },
  },
  { ...motion('spring', 'THAT the orchard wall be painted.'), matter_key: 'm', votes: [vote] },
  { ...motion('undated', 'THAT the orchard stay.'), meeting_key: null, matter_key: 'm' },
]

let service: Service
beforeAll(async () => {
  service = await startService({ clock: clockAt(imported), source: sourceOf(records) })
  const later = records.map((record) =>
    record.key === 'spring' && record.kind === 'motion'
      ? { ...record, text: 'THAT the orchard wall be repainted.' }
      : record,
  )
  await importRecords(service, later, { clock: clockAt(corrected) })
})
afterAll(() => service.stop())

/** What the entries of a feed are named and when they were published and changed. */
async function entriesOf(feed: string): Promise<[title: string, published: string, at: string][]> {
  const { status, body } = await service.call(`/feeds/pemberley/${feed}`)
  expect(status).toBe(200)
  const textOf = (entry: string, name: string) =>
    new RegExp(`<${name}>([^<]*)</${name}>`).exec(entry)?.[1] ?? 'unknown'
  return [...body.matchAll(/<entry>.*?<\/entry>/gs)].map(([entry]) => [
    textOf(entry, 'title'),
    textOf(entry, 'published'),
    textOf(entry, 'updated'),
  ])
}

const [winter, spring] = ['2026-01-20T00:00:00-08:00', '2026-03-08T00:00:00-08:00']
const repainted = 'the orchard wall be repainted'
const walled = 'the orchard be walled'

describe('an entry is published on the day of the decision, there, and updated when it changed:', () => {
  it.each(['motions.atom', 'bodies/town-council.atom', 'matters/r-1.atom'])('%s', async (feed) => {
    const entries = await entriesOf(feed)
    expect(entries.map(([, ...dates]) => dates).slice(0, 2)).toEqual([
      [spring, corrected],
      [winter, imported],
    ])
  })

  it('and says on which report, if no agenda item does', async () => {
    const { body } = await service.call('/feeds/pemberley/motions.atom')
    expect(body).toContain('<summary>Carried 1 to 0 · January 20, 2026 · Orchard walls</summary>')
  })

  it('unless its day is unknown', async () => {
    const last = (await entriesOf('motions.atom')).at(-1)
    expect(last?.slice(1)).toEqual(['unknown', imported])
  })

  it('the votes of a person', async () => {
    const entries = await entriesOf('people/ada-fell.atom')
    expect(entries.map(([, ...dates]) => dates)).toEqual([
      [spring, corrected],
      [winter, imported],
    ])
  })

  it('a meeting to come has no such day yet', async () => {
    const days = (await entriesOf('meetings.atom')).map(([, published]) => published)
    expect(days).toEqual(['unknown', '2026-06-01T00:00:00-07:00', spring, winter])
  })

  it('by-laws follow the day on which they were passed, not their number', async () => {
    const entries = await entriesOf('bylaws.atom')
    expect(entries.map(([title, published]) => [title, published])).toEqual([
      ['Ditch By-law', winter],
      ['Orchard By-law', '2025-12-18T00:00:00-08:00'],
      ['Ferry By-law', 'unknown'],
    ])
  })

  it('results of a search', async () => {
    const entries = await entriesOf('search.atom?q=orchard&type=motions')
    expect(entries).toEqual([
      [expect.stringContaining(repainted), spring, corrected],
      [expect.stringContaining(walled), winter, imported],
      [expect.stringContaining('orchard stay'), 'unknown', imported],
    ])
  })
})
