import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { type Service, startService } from '../../../test/support/service/service.ts'
import { hrefsOf, nextOf, textOf } from '../../../test/support/site/page-content.ts'
import { pastMeeting } from '../../../test/support/towns/past-meeting.ts'
import { sourceOf } from '../../../test/support/towns/town.ts'
import type { Clock } from '../../core/clock.ts'

// Minutes of meetings after 11 June may still be published.
const clock: Clock = { now: () => Date.UTC(2024, 7, 10, 16), monotonic: () => 0 }
const browser = { headers: { accept: 'text/html' } }
let service: Service
beforeAll(async () => {
  service = await startService({ clock })
})
afterAll(() => service.stop())

const page = async (query = '') => (await service.call(`/pemberley/meetings${query}`, browser)).body
const main = (html: string) => textOf(/<main.*<\/main>/s.exec(html)?.[0] ?? '')
const linksIn = (html: string) =>
  hrefsOf(html).filter((href) => /^\/pemberley\/meetings\/[^?]+$/.test(href))

describe('/{municipality}/meetings', () => {
  it('lists the meetings of the API in its order, by month', async () => {
    const { json } = await service.v1('meetings?per_page=100')
    const html = await page()
    expect(linksIn(html)).toEqual(
      json.data.map(({ slug }: { slug: string }) => `/pemberley/meetings/${slug}`),
    )
    expect(main(html)).toMatch(/June 2099.*August 2024.*July 2024.*January 2024/s)
  })

  it('folds away the months after the first twenty meetings', async () => {
    const [shown = '', folded = ''] = (await page()).split('<details class="more">')
    const counts = [shown, folded].map((part) => linksIn(part).length)
    expect(counts[0]).toBeGreaterThanOrEqual(20)
    expect(folded).toContain(`<summary>Show ${counts[1]} more</summary>`)
    expect(main(await page('?date_from=2024-07-01'))).not.toMatch(/Show \d+ more/)
  })

  it('says what is on record for each, and what is not', async () => {
    const text = main(await page())
    expect(text).toContain('Mon 1Public Hearing Scheduled')
    expect(text).toContain('Mon 1Regular Council 7:00 p.m. · 1 motion · 1 recorded vote · minutes')
    expect(text).toContain('minutes not published yet')
    expect(text).toContain('no minutes on record')
    expect(text).toMatch(/Cancelled\d+:\d+ p.m./)
  })

  it('has the filters of the API in a form, and ignores its empty fields', async () => {
    const query = '?organization=town-council&date_from=2024-02-01&date_to=2024-03-01'
    const { json } = await service.v1(`meetings${query}&per_page=100`)
    expect(json.data.length).toBeGreaterThan(1)
    const html = await page(`${query}&type=`)
    expect(linksIn(html)).toHaveLength(json.data.length)
    expect(html).toContain('<option value="town-council" selected>Town Council</option>')
    expect(html).toContain('name="date_from" value="2024-02-01"')
    expect(hrefsOf(html)).toContain('/pemberley/meetings')
    expect(main(html)).toContain(`/api/v1/pemberley/meetings${query}`)
  })

  it('can be filtered only by bodies that met', async () => {
    const body = (key: string) => ({ kind: 'organization', key, name: `${key} Board` })
    const met = await startService({
      clock,
      source: sourceOf([
        ...[body('Pond'), body('Asbestos')],
        pastMeeting('pond', { organization_key: 'Pond' }),
      ]),
    })
    onTestFinished(() => met.stop())
    const html = (await met.call('/pemberley/meetings', browser)).body
    const select = /<select name="organization">.*?<\/select>/s.exec(html)?.[0] ?? ''
    expect(textOf(select)).toContain('Pond Board')
    expect(textOf(select)).not.toContain('Asbestos')
  })

  it('lists only meetings with recorded votes on request', async () => {
    const { json } = await service.v1('meetings?has_recorded_votes=true&per_page=100')
    const html = await page('?has_recorded_votes=true&organization=')
    expect(linksIn(html)).toHaveLength(json.data.length)
    expect(json.data.length).toBeLessThan(45)
    expect(html).toMatch(/type="checkbox"[^>]* checked/)
  })

  it.each([
    ['2024-06-20', true],
    ['2024-06-30', false],
  ])(
    'says that newer meetings may be elsewhere if the last one was on %s: %s',
    async (date, isOld) => {
      const ended = await startService({ clock, source: sourceOf([pastMeeting('last', { date })]) })
      onTestFinished(() => ended.stop())
      const textOn = async (query: string) =>
        main((await ended.call(`/pemberley/meetings${query}`, browser)).body)
      expect(/The last meeting on record was on June \d+, 2024\./.test(await textOn(''))).toBe(
        isOld,
      )
      expect(await textOn('?date_from=2024-01-01')).not.toContain('The last meeting on record')
    },
  )

  it('draws only months that are on one page, without meetings that are called off', async () => {
    const on = (date: string, status = 'completed') =>
      pastMeeting(`${date}-${status}`, { date, status })
    const dates = ['05', '04'].flatMap((month) =>
      Array.from({ length: 24 }, (_, at) => `2024-${month}-${String(24 - at).padStart(2, '0')}`),
    )
    const records = [
      ...['2024-06-03', ...dates, '2024-03-20', '2024-03-05', '2024-02-07'].map((day) => on(day)),
      ...[on('2024-02-07', 'cancelled'), on('2024-02-14', 'postponed')],
    ]
    const long = await startService({ clock, source: sourceOf(records) })
    onTestFinished(() => long.stop())
    const open = (query: string) => long.call(`/pemberley/meetings${query}`, browser)
    const drawnIn = (html: string) => /<div class="calendar.*?<\/div>/s.exec(html)?.[0] ?? ''
    const { body } = await open('')
    const months = [...drawnIn(body).matchAll(/<figcaption>(.*?)</g)].map(([, month]) => month)
    expect(months).toEqual(['June 2024', 'May 2024', 'April 2024'])
    const rest = drawnIn((await open(nextOf(body)?.replace(/.*\?/, '?') ?? '')).body)
    expect(hrefsOf(rest)).toEqual(['#day-2024-02-07'])
    expect(rest).toContain('February 7, 2024: 1 meeting<')
    expect(drawnIn((await open('?date_from=2024-03-01&date_to=2024-03-31')).body)).toContain(
      '#day-2024-03-05',
    )
  })

  it.each([
    ['?date_from=2030-01-01&date_to=2030-02-01', 200, 'No meeting on record matches'],
    ['?date_from=2024-02-30', 400, 'is not a date. Write a date as 2026-06-03.'],
    ['?cursor=abc', 400, 'cursor is not valid'],
  ])('%s is a page with status %d', async (query, status, sentence) => {
    const response = await service.call(`/pemberley/meetings${query}`, browser)
    expect(response.status).toBe(status)
    expect(main(response.body)).toContain(sentence)
  })
})
