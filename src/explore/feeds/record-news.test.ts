import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { changed, without } from '../../../test/support/imports/municipality.ts'
import { importRecords } from '../../../test/support/service/import-records.ts'
import { type Service, startService } from '../../../test/support/service/service.ts'
import { type AtomDocument, readAtom } from '../../../test/support/site/atom.ts'
import { sourceOf } from '../../../test/support/towns/town.ts'
import { historyOfRecordMax } from '../../record/history-fields.ts'
import type { ImportRecord } from '../../record/kinds.ts'

const meeting = (key: string, date: string) => ({
  ...{ kind: 'meeting', key, title: key, date, start_time: '18:00', status: 'scheduled' },
})
const item = (of: string, position: number) => ({
  ...{ kind: 'agenda_item', key: `${of} ${position}`, meeting_key: of, position },
  title: `${of} report ${position}`,
})
const motion = (of: string, position: number) => ({
  ...{ kind: 'motion', key: `${of} ${position}`, meeting_key: of, position, result: 'Carried' },
  ...{ text: `That bridge ${position} be painted.`, motion_kind: 'amendment' },
})
const numbers = (count: number) => Array.from({ length: count }, (_, at) => at + 1)
const first = [
  meeting('Bridges', '2026-05-12'),
  ...numbers(3).map((at) => motion('Bridges', at)),
  meeting('Budget', '2026-06-20'),
  ...numbers(30).map((at) => item('Budget', at)),
  meeting('Long', '2026-05-13'),
  ...numbers(100).map((at) => motion('Long', at)),
  meeting('Busy', '2026-06-21'),
  ...numbers(historyOfRecordMax).map((at) => item('Busy', at)),
  { kind: 'matter', key: 'm', identifier: 'R-1', title: 'Weirs', status: 'Open' },
] as unknown as ImportRecord[]
const renamed = first.map((record) =>
  record.kind === 'agenda_item' ? { ...record, title: `${record.title}, revised` } : record,
)
const defeated = changed(renamed, 'motion', 'Bridges 2', { result: 'Defeated' })
const cancelled = changed(without(defeated, 'Budget 1'), 'meeting', 'Budget', {
  status: 'cancelled',
})

let service: Service
const clockAt = (time: string) => ({ now: () => Date.parse(time), monotonic: () => 0 })

beforeAll(async () => {
  // 18:00 and 21:00 in the town.
  service = await startService({ clock: clockAt('2026-06-17T01:00:00Z'), source: sourceOf(first) })
  await importRecords(service, defeated, { clock: clockAt('2026-06-18T01:00:00Z') })
  await importRecords(service, cancelled, { clock: clockAt('2026-06-18T04:00:00Z') })
})
afterAll(() => service.stop())

const readFeed = async (path: string, prefix = ''): Promise<AtomDocument> => {
  const { status, body } = await service.call(`${prefix}/feeds/pemberley/${path}.atom`)
  expect(status).toBe(200)
  return readAtom(body)
}

describe('the feed of a meeting', () => {
  const path = 'meetings/2026-06-20-budget'

  it('has what each import saw of it, with the time before the meeting', async () => {
    const { title, entries, isComplete } = await readFeed(path)
    expect(title).toBe('Budget, June 20, 2026, Town of Pemberley')
    expect(isComplete).toBe(true)
    const page = `${service.url}/pemberley/${path}`
    const times = ['2026-06-18T04:00:00Z', '2026-06-18T01:00:00Z']
    expect(entries.map(({ id }) => id)).toEqual(
      times.map((time) => `${page}#changes-${Date.parse(time)}`),
    )
    const [cancelledNow, revised] = entries
    expect(cancelledNow?.title).toBe(
      'What changed: Status: Cancelled (before: Scheduled) · Removed from the agenda: Budget report 1, revised',
    )
    expect(cancelledNow?.summary).toBe(
      'On Wednesday, June 17, 2026, between 6:00 p.m. and 9:00 p.m., at least 69 hours before the meeting',
    )
    expect(revised?.title).toContain('Budget report 20, revised (before: Budget report 20)')
    expect(revised?.title).toMatch(/ · and 10 more changes$/)
  })

  it('has its motions', async () => {
    const { entries, isComplete, links } = await readFeed('meetings/2026-05-12-bridges')
    expect(isComplete).toBe(true)
    const results = entries.map(({ summary }) => summary.replace(/ · .*/, ''))
    const amendments = ['carried', 'defeated', 'carried'].map((result) => `Amendment ${result}`)
    expect(results).toEqual(amendments)
    expect(links.alternate).toBe(`${service.url}/pemberley/meetings/2026-05-12-bridges`)
  })

  it('is in French', async () => {
    const { title, entries } = await readFeed(path, '/fr')
    expect(title).toBe('Budget, le 20 juin 2026, Ville de Pemberley')
    expect(entries[0]?.title).toContain('Ce qui a changé\u00a0: État\u00a0: Annulée')
    expect(entries[1]?.title).toMatch(/ · et 10 autres changements$/)
  })

  it('does not say that it has all entries where it may not', async () => {
    const long = await readFeed('meetings/2026-05-13-long')
    expect([long.entries.length, long.isComplete]).toEqual([100, false])
    const busy = await readFeed('meetings/2026-06-21-busy')
    expect([busy.entries.length, busy.isComplete]).toEqual([1, false])
  })
})

describe('the feed of a motion', () => {
  const path = 'motions/2026-05-12-bridges-motion-2'

  it('has the motion and what was changed in it', async () => {
    const { title, entries, isComplete } = await readFeed(path)
    expect(isComplete).toBe(true)
    const page = `${service.url}/pemberley/${path}`
    expect(entries.map(({ id }) => id)).toEqual([
      `${page}#changes-${Date.parse('2026-06-18T01:00:00Z')}`,
      page,
    ])
    expect(entries[0]?.title).toBe('What changed: Result: Defeated (before: Carried)')
    expect(title).toBe(`${entries[1]?.title}, Town of Pemberley`)
    const french = await readFeed(path, '/fr')
    // As an amendment is in French.
    expect(french.entries[0]?.title).toContain('Résultat\u00a0: Rejeté (avant\u00a0: Adopté)')
  })
})

describe('the feed of a record', () => {
  it.each(['meetings/2026-06-20-budget', 'motions/2026-05-12-bridges-motion-2', 'matters/r-1'])(
    'is named by its page: %s',
    async (path) => {
      for (const prefix of ['', '/fr']) {
        const { body } = await service.call(`${prefix}/pemberley/${path}`)
        const feed = `${service.url}${prefix}/feeds/pemberley/${path}.atom`
        expect(body).toContain(
          `<link rel="alternate" type="application/atom+xml" href="${feed}" title=`,
        )
      }
    },
  )

  it.each(['meetings/nothing', 'motions/nothing', 'motions/a,b', 'matters/nothing'])(
    'that does not exist is not found: %s',
    async (path) => {
      expect((await service.call(`/feeds/pemberley/${path}.atom`)).status).toBe(404)
    },
  )
})

describe('the feed of a list', () => {
  it('says that it has all entries if it has fewer than a hundred', async () => {
    expect((await readFeed('meetings')).isComplete).toBe(true)
    expect((await readFeed('motions')).isComplete).toBe(false)
    const search = await service.call('/feeds/pemberley/search.atom?q=weirs')
    expect(readAtom(search.body)).toMatchObject({ isComplete: false, isArchive: false })
  })

  it('keeps the filters of its page in the link of the page', async () => {
    const { body } = await service.call('/pemberley/motions?result=Defeated&view=table')
    expect(body).toContain(`href="${service.url}/feeds/pemberley/motions.atom?result=Defeated"`)
  })
})
