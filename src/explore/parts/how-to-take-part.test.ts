import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { importRecords } from '../../../test/support/service/import-records.ts'
import { type Service, startService } from '../../../test/support/service/service.ts'
import { hrefsOf, textOf } from '../../../test/support/site/page-content.ts'
import { sourceOf, town } from '../../../test/support/towns/town.ts'
import { type TakePartOptions, takePartChange } from '../../cli/take-part.ts'
import { changeMunicipality } from '../../importers/load/municipalities.ts'

// A Thursday.
const start = Date.parse('2026-12-03T10:00:00-05:00')
const clock = { time: start, now: () => clock.time, monotonic: () => 0 }
const url = 'https://pemberley.example/speak'
const meeting = (key: string, date: string, organization_key: string, more = {}) => ({
  ...{ kind: 'meeting', key, title: key, date, organization_key, status: 'scheduled', ...more },
})
const records = [
  { kind: 'organization', key: 'o-council', name: 'Town Council', classification: 'council' },
  { kind: 'organization', key: 'o-board', name: 'Mill Board', classification: 'board' },
  meeting('Council', '2026-12-08', 'o-council', { start_time: '19:00' }),
  meeting('Board', '2026-12-09', 'o-board'),
  meeting('Off', '2026-12-10', 'o-council', { status: 'cancelled' }),
]

let service: Service
beforeAll(async () => {
  const municipality = { ...town, timeZone: 'America/Toronto' }
  service = await startService({ clock, municipality, source: sourceOf(records) })
})
afterAll(() => service.stop())
beforeEach(async () => {
  clock.time = start
  await set({ takePart: '' })
  await set({ takePart: '', body: 'mill-board' })
})

async function set(options: TakePartOptions) {
  const store = await takePartChange(service.writing, town.slug, options)
  await store()
  await changeMunicipality(service.writing, town.slug, {}, clock)
}

async function band(path: string) {
  const { body } = await service.call(path, { headers: { accept: 'text/html' } })
  const [html = ''] = /<section class="band next".*?<\/section>/s.exec(body) ?? []
  return { text: textOf(html), hrefs: hrefsOf(html) }
}
const council = '/pemberley/meetings/2026-12-08-council'
const board = '/pemberley/meetings/2026-12-09-board'
const rule = { takePart: url, takePartBy: 'noon, the Friday before' }

describe('how to take part', () => {
  it('is on a meeting to come and where the next one is presented, in both languages', async () => {
    expect((await band(council)).hrefs).not.toContain(url)
    await set(rule)
    for (const path of [council, '/pemberley']) {
      const { text, hrefs } = await band(path)
      expect(text).toContain(
        'Register to speak by noon on Friday, December 4, 2026 · How to take part',
      )
      expect(hrefs).toContain(url)
      expect((await band(`/fr${path}`)).text).toContain(
        'Pour prendre la parole, inscrivez-vous au plus tard le vendredi 4 décembre 2026 à midi · Comment participer',
      )
    }
    const off = await service.call('/pemberley/meetings/2026-12-10-off')
    expect(off.body).not.toContain(url)
  })

  it('is in the calendar', async () => {
    await set(rule)
    const text = async (path: string) => {
      const { body } = await service.call(path)
      return body.replaceAll(/\r\n[ \t]/g, '').replaceAll('\\', '')
    }
    const register = 'Register to speak by noon on Friday, December 4, 2026'
    const event = await text(`${council}.ics`)
    expect(event).toContain(`${register}nHow to take part: ${url}n`)
    expect(await text(`/fr${council}.ics`)).toContain(`Comment participer\u00a0: ${url}`)
    expect(await text('/pemberley/meetings/2026-12-10-off.ics')).not.toContain(url)
    clock.time = Date.parse('2026-12-04T12:00:00-05:00')
    expect(await text(`${council}.ics`)).not.toContain('Register')
    expect(await text(`${council}.ics`)).toContain(url)
  })

  it('has no time from the moment on, on a page that was cached before', async () => {
    await set(rule)
    clock.time = Date.parse('2026-12-04T11:59:59-05:00')
    expect((await band(council)).text).toContain('Register to speak')
    clock.time += 1000
    const { text, hrefs } = await band(council)
    expect(text).not.toContain('Register to speak')
    expect(hrefs).toContain(url)
    clock.time = Date.parse('2026-12-09T00:00:00-05:00')
    expect((await service.call(council)).body).not.toContain(url)
  })

  it('of a body replaces that of the council, until it is removed', async () => {
    await set(rule)
    await set({ takePart: `${url}/board`, body: 'mill-board' })
    expect((await band(board)).hrefs).toContain(`${url}/board`)
    expect((await band(board)).text).not.toContain('Register')
    expect((await band(council)).hrefs).toContain(url)
    await set({ takePartBy: '16:30, 1 day before', body: 'mill-board' })
    expect((await band(board)).text).toMatch(/by 4:30.p\.m\. on Tuesday, December 8, 2026/)
    await set({ takePart: 'none', body: 'mill-board' })
    expect((await band(board)).text).not.toContain('How to take part')
    await set({ takePart: '', body: 'mill-board' })
    expect((await band(board)).hrefs).toContain(url)
    await set({ takePartBy: '' })
    expect((await band(council)).text).not.toContain('Register')
    expect((await band(council)).hrefs).toContain(url)
    await set({ takePart: '' })
    expect((await band(council)).hrefs).not.toContain(url)
  })

  it('stays after an import that renames the body', async () => {
    await set({ ...rule, body: 'mill-board' })
    const renamed = records.map((record) =>
      record.kind === 'organization' && record.key === 'o-board'
        ? { ...record, name: 'Wharf Board' }
        : record,
    )
    await importRecords(service, renamed, { prune: true, clock })
    expect((await band(board)).hrefs).toContain(url)
    expect((await band(council)).hrefs).not.toContain(url)
    await importRecords(service, records, { prune: true, clock })
    expect((await band(board)).hrefs).toContain(url)
  })

  it.each([
    [{ takePart: 'pemberley.example' }, 'must be an http or https URL'],
    [{ takePart: 'javascript:alert(1)' }, 'must be an http or https URL'],
    [{ takePart: 'https://me:pw@pemberley.example' }, 'must be an http or https URL'],
    [{ takePart: url, takePartBy: 'Friday' }, '"noon, 1 business day before", "4:30 p.m., 2 days'],
    [{ takePartBy: rule.takePartBy }, '--take-part-by needs the URL of --take-part'],
    [{ takePart: '', takePartBy: rule.takePartBy }, 'needs the URL of --take-part'],
    [{ takePart: 'none', takePartBy: rule.takePartBy }, 'needs the URL of --take-part'],
    [{ takePart: url, body: 'nowhere' }, 'pemberley has no organization "nowhere"'],
  ])('is not set to %j', async (options, message) => {
    await expect(set(options)).rejects.toThrow(message)
    expect((await band(council)).text).not.toContain('How to take part')
  })
})
