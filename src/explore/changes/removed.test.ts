import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { changed, without } from '../../../test/support/imports/municipality.ts'
import { importRecords } from '../../../test/support/service/import-records.ts'
import { type Service, startService } from '../../../test/support/service/service.ts'
import { hrefsOf, textOf } from '../../../test/support/site/page-content.ts'
import { sourceOf } from '../../../test/support/towns/town.ts'
import type { ImportRecord } from '../../record/kinds.ts'

const meeting = (key: string, title: string, date: string) => ({
  ...{ kind: 'meeting', key, title, date, status: 'scheduled', location: 'Hall' },
})
const first = [
  meeting('gone', 'Drains', '2026-06-25'),
  meeting('later', 'Later', '2026-06-24'),
  meeting('past', 'Past', '2026-06-02'),
  meeting('sooner', 'Sooner', '2026-06-22'),
  meeting('off', 'Off', '2026-06-28'),
  ...[1, 2, 3, 4].map((position) => ({
    ...{ kind: 'agenda_item', key: `i${position - 1}`, meeting_key: 'later', position },
    ...{ title: `Item ${position - 1}`, item_number: `${position}` },
  })),
  { kind: 'motion', key: 'm', meeting_key: 'past', position: 0, text: 'That the pump be sold.' },
  { kind: 'motion', key: 'm2', meeting_key: 'past', position: 1, text: 'That the pump be mended.' },
] as unknown as ImportRecord[]
const moved = ['past', 'sooner', 'later'].reduce(
  (all, key) => changed(all, 'meeting', key, { location: 'School' }),
  changed(without(first, 'gone', 'm'), 'meeting', 'off', { status: 'cancelled' }),
)
const renumbered = changed(moved, 'agenda_item', 'i3', { position: 0, item_number: '0' })
const more = ['i0', 'i1', 'i2'].reduce(
  (all, key) => changed(all, 'agenda_item', key, { title: `New ${key}` }),
  renumbered,
)

let service: Service
const browser = { headers: { accept: 'text/html' } }
const at = (day: string) => ({ now: () => Date.parse(`${day}T01:00:00Z`), monotonic: () => 0 })
beforeAll(async () => {
  let time = at('2026-06-10')
  const clock = { now: () => time.now(), monotonic: () => 0 }
  service = await startService({ clock, source: sourceOf(first) })
  time = at('2026-06-11')
  await importRecords(service, more, { clock, prune: true })
})
afterAll(() => service.stop())

const open = async (path: string) => (await service.call(path, browser)).body
const lines = (html: string) => {
  const [, main = ''] = /<main(.*?)<\/main/s.exec(html) ?? []
  return textOf(main.replaceAll(/<(?:p|li|h2)[^>]*>/g, '\n')).split(/\n+/)
}

describe('a meeting that the source no longer has', () => {
  it('is first of what an import saw, before meetings to come by day and earlier ones', async () => {
    const text = lines(await open('/pemberley/changes'))
    const titles = text.filter(
      (line) => /, 2026$/.test(line) && !/^(?:From|Between|Source)/.test(line),
    )
    expect(titles).toEqual([
      'Meeting removed: Drains, June 25, 2026',
      'Off, June 28, 2026',
      'Sooner, June 22, 2026',
      'Later, June 24, 2026',
      'Past, June 2, 2026',
    ])
    expect(text[text.indexOf('Meeting removed: Drains, June 25, 2026') + 1]).toMatch(/^Between 6/)
    expect(text.filter((line) => line.startsWith('Motion removed: '))).toEqual([
      expect.stringContaining('pump'),
    ])
  })

  it('leaves several lines of a meeting to its page, which says between which numbers an item moved', async () => {
    const text = lines(await open('/pemberley/changes'))
    const [from, to] = ['Later, June 24, 2026', 'Past, June 2, 2026'].map((one) =>
      text.indexOf(one),
    )
    expect(text.slice(from, to).filter((line) => line.startsWith('And '))).toEqual([
      'And 2 more changes, on the page of the meeting.',
    ])
    const page = lines(await open('/pemberley/meetings/2026-06-24-later'))
    expect(page.join('\n')).toContain('Moved on the agenda, from item 4 to item 0: Item 3')
    expect(page).toContain('“Item 3” is now item 0; it was item 4')
  })

  it('is in the page in French, the table and the feed, without a link to its page', async () => {
    const french = lines(await open('/fr/pemberley/changes'))
    expect(french).toContain('Réunion retirée\u00a0: Drains, le 25 juin 2026')
    const { body: table } = await service.call('/pemberley/changes.csv')
    expect(table).toMatch(
      /2026-06-25-drains,Drains,2026-06-25,meeting,2026-06-25,,meeting,Drains,\S+\/pemberley\/changes\r\n/,
    )
    const { body: feed } = await service.call('/feeds/pemberley/changes.atom')
    expect(feed).toContain('<title>Meeting removed: Drains, June 25, 2026</title>')
    const pages = hrefsOf(await open('/pemberley/changes'))
    expect(pages.filter((href) => href.includes('drains'))).toEqual([])
  })
})
