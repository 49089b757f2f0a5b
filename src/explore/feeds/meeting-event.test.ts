import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Service, startService } from '../../../test/support/service/service.ts'
import { hrefsOf } from '../../../test/support/site/page-content.ts'
import { sourceOf } from '../../../test/support/towns/town.ts'

const clock = { now: () => Date.UTC(2026, 2, 10, 16), monotonic: () => 0 }
const browser = { headers: { accept: 'text/html' } }
const long = `Hearing; on "floods", dikes\nand the ${'é'.repeat(60)} of the Saint-Amable ${'ditch '.repeat(30)}`
const meeting = (key: string, date: string, more = {}) => ({
  ...{ kind: 'meeting', key, title: key, date, status: 'scheduled', ...more },
})
const records = [
  { kind: 'organization', key: 'dikes', name: 'Dike Board', classification: 'board' },
  meeting('Dike Board', '2026-03-17', {
    ...{ start_time: '18:30', location: 'Hall; north, door', organization_key: 'dikes' },
    agenda_url: 'https://pemberley.example/agenda',
  }),
  meeting('Pemberley Council', '2026-03-18', { start_time: '19:00', end_time: '21:15' }),
  meeting('Called off', '2026-03-19', { start_time: '19:00', status: 'cancelled' }),
  meeting('Put off', '2026-03-20', { start_time: '19:00', status: 'postponed' }),
  meeting('Some day', '2026-03-21'),
  meeting('Held', '2026-03-03', { status: 'completed', start_time: '19:00' }),
  meeting('Long', '2026-03-22', { title: long, start_time: '19:00' }),
]

let service: Service
beforeAll(async () => {
  service = await startService({ clock, source: sourceOf(records) })
})
afterAll(() => service.stop())

/** The lines of an iCalendar object, each with its name and its value; throws if it is not one (RFC 5545, 3.1). */
function parseCalendar(body: string): [name: string, value: string][] {
  if (!body.endsWith('\r\n')) body = `${body}\r\n`
  const written = body.split('\r\n').slice(0, -1)
  for (const line of written) {
    expect(Buffer.byteLength(line), line).toBeLessThanOrEqual(75)
    expect(line).not.toMatch(/[\r\n]/)
    expect(line).not.toContain('\ufffd')
  }
  const lines = written
    .join('\r\n')
    .replaceAll(/\r\n[ \t]/g, '')
    .split('\r\n')
  return lines.map((line) => {
    const [, name = '', value] =
      /^([A-Z][A-Z0-9-]*)(?:;[A-Z-]+=(?:"[^"]*"|[^";:,]*))*:(.*)$/.exec(line) ?? []
    if (value === undefined) throw new Error(`not a content line: ${line}`)
    if (/^(SUMMARY|DESCRIPTION|LOCATION)$/.test(name))
      expect(value).toMatch(/^(?:[^\\;,]|\\[\\;,nN])*$/)
    return [name, value]
  })
}

async function eventIn(path: string) {
  const { status, headers, body } = await service.call(path)
  expect(status, path).toBe(200)
  expect(headers.get('content-type')).toBe('text/calendar; charset=utf-8')
  const lines = parseCalendar(body)
  const bounds = lines.filter(([name]) => name === 'BEGIN' || name === 'END')
  expect(bounds).toEqual([
    ...[
      ['BEGIN', 'VCALENDAR'],
      ['BEGIN', 'VEVENT'],
    ],
    ...[
      ['END', 'VEVENT'],
      ['END', 'VCALENDAR'],
    ],
  ])
  const event = Object.fromEntries(lines)
  for (const name of ['VERSION', 'PRODID', 'UID', 'DTSTAMP', 'DTSTART', 'SUMMARY'])
    expect(event[name], name).toBeTruthy()
  return event
}

const pageOf = (slug: string) => `/pemberley/meetings/${slug}`

describe('the event of a meeting', () => {
  it('is named after its town, and has its time, its location and a usual length that is called one', async () => {
    const path = pageOf('2026-03-17-dike-board')
    const event = await eventIn(`${path}.ics`)
    expect(event).toMatchObject({
      SUMMARY: 'Pemberley: Dike Board',
      DTSTART: '20260318T013000Z',
      DTEND: '20260318T033000Z',
      LOCATION: 'Hall\\; north\\, door',
      STATUS: 'CONFIRMED',
      URL: `${service.url}${path}`,
    })
    expect(event.DESCRIPTION).toMatch(
      /^The end is not recorded: 2 hours are entered as a usual length\.\\nagenda: https:/,
    )
    const french = await eventIn(`/fr${path}.ics`)
    expect(french.DESCRIPTION).toContain('2 heures sont inscrites comme durée habituelle')
    expect(french.UID).toBe(event.UID)
  })

  it('has the end of the record, and the name of the town once', async () => {
    const event = await eventIn(`${pageOf('2026-03-18-pemberley-council')}.ics`)
    expect(event).toMatchObject({ SUMMARY: 'Pemberley Council', DTEND: '20260319T041500Z' })
    expect(event.DESCRIPTION).not.toContain('usual')
  })

  it.each([
    ['2026-03-19-called-off', 'CANCELLED', 'Pemberley (cancelled): Called off'],
    ['2026-03-20-put-off', 'CANCELLED', 'Pemberley (postponed): Put off'],
    ['2026-03-21-some-day', 'CONFIRMED', 'Pemberley: Some day'],
  ])('%s has the status %s', async (slug, status, summary) => {
    expect(await eventIn(`${pageOf(slug)}.ics`)).toMatchObject({
      STATUS: status,
      SUMMARY: summary,
    })
  })

  it('of a day without a time has neither an end nor a usual length', async () => {
    const event = await eventIn(`${pageOf('2026-03-21-some-day')}.ics`)
    expect(event.DTSTART).toBe('20260321')
    expect(event.DTEND).toBeUndefined()
    expect(event.DESCRIPTION).not.toContain('usual')
  })

  it('is the same as in the calendar of its council', async () => {
    const slug = '2026-03-17-dike-board'
    const eventIn = async (path: string) => {
      const { body } = await service.call(path)
      const events = body.replaceAll('\r\n ', '').match(/BEGIN:VEVENT.*?END:VEVENT/gs) ?? []
      return events.find((event) => event.includes(`/${slug}\r\n`))
    }
    expect(await eventIn(`${pageOf(slug)}.ics`)).toBe(
      await eventIn('/feeds/pemberley/meetings.ics'),
    )
  })

  it('is well-formed whatever its title says', async () => {
    const { json } = await service.v1('meetings?date_from=2026-03-22')
    const event = await eventIn(`${pageOf(json.data[0].slug)}.ics`)
    expect(event.SUMMARY).toMatch(/^Pemberley: Hearing\\; on "floods"\\, dikes/)
  })

  it('is in calendars whose names are texts of one line', async () => {
    for (const path of ['meetings', 'bodies/dike-board']) {
      const { body } = await service.call(`/feeds/pemberley/${path}.ics`)
      for (const [name, value] of parseCalendar(body))
        if (name === 'NAME') expect(value).toMatch(/^(?:[^\\;,]|\\[\\;,])+$/)
    }
  })

  it('is linked near the head of a meeting to come alone', async () => {
    const linked = async (slug: string) => {
      const { body } = await service.call(pageOf(slug), browser)
      return hrefsOf(body.slice(0, body.indexOf('<h2'))).includes(`${pageOf(slug)}.ics`)
    }
    expect(await linked('2026-03-17-dike-board')).toBe(true)
    expect(await linked('2026-03-19-called-off')).toBe(false)
    expect(await linked('2026-03-03-held')).toBe(false)
  })

  it('of no meeting is not found', async () => {
    expect((await service.call(`${pageOf('2026-03-17-nothing')}.ics`)).status).toBe(404)
  })
})
