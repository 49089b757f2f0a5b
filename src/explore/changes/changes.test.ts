import { hash } from 'node:crypto'
import { brotliCompressSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { planOf, statementsOf } from '../../../test/support/database/plans.ts'
import { changed, without } from '../../../test/support/imports/municipality.ts'
import { importRecords } from '../../../test/support/service/import-records.ts'
import { type Service, startService } from '../../../test/support/service/service.ts'
import { hrefsOf, textOf } from '../../../test/support/site/page-content.ts'
import { sourceOf } from '../../../test/support/towns/town.ts'
import type { ImportRecord } from '../../record/kinds.ts'

const items = Array.from({ length: 12 }, (_, at) => `Report on ditch ${at}`)
const text = (of: string) => hash('sha512', of).slice(0, 100).replace(/.{9}/g, '$& ')
/** More meetings than a page shows, with long titles. */
const many = (title: string) =>
  Array.from({ length: 40 }, (_, at) => [
    {
      kind: 'meeting',
      key: `m${at}`,
      title: `Many ${at}`,
      date: '2026-07-01',
      status: 'scheduled',
    },
    ...[0, 1, 2, 3, 4].map((position) => ({
      ...{ kind: 'agenda_item', key: `m${at} ${position}`, meeting_key: `m${at}`, position },
      title: text(`${title} ${at} ${position}`),
    })),
  ]).flat()
const first = [
  {
    ...{ kind: 'meeting', key: 'budget', title: 'Budget night', date: '2026-06-20' },
    ...{ start_time: '18:00', status: 'scheduled' },
  },
  ...items.map((title, position) => ({
    ...{ kind: 'agenda_item', key: title, meeting_key: 'budget', title, position },
  })),
  { kind: 'meeting', key: 'parks', title: 'Parks', date: '2026-06-21', status: 'scheduled' },
  { kind: 'matter', key: 'ditches', identifier: 'R-1', title: 'Ditches', status: 'Open' },
  ...many('before'),
] as unknown as ImportRecord[]
const changes = many('after')
const now = first.map((record) => changes.find(({ key }) => key === record.key) ?? record)
const removed = without(now as ImportRecord[], items[0] ?? '')
const cancelled = changed(
  changed(removed, 'meeting', 'parks', { status: 'cancelled' }),
  'matter',
  'ditches',
  {
    status: 'Closed',
  },
)
const renamed = items
  .slice(1, 9)
  .reduce((all, key) => changed(all, 'agenda_item', key, { title: `${key}, revised` }), cancelled)
const recorded = changed(renamed, 'meeting', 'budget', { video_url: 'https://pemberley.example/v' })

let service: Service
const browser = { headers: { accept: 'text/html' } }
// 18:00 in the town.
const at = (day: string) => ({ now: () => Date.parse(`${day}T01:00:00Z`), monotonic: () => 0 })

beforeAll(async () => {
  let time = at('2026-05-10')
  const clock = { now: () => time.now(), monotonic: () => 0 }
  service = await startService({ clock, source: sourceOf(first) })
  for (const [day, records] of [
    ['2026-05-20', now as ImportRecord[]],
    ['2026-06-02', removed],
    ['2026-06-10', cancelled],
    ['2026-06-12', renamed],
    ['2026-06-13', recorded],
  ] as const) {
    time = at(day)
    await importRecords(service, records, { clock })
  }
})
afterAll(() => service.stop())

const open = async (path: string) => (await service.call(path, browser)).body
const lines = async (path: string) => {
  const [, html = ''] = /<main.*?<h1>(.*?)<nav/s.exec(await open(path)) ?? []
  return textOf(html.replaceAll(/<(?:p|li|h2)[^>]*>/g, '\n')).split(/\n+/)
}

describe('what changed in agendas', () => {
  it('is read in one statement besides the lookup of the council', async () => {
    const all = await statementsOf(service, () => service.call('/pemberley/changes', browser))
    const [own = '', ...others] = all.filter((text) => !text.includes('"divisionId"'))
    expect(others).toEqual([])
    expect((await planOf(service, own)).scans).toEqual([])
  })

  it('is a page of seven days, by import and meeting', async () => {
    expect(await lines('/pemberley/changes')).toEqual([
      'What changed in agendas',
      'From June 6, 2026 to June 12, 2026',
      expect.stringContaining('Minutes and recordings'),
      'Budget night, June 20, 2026',
      'Between 6:00 p.m. on Tuesday, June 9, 2026 and 6:00 p.m. on Thursday, June 11, 2026, at least 9 days before the meeting',
      ...[1, 2, 3, 4].map(
        (at) =>
          `Agenda item renamed: Report on ditch ${at}, revised (before: Report on ditch ${at})`,
      ),
      'And 4 more changes, on the page of the meeting.',
      'Parks, June 21, 2026',
      'Between 6:00 p.m. on Monday, June 1, 2026 and 6:00 p.m. on Tuesday, June 9, 2026',
      'Status: Cancelled (before: Scheduled)',
    ])
  })

  it('leads to earlier days that have changes', async () => {
    const earlier = hrefsOf(await open('/pemberley/changes')).find(
      (href) => href.includes('date_to') && !href.includes('csv'),
    )
    expect(earlier).toBe('/pemberley/changes?date_to=2026-06-01')
    const text = await lines(earlier ?? '')
    expect(text).toContain('From May 26, 2026 to June 1, 2026')
    expect(text).toContain('Removed from the agenda: Report on ditch 0')
  })

  it('says that a week has none, and rejects what is not a date', async () => {
    expect(await lines('/pemberley/changes?date_to=2026-05-01')).toContain(
      'No import saw a change in these seven days.',
    )
    expect((await service.call('/pemberley/changes?date_to=never', browser)).status).toBe(400)
  })

  it('is a page in French', async () => {
    const text = await lines('/fr/pemberley/changes')
    expect(text).toContain('Du 6 juin 2026 au 12 juin 2026')
    expect(text).toContain('État\u00a0: Annulée (avant\u00a0: Prévue)')
    expect(text).toContain('Et 4 autres changements, sur la page de la réunion.')
  })

  it('is linked from the meetings if there is anything', async () => {
    expect(hrefsOf(await open('/pemberley/meetings'))).toContain('/pemberley/changes')
  })

  it('is a table of the week', async () => {
    const { body, headers } = await service.call('/pemberley/changes.csv')
    const [head, ...rows] = body.trimEnd().split('\r\n')
    expect(head).toBe(
      'seen_at,not_before,meeting_slug,meeting_title,meeting_date,field,old,new,about_kind,about_title,url',
    )
    expect(headers.get('reeve-rows')).toBe(String(rows.length))
    expect(rows).toHaveLength(9)
    expect(rows.at(-1)).toContain(
      '2026-06-10T01:00:00.000Z,2026-06-02T01:00:00.000Z,2026-06-21-parks,Parks,2026-06-21,status,scheduled,cancelled,meeting',
    )
    const earlier = await service.call('/pemberley/changes.csv?date_to=2026-06-01')
    expect(earlier.body.trimEnd().split('\r\n')).toHaveLength(2)
  })

  it('is a feed, with an entry for each import and meeting that never changes', async () => {
    const { body } = await service.call('/feeds/pemberley/changes.atom')
    const ids = [...body.matchAll(/<id>([^<]*)<\/id>/g)].map(([, id]) => id)
    expect(new Set(ids).size).toBe(44)
    expect(body).toContain('<title>Changed: Parks, June 21, 2026</title>')
    expect(body).toContain('<updated>2026-06-10T01:00:00.000Z</updated>')
    expect(body).toContain('Status: Cancelled (before: Scheduled)')
    expect(body).toContain('Report on ditch 8')
    expect(await open('/pemberley/follow/changes')).toContain('Changed: Parks, June 21, 2026')
  })

  it('is in the feed of a matter', async () => {
    const { body } = await service.call('/feeds/pemberley/matters/r-1.atom')
    expect(body).toContain('<title>What changed: Status: Closed (before: Open)</title>')
    expect(body).toContain('/pemberley/matters/r-1#changes-')
    const french = (await service.call('/fr/feeds/pemberley/matters/r-1.atom')).body
    expect(french).toContain(
      '<title>Ce qui a changé\u00a0: État\u00a0: Terminé (avant\u00a0: En cours)</title>',
    )
  })

  it('has a bound, and says where the rest is', async () => {
    const path = '/pemberley/changes?date_to=2026-05-19'
    const all = await lines(path)
    expect(all.filter((line) => line.startsWith('Many '))).toHaveLength(30)
    expect(all.filter((line) => line.startsWith('Agenda item renamed'))).toHaveLength(150)
    expect(all.at(-1)).toBe('The spreadsheet below has all changes of these days.')
    const html = await open(path)
    expect(brotliCompressSync(html).length).toBeLessThan(20_000)
    const next = /<a href="([^"]*)" rel="next"/.exec(html)?.[1] ?? ''
    expect(next).toBe('/pemberley/changes?date_to=2026-05-18')
    expect(await open(next)).not.toContain('rel="next"')
    const { body } = await service.call('/pemberley/changes.csv?date_to=2026-05-19')
    expect(body.trimEnd().split('\r\n')).toHaveLength(1 + 200)
  })
})
