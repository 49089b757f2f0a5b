import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { planOf } from '../../../test/support/database/plans.ts'
import { writeFolder } from '../../../test/support/imports/collect-items.ts'
import { addTown, importRecords, otherTown } from '../../../test/support/service/import-records.ts'
import { type Service, startService } from '../../../test/support/service/service.ts'
import { hrefsOf, tablesOf, termsOf, textOf } from '../../../test/support/site/page-content.ts'
import {
  item,
  minutes,
  minutesPath,
  withEntry,
} from '../../../test/support/towns/escribe-portal.ts'
import { pastMeeting } from '../../../test/support/towns/past-meeting.ts'
import { sourceOf, town, townRecords } from '../../../test/support/towns/town.ts'
import type { Clock } from '../../core/clock.ts'
import { escribe } from '../../importers/escribe/index.ts'
import { addMunicipality } from '../../importers/load/municipalities.ts'
import { recordFailure } from '../../importers/load/report.ts'
import type { RecordOf } from '../../record/kinds.ts'

// Morning of 10 August 2024 in Pemberley: meetings up to 11 June are settled.
const clock: Clock = { now: () => Date.UTC(2024, 7, 10, 16), monotonic: () => 0 }
const lastSettled = '2024-06-11'

let service: Service
beforeAll(async () => {
  service = await startService({ clock })
})
afterAll(() => service.stop())

const records = townRecords()
const of = (kind: string) => records.filter((record) => record.kind === kind)
const meetings = of('meeting') as RecordOf<'meeting'>[]
const motions = of('motion') as RecordOf<'motion'>[]
const isCast = ({ value }: { value: string }) => value === 'For' || value === 'Against'
const hasRollCall = ({ key }: { key: string }) =>
  motions.some((motion) => motion.meeting_key === key && motion.votes?.some(isCast))

/** The three cells of a row: meetings recorded, not yet recorded, and not recorded. */
function expected(year: string | null, has: (meeting: RecordOf<'meeting'>) => unknown) {
  const held = meetings
    .filter(
      ({ date, status }) => status !== 'cancelled' && (year === null || date.startsWith(year)),
    )
    .map((meeting) => {
      const open = meeting.date > lastSettled
      return has(meeting) ? 'recorded' : open ? 'not yet' : 'not recorded'
    })
  return ['recorded', 'not yet', 'not recorded'].map((state) =>
    String(held.filter((value) => value === state).length),
  )
}

const measures = [
  ['Agenda', (meeting: RecordOf<'meeting'>) => meeting.has_agenda],
  ['Minutes', (meeting: RecordOf<'meeting'>) => meeting.has_minutes],
  ['Video', (meeting: RecordOf<'meeting'>) => meeting.video_url],
  ['Recorded votes', hasRollCall],
  ['Transcript', (meeting: RecordOf<'meeting'>) => meeting.has_transcript],
] as const

describe('/{municipality}/coverage', () => {
  const page = async () => (await service.call('/pemberley/coverage')).body

  it('is a public page with the facts of the record', async () => {
    const response = await service.call('/pemberley/coverage')
    expect(response.status).toBe(200)
    expect(response.headers.get('cache-control')).toBe('public, max-age=60')
    expect(response.body).toContain('<h1>Coverage</h1>')
    const french = await service.call('/fr/pemberley/people')
    expect(french.body).toContain('Source en date du 3 août 2024')
    expect(termsOf(response.body)).toEqual({
      'Source as of': 'August 3, 2024',
      Meetings: '45',
      Bodies: '4',
      People: '8',
      Reports: '25',
      Motions: '45',
      'Individual votes': String(23 * 4),
      'By-laws': '30',
      Website: 'https://pemberley.example',
      'Open Civic Data division': 'ocd-division/country:ca/csd:9900001',
      'Time zone': 'America/Vancouver',
      'Last import': 'August 10, 2024, from town',
      'Source website': 'https://pemberley.example',
      'Data licence':
        'CC0, as stated in the imported files. It may not cover the council’s own documents: ask the municipality.',
    })
  })

  it('counts the motions of the last import that could not be read', async () => {
    const text = ['1\nThat it be so.', '2\nThat it be done.\nResults: Carried', '3\nThat it wait.']
    const found = item({ minutes: text.map((each) => `MOTION LIB 20260120/${each}`).join('\n') })
    const folder = await writeFolder({ ...withEntry({}), [minutesPath]: minutes([found]) })
    const unread = await startService({ source: () => escribe.open(folder), clock })
    onTestFinished(unread.stop)
    const { body } = await unread.call('/pemberley/coverage')
    expect(termsOf(body)).toMatchObject({ Motions: '1' })
    expect(textOf(body)).toContain('Motions not read: 2. The minutes number them')
    expect(textOf(await page())).not.toContain('not read')
  })

  it('names both APIs at the base URL of the API', async () => {
    const html = await page()
    expect(hrefsOf(html)).toContain('https://api.example/api/ocd/pemberley/')
    // No link, because a browser has no key.
    expect(html).toContain('<code>https://api.example/api/v1/pemberley/meetings</code>')
  })

  it('counts what meetings have, do not have, or cannot have yet, over all years', async () => {
    const [head, ...rows] =
      tablesOf(await page())['What is on record for meetings in all years'] ?? []
    // The last cell has the bar.
    expect(head).toEqual(['Meetings with', 'Recorded', 'Not yet', 'Not recorded', ''])
    expect(rows).toEqual(measures.map(([name, has]) => [name, ...expected(null, has), '']))
    // The fixture has meetings of each kind.
    expect(
      rows[1]
        ?.slice(1, -1)
        .map(Number)
        .every((count) => count > 0),
    ).toBe(true)
  })

  it('counts the same for each year', async () => {
    const tables = tablesOf(await page())
    for (const [name, has] of measures) {
      expect(tables[`${name}, by year`]?.slice(1)).toEqual(
        ['2024', '2099'].map((year) => [year, ...expected(year, has), '']),
      )
    }
    const cancelled = meetings.filter(({ status }) => status === 'cancelled').length
    const held = String(44 - cancelled)
    expect(tables['Meetings by year']?.[1]).toEqual(['2024', held, String(cancelled), ''])
  })

  it('lists bodies by number of meetings', async () => {
    const met = (key: string) =>
      String(meetings.filter((meeting) => meeting.organization_key === key).length)
    expect(tablesOf(await page())['Council or committee']).toEqual([
      ['Council or committee', 'Meetings'],
      ['Town Council', met('o-council')],
      ['Parks Committee', met('o-parks')],
      ['Friends of the Lake', '0'],
      ['Library Board', '0'],
    ])
  })

  it('runs five statements, for any record, without a table scan', async () => {
    await importRecords(service, townRecords())
    service.statements.length = 0
    const first = await page()
    const counting = [...service.statements]
    expect(counting).toHaveLength(5)
    service.statements.length = 0
    expect(await page()).toEqual(first)
    // The municipality and its imports decide whether the cached page is current.
    expect(service.statements).toHaveLength(1)
    for (const text of counting) {
      const { scans } = await planOf(service, text)
      // PostgreSQL reads a table of a few rows whole, and there are few councils and sources.
      const large = scans.filter(
        (scan) => !/^SCAN (?:CONSTANT ROW|compared|listings|municipalities)$/.test(scan),
      )
      expect(large, text).toEqual([])
    }
  })

  it.each(['nowhere', 'Pemberley', '%00', '%F0%9F%8F%9B', '..%2F', 'a'.repeat(300)])(
    'returns 404 for %s',
    async (slug) => {
      const response = await service.call(`/${slug}/coverage`, { headers: { accept: 'text/html' } })
      expect(response.status).toBe(404)
      expect(response.headers.get('cache-control')).toBe('no-store')
      expect(response.body).toContain('not found')
    },
  )

  it('was at /coverage/{municipality}, which redirects', async () => {
    const { status, headers } = await service.call('/coverage/pemberley')
    expect([status, headers.get('location')]).toEqual([301, '/pemberley/coverage'])
    for (const slug of ['', '%2Fevil.example', 'Pemberley', '%0d%0a'])
      expect((await service.call(`/coverage/${slug}`)).status, slug).toBe(404)
  })
})

describe('a municipality', () => {
  it('shows nothing of another municipality', async () => {
    const lone = { kind: 'person', key: 'p', name: 'Lone Reader' }
    await addTown(service, [lone])
    const { body } = await service.call(`/${otherTown.slug}/coverage`)
    const absent = 'Not recorded'
    expect(termsOf(body)).toMatchObject({ People: '1', Motions: absent, Bodies: absent })
    expect(textOf(body)).toContain('No meetings on record.')
    expect(textOf(body)).toContain('No committees or boards on record.')
  })

  it('that was never imported shows its facts, but neither counts nor errors', async () => {
    const empty = await startService({ clock })
    onTestFinished(() => empty.stop())
    await addMunicipality(empty.writing, otherTown, clock)
    await fail(empty, otherTown.slug)
    const { body } = await empty.call(`/${otherTown.slug}/coverage`)
    expect(termsOf(body)).toEqual({
      Website: 'https://lambton.example',
      'Open Civic Data division': otherTown.divisionId,
      'Time zone': 'America/Halifax',
      'Failed import': 'August 10, 2024',
    })
    expect(textOf(body)).toContain('Not imported yet')
    const home = textOf((await empty.call('/')).body)
    expect(home).toContain('Town of LambtonNot imported yet')
    for (const text of [textOf(body), home])
      expect(text).not.toMatch(/taken place|No meetings|No bodies|Not recorded/)
  })

  it('shows the date of a failed import, but not its error', async () => {
    const failing = await startService({ clock })
    onTestFinished(() => failing.stop())
    await fail(failing, town.slug)
    const { body } = await failing.call('/pemberley/coverage')
    expect(termsOf(body)['Failed import']).toBe(
      'August 10, 2024. This page shows the last import that succeeded.',
    )
    expect(body).not.toMatch(/intranet|opps/)
    await failing.writing.db
      .updateTable('imports')
      .set({ result: 'interrupted' })
      .where('result', '=', 'failed')
      .execute()
    const interrupted = termsOf((await failing.call('/fr/pemberley/coverage')).body)
    expect(interrupted['Importation interrompue']).toMatch(/^10 août 2024/)
    expect(interrupted).not.toHaveProperty('Échec de l’importation')
  })

  it('from a mirror shows by-laws as not recorded instead of 0', async () => {
    const meeting = pastMeeting('g', { has_minutes: true })
    const mirror = await startService({ clock, source: sourceOf([meeting]) })
    onTestFinished(() => mirror.stop())
    const words = async (importer: string) => {
      await mirror.writing.db.updateTable('imports').set({ importer }).execute()
      await importRecords(mirror, [])
      await mirror.writing.db.updateTable('imports').set({ importer }).execute()
      const { body } = await mirror.call('/pemberley/coverage')
      return { term: termsOf(body)['By-laws'], text: textOf(body) }
    }
    const mirrored = await words('open-civic-data')
    expect(mirrored.term).toBe('Not recorded')
    expect(mirrored.text).toContain('does not have it, but the council may')
    const imported = await words('escribe')
    expect(imported.term).toBe('None')
    expect(imported.text).toContain('None: the minutes name none.')
    await addTown(mirror, [])
    const home = await mirror.call('/')
    expect(termsOf(home.body)).toEqual({ Meetings: '1' })
  })

  it('with only dissents has no recorded votes', async () => {
    const dissent = {
      kind: 'motion',
      key: 'v',
      meeting_key: 'g',
      position: 1,
      tally: { for: null, against: null },
      votes: [{ name: 'Hill', value: 'Against', reason: 'Dissent' }],
    }
    const isolated = await startService({ clock, source: sourceOf([pastMeeting('g'), dissent]) })
    onTestFinished(() => isolated.stop())
    const { body } = await isolated.call('/pemberley/coverage')
    expect(textOf(body)).toContain('Nothing is a recorded vote.')
    expect(textOf(body)).not.toContain('No agendas')
    expect(termsOf(body)['Individual votes']).toBe('1')
  })

  it('says how many motions have no meeting and no date', async () => {
    const motion = (key: string, changes = {}) => ({
      ...{
        kind: 'motion',
        key,
        position: 1,
        result: 'Carried',
        text: 'That it be so.',
        ...changes,
      },
    })
    const records = [
      pastMeeting('g'),
      motion('met', { meeting_key: 'g' }),
      motion('dated', { date: '2024-03-03' }),
      motion('one'),
      motion('two'),
    ]
    const isolated = await startService({ clock, source: sourceOf(records) })
    onTestFinished(() => isolated.stop())
    // The motions of another council do not count.
    await addTown(isolated, [motion('other')])
    const text = async (path: string) => textOf((await isolated.call(path)).body)
    expect(await text('/pemberley/coverage')).toContain(
      'Motions without a meeting on record: 3 of 4. There may have been more meetings than are counted here. Without a date: 2.',
    )
    expect(await text('/fr/pemberley/coverage')).toContain(
      'Motions dont la réunion n’est pas consignée : 3 sur 4. Il y a peut-être eu plus de réunions que le nombre indiqué ici. Sans date : 2.',
    )
    await importRecords(isolated, records.slice(0, 3), { prune: true, clock })
    expect(await text('/pemberley/coverage')).not.toContain('Without a date')
    await importRecords(isolated, records.slice(0, 2), { prune: true, clock })
    expect(await text('/pemberley/coverage')).not.toContain('without a meeting on record')
  })

  it('does not count removed records', async () => {
    const isolated = await startService({
      clock,
      source: sourceOf([pastMeeting('g'), pastMeeting('h')]),
    })
    onTestFinished(() => isolated.stop())
    await importRecords(isolated, [pastMeeting('g')], { prune: true, clock })
    const { body } = await isolated.call('/pemberley/coverage')
    expect(termsOf(body).Meetings).toBe('1')
    expect(body).toContain('1 meeting on record for 2024.')
  })
})

const failure = new Error('https://intranet.pemberley.example/opps does not respond')

async function fail(service: Service, slug: string): Promise<void> {
  const source = sourceOf([], 'intranet')
  const run = { source, importer: 'bundle', startedAt: new Date(clock.now()).toISOString(), clock }
  await recordFailure(service.writing, slug, run, { result: 'failed', error: failure })
}
