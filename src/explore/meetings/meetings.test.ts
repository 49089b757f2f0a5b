import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { planOf, statementsOf } from '../../../test/support/database/plans.ts'
import { type Service, startService } from '../../../test/support/service/service.ts'
import { hrefsOf, nextOf, textOf } from '../../../test/support/site/page-content.ts'
import { fillHistory } from '../../../test/support/towns/filled-history.ts'
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
  it('lists the meetings of the API: those to come soonest first, then the past newest first', async () => {
    const { json } = await service.v1('meetings?per_page=100')
    const html = await page()
    const rows: { slug: string; date: string }[] = json.data
    const coming = rows.filter(({ date }) => date >= '2024-08-10').reverse()
    const past = rows.filter(({ date }) => date < '2024-08-10')
    expect(coming.length).toBeGreaterThan(0)
    expect(linksIn(html).filter((href) => !href.includes('motions'))).toEqual(
      [...coming, ...past].map(({ slug }) => `/pemberley/meetings/${slug}`),
    )
    expect(main(html)).toMatch(/Coming up.*June 2099.*Past.*August 2024.*July 2024.*January 2024/s)
  })

  it('says what each was about: its summary, a contested decision, or what is on its agenda', async () => {
    const on = (date: string, status: string, more = {}) =>
      pastMeeting(`m-${date}`, { date, status, title: `Sitting ${date}`, ...more })
    const motion = (key: string, date: string, position: number, more = {}) => ({
      ...{ kind: 'motion', key, meeting_key: `m-${date}`, position, result: 'Carried' },
      ...more,
    })
    const item = (date: string, position: number, more = {}) => ({
      ...{ kind: 'agenda_item', key: `i-${date}-${position}`, meeting_key: `m-${date}` },
      ...{ position, ...more },
    })
    const own = await startService({
      clock,
      source: sourceOf([
        on('2024-08-20', 'scheduled'),
        { kind: 'matter', key: 'weir', title: 'Weir repairs' },
        item('2024-08-20', 1, { title: 'Call to order' }),
        item('2024-08-20', 2, { title: 'Repair of the weir', matter_key: 'weir' }),
        on('2024-08-10', 'completed'),
        on('2024-07-20', 'completed', { summary: 'The mill pond was the whole evening.' }),
        motion('a', '2024-07-20', 1, {
          text: 'THAT the pond be drained.',
          tally: { for: 4, against: 3 },
        }),
        on('2024-07-10', 'completed'),
        motion('b', '2024-07-10', 1, { text: 'THAT the minutes be confirmed.' }),
        motion('c', '2024-07-10', 2, {
          text: 'THAT the quay be sold.',
          tally: { for: 5, against: 2 },
        }),
        on('2024-07-05', 'cancelled', { summary: 'Nothing was said.' }),
        on('2024-07-01', 'completed'),
        motion('d', '2024-07-01', 1, {
          text: 'THAT the meeting adjourn.',
          motion_kind: 'procedural',
        }),
      ]),
    })
    onTestFinished(() => own.stop())
    const html = (await own.call('/pemberley/meetings', browser)).body
    const row = (date: string) =>
      textOf(
        new RegExp(`<li id="day-${date}">.*?</li>(?=<li id|</ul></section>)`, 's').exec(
          html,
        )?.[0] ?? '',
      )
    expect(row('2024-08-20')).toMatch(/Repair of the weir$/)
    expect(row('2024-08-20')).not.toContain('Call to order')
    expect(row('2024-07-20')).toMatch(/The mill pond was the whole evening\.$/)
    expect(row('2024-07-10')).toMatch(/Carried 5 to 2 .*he quay be sold/)
    expect(row('2024-07-05')).not.toContain('Nothing was said')
    expect(row('2024-07-01')).not.toContain('adjourn')
    // A meeting of today that is over is past.
    const [before = '', after = ''] = html.split('<h2 id="past">')
    expect([before, after].map((part) => part.includes('meetings/2024-08-10'))).toEqual([
      false,
      true,
    ])
  })

  it('has either part only where its dates are asked for, and what is to come on the first page', async () => {
    const headings = (html: string) =>
      [...html.matchAll(/<h2 id="(coming|past)"/g)].map(([, id]) => id)
    expect(headings(await page())).toEqual(['coming', 'past'])
    expect(headings(await page('?date_to=2024-08-01'))).toEqual(['past'])
    expect(headings(await page('?date_from=2024-08-11'))).toEqual(['coming'])
    const ended = await startService({ clock, source: sourceOf([pastMeeting('only')]) })
    onTestFinished(() => ended.stop())
    const { body } = await ended.call('/pemberley/meetings', browser)
    expect(main(body)).toContain('Coming upNo upcoming meeting is on record.Past')
  })

  it('has all meetings to come and all past ones on its pages, each once', async () => {
    const on = (days: number) => {
      const date = new Date(Date.UTC(2024, 7, 10 + days)).toISOString().slice(0, 10)
      return pastMeeting(date, { date, status: days < 0 ? 'completed' : 'scheduled' })
    }
    const records = Array.from({ length: 260 }, (_, at) => on(at - 130))
    const long = await startService({ clock, source: sourceOf(records) })
    onTestFinished(() => long.stop())
    const seen: string[] = []
    const open = async (path: string) => (await long.call(path, browser)).body
    let html = await open('/pemberley/meetings')
    seen.push(...linksIn(html))
    for (let next = nextOf(html); next !== undefined; ) {
      const past = await open(next)
      seen.push(...linksIn(past))
      next = nextOf(past)
    }
    for (const date of ['2024-09-29', '2024-11-18']) {
      const later = `/pemberley/meetings?date_from=${date}`
      expect(hrefsOf(html)).toContain(later)
      html = await open(later)
      seen.push(...linksIn(html))
    }
    expect(seen.toSorted()).toEqual([...new Set(seen)].toSorted())
    expect(seen).toHaveLength(260)
  })

  it.each(['', '?organization=town-council', '?date_to=2024-07-01'])(
    '%s takes at most four statements, by index',
    async (query) => {
      const own = await startService({ clock, settings: { pageCache: 0 } })
      onTestFinished(() => own.stop())
      await fillHistory(own)
      const all = await statementsOf(own, () => own.call(`/pemberley/meetings${query}`, browser))
      // Every page of a council looks up the council.
      const statements = all.filter((text) => !text.includes('"divisionId"'))
      expect(statements.length, statements.join('\n')).toBeLessThanOrEqual(4)
      for (const text of statements) {
        const { scans } = await planOf(own, text)
        expect(
          scans.filter((scan) => !/ INDEX |json_each|agg|listed|subquery/.test(scan)),
          text,
        ).toEqual([])
      }
    },
  )

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
    expect(months).toEqual(['April 2024', 'May 2024', 'June 2024'])
    const rest = drawnIn((await open(nextOf(body)?.replace(/.*\?/, '?') ?? '')).body)
    expect(hrefsOf(rest)).toEqual(['#day-2024-02-07'])
    expect(rest).toContain('February 7, 2024: 1 meeting<')
    expect(drawnIn((await open('?date_from=2024-03-01&date_to=2024-03-31')).body)).toContain(
      '#day-2024-03-05',
    )
  })

  it.each([
    // Today is August 10.
    [
      ['2024-06-04', '2024-07-02', '2024-08-20', '2024-09-10', '2024-10-01'],
      'August and September',
    ],
    [['2024-04-02', '2024-05-07', '2024-06-04'], 'May and June'],
  ])('draws of %j %s on a narrow screen', async (days, expected) => {
    const small = await startService({
      clock,
      source: sourceOf(days.map((day) => pastMeeting(day, { date: day }))),
    })
    onTestFinished(() => small.stop())
    const { body } = await small.call('/pemberley/meetings', browser)
    const narrow = [...body.matchAll(/<figure><figcaption>(.*?) 2024</g)].map(([, name]) => name)
    expect(narrow.join(' and ')).toBe(expected)
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
