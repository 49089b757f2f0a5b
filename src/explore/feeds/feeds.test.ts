import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { importRecords } from '../../../test/support/service/import-records.ts'
import { type Service, startService } from '../../../test/support/service/service.ts'
import { sourceOf } from '../../../test/support/towns/town.ts'

const now = Date.UTC(2026, 5, 1)
const clock = { now: () => now, monotonic: () => 0 }
const records = [
  { kind: 'organization', key: 'o-1', name: 'Town Council', classification: 'council' },
  { kind: 'organization', key: 'o-2', name: 'Parks Committee', classification: 'committee' },
  {
    kind: 'meeting',
    key: 'timed',
    title: 'Regular; council, "open"',
    date: '2026-06-10',
    start_time: '19:00',
    status: 'scheduled',
    organization_key: 'o-1',
    location: 'Hall, 1 Main St',
    agenda_url: 'https://pemberley.example/agenda.pdf',
  },
  {
    kind: 'meeting',
    key: 'day',
    title: 'Whole day',
    date: '2026-06-11',
    status: 'scheduled',
    organization_key: 'o-2',
  },
  {
    kind: 'meeting',
    key: 'old',
    title: 'Long ago',
    date: '2020-01-01',
    status: 'completed',
    organization_key: 'o-1',
  },
]

let service: Service
beforeAll(async () => {
  service = await startService({ clock, source: sourceOf(records) })
})
afterAll(() => service.stop())

/** The events of a calendar, each with its properties, without their parameters. */
async function eventsOf(path: string): Promise<Record<string, string>[]> {
  const { status, headers, body } = await service.call(path)
  expect(status).toBe(200)
  expect(headers.get('content-type')).toBe('text/calendar; charset=utf-8')
  expect(body).toMatch(/^BEGIN:VCALENDAR\r\n[\s\S]*END:VCALENDAR(\r\n)?$/)
  const text = body.replaceAll(/\r\n[ \t]/g, '')
  return [...text.matchAll(/BEGIN:VEVENT\r\n([\s\S]*?)END:VEVENT/g)].map(([, lines = '']) =>
    Object.fromEntries(
      lines
        .trimEnd()
        .split('\r\n')
        .map((line) => {
          const [, name = '', value = ''] = /^([A-Z-]+)(?:;[^:]*)?:(.*)$/.exec(line) ?? []
          return [name, value]
        }),
    ),
  )
}

const council = '/feeds/pemberley/meetings.ics'

describe('the calendar of a council', () => {
  it('has the meetings of the last year and to come, in UTC or as days', async () => {
    const [day, timed, ...others] = await eventsOf(council)
    expect(others).toEqual([])
    expect(day).toMatchObject({
      DTSTART: '20260611',
      SUMMARY: 'Pemberley: Whole day',
      STATUS: 'CONFIRMED',
    })
    expect(timed).toMatchObject({
      DTSTART: '20260611T020000Z',
      SUMMARY: 'Pemberley: Regular\\; council\\, "open"',
      LOCATION: 'Hall\\, 1 Main St',
      CATEGORIES: 'Town Council',
    })
    expect(timed?.DESCRIPTION).toContain('agenda: https://pemberley.example/agenda.pdf')
    expect(timed?.URL).toContain('/pemberley/meetings/')
  })

  it('is named, in both languages', async () => {
    expect((await service.call(council)).body).toContain(
      '\r\nNAME:Meetings of Town of Pemberley\r\n',
    )
    expect((await service.call(`/fr${council}`)).body).toMatch(/\r\nNAME:Réunions/)
  })

  it('is not sent again while it is current, and the same bytes otherwise', async () => {
    const { headers, body } = await service.call(council)
    const condition = { 'if-none-match': headers.get('etag') ?? '' }
    expect((await service.call(council, { headers: condition })).status).toBe(304)
    expect((await service.call(council)).body).toBe(body)
  })

  it('of a council that does not exist is not found', async () => {
    expect((await service.call('/feeds/netherfield/meetings.ics')).status).toBe(404)
    expect((await service.call('/feeds/pemberley/bodies/nothing.ics')).status).toBe(404)
  })
})

describe('the calendar of a body', () => {
  it('has its meetings alone', async () => {
    const events = await eventsOf('/feeds/pemberley/bodies/parks-committee.ics')
    expect(events.map(({ SUMMARY }) => SUMMARY)).toEqual(['Pemberley: Whole day'])
  })
})

describe('a meeting', () => {
  it('that is moved, then cancelled, is the same event with a higher sequence each time', async () => {
    const change = async (fields: object, minutes: number) => {
      const changed = records.map((record) =>
        record.key === 'timed' ? { ...record, ...fields } : record,
      )
      const later = { now: () => now + minutes * 60_000, monotonic: () => 0 }
      await importRecords(service, changed, { clock: later })
      const events = await eventsOf(council)
      return {
        own: events.find(({ LOCATION }) => LOCATION !== undefined),
        other: events.find(({ SUMMARY }) => SUMMARY === 'Pemberley: Whole day'),
      }
    }
    const first = await change({}, 1)
    const moved = await change({ start_time: '20:00' }, 2)
    const off = { start_time: '20:00', status: 'cancelled' }
    const cancelled = await change(off, 3)
    const repeated = await change(off, 4)
    expect(moved.own?.UID).toBe(first.own?.UID)
    expect(cancelled.own?.UID).toBe(first.own?.UID)
    const sequences = [first, moved, cancelled].map(({ own }) => Number(own?.SEQUENCE))
    expect(sequences[1]).toBeGreaterThan(sequences[0] ?? 0)
    expect(sequences[2]).toBeGreaterThan(sequences[1] ?? 0)
    expect(moved.own?.DTSTART).toBe('20260611T030000Z')
    expect(cancelled.own).toMatchObject({ STATUS: 'CANCELLED' })
    expect(cancelled.own?.SUMMARY).toMatch(/^Pemberley \(cancelled\): /)
    expect(repeated.own).toEqual(cancelled.own)
    expect(cancelled.other).toEqual(first.other)
    expect(new Set([first, moved, cancelled].map(({ own }) => own?.DTSTAMP)).size).toBe(3)
  })

  it('keeps its sequence when its agenda, its documents or its motions change', async () => {
    const read = async (more: object[], meeting: object, minutes: number) => {
      const changed = records.map((record) =>
        record.key === 'day' ? { ...record, ...meeting } : record,
      )
      const later = { now: () => now + minutes * 60_000, monotonic: () => 0 }
      await importRecords(service, [...changed, ...more], { clock: later })
      const events = await eventsOf('/feeds/pemberley/bodies/parks-committee.ics')
      expect(events).toHaveLength(1)
      return events[0] ?? {}
    }
    const of = { meeting_key: 'day', position: 1 }
    const item = { kind: 'agenda_item', key: 'i', title: 'Ditch', ...of }
    const motion = { kind: 'motion', key: 'v', text: 'THAT it be dredged.', ...of }
    const before = await read([], {}, 10)
    const after = await read([item, motion], { agenda_url: 'https://pemberley.example/a' }, 11)
    expect(after.DESCRIPTION).toContain('https://pemberley.example/a')
    expect(after['LAST-MODIFIED']).not.toBe(before['LAST-MODIFIED'])
    for (const name of ['UID', 'SEQUENCE', 'DTSTAMP']) expect(after[name], name).toBe(before[name])
    const renamed = await read([item, motion], { title: 'Half day' }, 12)
    expect(Number(renamed.SEQUENCE)).toBeGreaterThan(Number(before.SEQUENCE))
    expect(renamed.UID).toBe(before.UID)
  })
})

describe('what a page offers to take away', () => {
  const parts = async (path: string) => {
    const { body } = await service.call(path, { headers: { accept: 'text/html' } })
    const beforeHeading = body.slice(body.indexOf('<main'), body.indexOf('<h1'))
    const strip = /<nav class="row" id="take-away".*?<\/nav>/s.exec(body)?.[0] ?? ''
    const links = [...strip.matchAll(/<a href="([^"]*)"[^>]*>(.*?)<\/a>/g)]
    return { beforeHeading, links: links.map(([, href, text]) => [text, href]) }
  }

  it('is in the words of residents, and a link beside the heading leads to it', async () => {
    const english = await parts('/pemberley/meetings')
    expect(english.beforeHeading).toContain('<a href="#take-away">Calendar · Download · Follow</a>')
    expect(english.links).toEqual([
      ['Download as a spreadsheet (CSV)', '/pemberley/meetings.csv?for=spreadsheet'],
      ['Download the calendar (.ics)', '/feeds/pemberley/meetings.ics'],
      ['Add to a calendar program', expect.stringMatching(/^webcal:.*\/meetings\.ics$/)],
      ['Follow in a feed reader', '/pemberley/follow/meetings'],
    ])
    const french = await parts('/fr/pemberley/bodies/parks-committee')
    expect(french.beforeHeading).toMatch(/<a href="#take-away">Calendrier · .*Suivre<\/a>/)
    expect(french.links.map(([text]) => text)).toEqual(
      expect.arrayContaining([
        'Télécharger le calendrier (.ics)',
        'Suivre dans un lecteur de flux',
      ]),
    )
  })

  it('is named beside the heading as far as there is something', async () => {
    const matters = await parts('/pemberley/matters')
    expect(matters.beforeHeading).toContain('<a href="#take-away">Download</a>')
    const coverage = await parts('/pemberley/coverage')
    expect([coverage.beforeHeading.includes('take-away'), coverage.links]).toEqual([false, []])
  })
})
