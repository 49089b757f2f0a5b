import { hash } from 'node:crypto'
import { brotliCompressSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { planOf, statementsOf } from '../../../../test/support/database/plans.ts'
import { changed, without } from '../../../../test/support/imports/municipality.ts'
import { importRecords } from '../../../../test/support/service/import-records.ts'
import { type Service, startService } from '../../../../test/support/service/service.ts'
import { textOf } from '../../../../test/support/site/page-content.ts'
import { sourceOf } from '../../../../test/support/towns/town.ts'
import type { ImportRecord } from '../../../record/kinds.ts'
import { shownLength } from './queries.ts'

const titles = Array.from({ length: 30 }, (_, at) => `Report on ditch ${at}`)
const browser = { headers: { accept: 'text/html' } }
const documents = (count: number) =>
  Array.from({ length: count }, (_, at) => ({
    title: `File ${at} ${hash('sha512', `${at}`).replace(/.{8}/g, '$& ')}`,
    url: `https://pemberley.example/${at}.pdf`,
  }))
const worded = (month: string) =>
  `${'Whereas the drains are old, '.repeat(12)}be it resolved that the policy of ditches be adopted by the council in ${month}.`
const first = [
  { kind: 'organization', key: 'council', name: 'Council', classification: 'council' },
  {
    ...{ kind: 'meeting', key: 'budget', title: 'Budget night', date: '2026-06-10' },
    ...{ start_time: '18:00', status: 'scheduled', organization_key: 'council' },
    ...{ location: 'Town hall', agenda_url: 'https://pemberley.example/agenda' },
  },
  ...titles.map((title, position) => ({
    ...{ kind: 'agenda_item', key: title, meeting_key: 'budget', title, position },
    item_number: `${position + 1}.`,
  })),
  { kind: 'meeting', key: 'large', title: 'Drains', date: '2026-06-11', status: 'scheduled' },
  { kind: 'meeting', key: 'same', title: 'Same', date: '2026-06-12', status: 'scheduled' },
  {
    ...{ kind: 'meeting', key: 'quiet', title: 'Quiet', date: '2026-06-12', status: 'scheduled' },
    documents: [{ title: 'Agenda', url: 'https://pemberley.example/1.pdf', type: 'agenda' }],
  },
  {
    ...{ kind: 'motion', key: 'worded', identifier: 'worded', meeting_key: 'budget', position: 2 },
    ...{ text: worded('May'), result: 'Carried' },
  },
  {
    ...{ kind: 'motion', key: 'voted', identifier: 'voted', meeting_key: 'budget', position: 1 },
    ...{ text: 'That the ditch be dredged.', result: 'Carried', mover_name: 'A. Moss' },
    votes: [
      { name: 'A. Moss', value: 'For' },
      { name: 'B. Reed', value: 'For' },
    ],
    tally: { for: 2, against: 0 },
  },
  { kind: 'matter', key: 'ditches', identifier: 'R-1', title: 'Ditches', status: 'Open' },
] as unknown as ImportRecord[]

let service: Service
const at = (time: string) => ({ now: () => Date.parse(time), monotonic: () => 0 })
const sync = (records: readonly ImportRecord[], time: string) =>
  importRecords(service, records, { clock: at(time) })
const long = 'x'.repeat(shownLength + 1)

const renumbered = first.map((record, at) =>
  record.kind === 'agenda_item' && record.title !== titles[0]
    ? { ...record, position: 80 - at, item_number: `9.${at}` }
    : record,
)
const voted = changed(
  changed(without(renumbered, titles[0] ?? ''), 'meeting', 'budget', {
    ...{ location: 'School', start_time: '19:00', agenda_url: null },
  }),
  'motion',
  'voted',
  {
    ...{ result: 'Defeated', text: 'That the ditch be filled.' },
    votes: [
      { name: 'A. Moss', value: 'For' },
      { name: 'B. Reed', value: 'Against' },
    ],
  },
)
const reworded = changed(
  changed(voted, 'motion', 'worded', { text: worded('June') }),
  'meeting',
  'quiet',
  { documents: [{ title: 'Agenda', url: 'https://pemberley.example/2.pdf', type: 'agenda' }] },
)
const closed = changed(reworded, 'matter', 'ditches', { status: 'Closed', title: long })
const off = changed(closed, 'meeting', 'budget', { status: 'cancelled', start_time: '19:00' })

beforeAll(async () => {
  // 14:00 and 20:00 of the day before the meeting in the town.
  service = await startService({ clock: at('2026-06-09T21:00:00Z'), source: sourceOf(first) })
  await sync(voted, '2026-06-10T03:00:00Z')
  await sync(closed, '2026-06-11T03:00:00Z')
  await importRecords(service, off, { clock: at('2026-06-11T04:30:00Z'), importer: 'other' })
  for (const [hour, count] of [0, 70, 0, 70].entries())
    await sync(
      changed(off, 'meeting', 'large', { documents: documents(count) }),
      `2026-06-12T0${hour}:00:00Z`,
    )
})
afterAll(() => service.stop())

const page = async (path: string) => (await service.call(path, browser)).body
/** The lines of the section. */
const section = async (path: string) => {
  const [, html = ''] = /<h2 id="changes">(.*?)(?:<h2|<aside|<\/main)/s.exec(await page(path)) ?? []
  return textOf(html.replaceAll(/<(?:p|li|summary)[^>]*>/g, '\n')).split(/\n+/)
}
const meeting = '/pemberley/meetings/2026-06-10-budget-night'
const drains = '/pemberley/meetings/2026-06-11-drains'

describe('what changed', () => {
  it.each([meeting, '/pemberley/motions/motion-voted', '/pemberley/matters/r-1'])(
    '%s is read in at most six statements, without a scan of the changes',
    async (path) => {
      const statements = await statementsOf(service, () => service.call(path, browser))
      expect(statements.length, statements.join('\n')).toBeLessThanOrEqual(6)
      const [own = ''] = statements.filter((text) => text.includes('record_changes'))
      expect((await planOf(service, own)).scans).toEqual([])
    },
  )

  it('says between which imports, and how long before the meeting', async () => {
    const lines = await section(meeting)
    expect(lines.filter((line) => !/^(?:“|Moved on)/.test(line))).toEqual([
      'What changed',
      expect.stringContaining('what it said before'),
      'Seen at 9:30 p.m. on Wednesday, June 10, 2026; when it happened is not recorded',
      'Status: Cancelled (before: Scheduled)',
      'On Tuesday, June 9, 2026, between 2:00 p.m. and 8:00 p.m., at least 23 hours before the meeting',
      'Start: 7:00 p.m. (before: 6:00 p.m.)',
      'Location: School (before: Town hall)',
      'Agenda: link removed',
      'Removed from the agenda: Report on ditch 0',
      '29 agenda items have other numbers',
      '28 agenda items were moved',
      'And 22 more changes, in the API: /api/v1/pemberley/meetings/2026-06-10-budget-night/history',
    ])
    expect(lines).toContain('“Report on ditch 1” is now item 9.3; it was item 2.')
  })

  it('is said in French', async () => {
    const lines = await section(`/fr${meeting}`)
    for (const line of [
      'Constaté le mercredi 10 juin 2026 à 21 h 30; le moment du changement n’est pas consigné',
      'État : Annulée (avant : Prévue)',
      'Le mardi 9 juin 2026, entre 14 h et 20 h, au moins 23 heures avant la réunion',
      'Début : 19 h (avant : 18 h)',
      'Retiré de l’ordre du jour : Report on ditch 0',
      '28 points ont été déplacés',
    ])
      expect(lines).toContain(line)
  })

  it('is said of a motion, without the hours before the meeting', async () => {
    expect(await section('/pemberley/motions/motion-voted')).toEqual([
      'What changed',
      expect.stringContaining('what it said before'),
      'On Tuesday, June 9, 2026, between 2:00 p.m. and 8:00 p.m.',
      'Text: That the ditch be filled. (before: That the ditch be dredged.)',
      'Result: Defeated (before: Carried)',
      'B. Reed: Against (before: For)',
    ])
    expect(await section('/fr/pemberley/motions/motion-voted')).toContain(
      'Résultat : Rejetée (avant : Adoptée)',
    )
  })

  it('is said of a long text from shortly before what is other', async () => {
    const lines = await section('/pemberley/motions/motion-worded')
    expect(lines.at(-1)).toBe(
      'Text: …of ditches be adopted by the council in June. (before: …of ditches be adopted by the council in May.)',
    )
    const feed = (await service.call('/feeds/pemberley/motions/motion-worded.atom')).body
    expect(feed).toContain('by the council in June. (before: …of ditches')
  })

  it('is said of a document with another file', async () => {
    const worded = '/pemberley/meetings/2026-06-12-quiet'
    expect((await section(worded)).at(-1)).toBe('New file: Agenda')
    expect((await section(`/fr${worded}`)).at(-1)).toBe('Nouveau fichier\u00a0: Agenda')
  })

  it('is said of a matter, over two days, with the beginning of a long title', async () => {
    const lines = await section('/pemberley/matters/r-1')
    expect(lines.slice(2)).toEqual([
      'Between 8:00 p.m. on Tuesday, June 9, 2026 and 8:00 p.m. on Wednesday, June 10, 2026',
      `Title: ${'x'.repeat(shownLength - 1)}… (before: Ditches)`,
      'Status: Closed (before: Open)',
    ])
  })

  it('has no section where nothing changed', async () => {
    expect(await page('/pemberley/meetings/2026-06-12-same')).not.toContain('id="changes"')
  })

  it('has a bound, and says where the rest is', async () => {
    const lines = await section(drains)
    expect(lines.filter((line) => line.startsWith('Document')).length).toBe(40)
    expect(lines.at(-1)).toBe(
      'And 160 more changes, in the API: /api/v1/pemberley/meetings/2026-06-11-drains/history',
    )
    expect(brotliCompressSync(await page(drains)).length).toBeLessThan(20_000)
  })
})
