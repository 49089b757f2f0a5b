import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { type MinutesOfFolder, minutesPage } from '../../../test/support/escribe/pages.ts'
import { between, live, servePortal } from '../../../test/support/escribe/server.ts'
import { collectItems, writeFolder } from '../../../test/support/imports/collect-items.ts'
import { ottawaFolder } from '../../../test/support/ottawa/service.ts'
import type { ImportRecord } from '../../record/kinds.ts'
import { checkRecord } from '../record-check.ts'
import type { DocumentLink } from './schema.ts'

const recorded = join(process.env.REEVE_TEST_RECORDS ?? '', 'portals/escribe')
const ottawa = 'https://pub-ottawa.escribemeetings.com'
const clock = { now: () => Date.UTC(2026, 3, 30), monotonic: () => performance.now() }
const text = (path: string) => readFileSync(join(recorded, path), 'utf8')
const rawCalendar = gunzipSync(
  readFileSync(join(recorded, 'ottawa/GetCalendarMeetings.full.json.gz')),
).toString()

interface Entry {
  ID: string
  StartDate: string
  MeetingDocumentLink: DocumentLink[]
}

describe('the recorded calendar of Ottawa', () => {
  it('has each of its 551 meetings once, whatever a server of it repeats', async () => {
    const { d: entries } = JSON.parse(rawCalendar) as { d: Entry[] }
    const server = await servePortal({ calendar: between(entries), page: () => undefined })
    const { of, errors, records } = await collectItems(live, server.url, { clock })
    expect(errors).toEqual([])
    for (const { record } of records) expect(checkRecord(record.kind, record)).toEqual([])
    expect(
      of('meeting')
        .map(({ key }) => key)
        .sort(),
    ).toEqual(entries.map(({ ID }) => ID).sort())
    const cancelled = entries.filter(({ MeetingDocumentLink: links }) =>
      links.some(({ Title }) => /cancell?ation/i.test(Title ?? '')),
    )
    expect(of('meeting').filter(({ status }) => status === 'cancelled').length).toBe(
      cancelled.length,
    )
  })
})

describe('the recorded pages of Ottawa', () => {
  const pages = readdirSync(join(recorded, 'ottawa')).filter((name) => name.startsWith('agenda-'))

  async function readPage(name: string) {
    const id = '11111111-2222-3333-4444-555555555555'
    const Url = `Meeting.aspx?Id=${id}&Agenda=Agenda&lang=English`
    const StartDate = `${/\d{4}-\d{2}-\d{2}/.exec(name)?.[0].replaceAll('-', '/')} 10:00:00`
    const links = [{ Title: 'Agenda', Type: 'Agenda', Format: 'HTML', Url, LanguageId: 9 }]
    const entry = { ID: id, MeetingName: 'Council', StartDate, MeetingDocumentLink: links }
    const server = await servePortal({
      calendar: between([entry]),
      page: () => text(`ottawa/${name}`),
    })
    const since = async () => '2012-01-01'
    return collectItems(live, server.url, { clock, since })
  }

  it.each(pages)('has every item of %s and no motion', async (name) => {
    const { of, errors, warnings } = await readPage(name)
    expect(errors).toEqual([])
    const html = text(`ottawa/${name}`)
    const containers = html.match(/<DIV class='AgendaItemContainer/g)?.length ?? 0
    const links = new Set(
      [...html.matchAll(/class="SelectableItem" itemid="(\d+)"/g)].map(([, id]) => id),
    )
    expect(of('agenda_item').length).toBe(containers || links.size)
    expect(of('agenda_item').map(({ title }) => title)).not.toContain('Agenda item')
    expect(of('motion')).toEqual([])
    const texts = [
      ...html.matchAll(
        /<LI class='AgendaItemMotion' >.*?<DIV class='MotionText RichText' >(.*?)<\/DIV><\/LI>/gs,
      ),
    ]
    const stated = texts.filter(
      ([, text = '']) => text.replace(/<[^>]*>|&#160;/g, '').trim() !== '',
    )
    const recommended = of('agenda_item').flatMap(({ recommendation }) => recommendation ?? [])
    expect(recommended.join('\n\n').split('\n\n').filter(Boolean).length).toBe(stated.length)
    const hasPlayer = /data-stream_name="[^"]+"/.test(html)
    expect(of('meeting').map(({ video_url: url }) => url != null)).toEqual([hasPlayer])
    const bookmarks = new Set(
      [...html.matchAll(/"AgendaItemId":(\d+),"TimeStart"/g)].map(([, id]) => id),
    )
    const begun = of('agenda_item').flatMap(({ video_seconds }) => video_seconds ?? [])
    expect(begun).toHaveLength(bookmarks.size)
    expect(warnings.filter(({ subject }) => !subject.startsWith('matter '))).toEqual([])
    // Once in its item, and once in a list for wide screens.
    const files = [
      ...html.matchAll(/AgendaItemAttachment(\d+)\b[^>]*>[\s\S]*?href=["']([^"']+)/g),
    ].map(([, item, link]) => `${item} ${link}`)
    expect(of('agenda_item').flatMap(({ documents }) => documents ?? []).length).toBe(
      new Set(files).size,
    )
  })

  it('is the same one second later', async () => {
    const [first, second] = await Promise.all(
      ['agenda-arac-2022-09-01.en.html', 'agenda-arac-2022-09-01.en.refetched-1s-later.html'].map(
        async (name) => (await readPage(name)).of('agenda_item').map(withoutHost),
      ),
    )
    expect(second).toEqual(first)
  })
})

describe('the pages of the record of Ottawa', () => {
  it('give what the folder gives, without its list of members', async () => {
    const files = filesOf(ottawaFolder)
    const folder = await collectItems(live, await writeFolder(files))
    const calendars = Object.entries(files).flatMap(([path, value]) =>
      path.startsWith('calendar/') ? (value as { d: Entry[] }).d : [],
    )
    const minutes = new Map(
      Object.entries(files).flatMap(([path, value]) => {
        const [, id] = /_([0-9a-f-]{36})_postminutes/.exec(path) ?? []
        return id === undefined ? [] : [[id, value as MinutesOfFolder] as const]
      }),
    )
    const server = await servePortal({
      calendar: between(calendars),
      page: (path) => {
        const [, id] = /Id=([0-9a-f-]{36})&Agenda=PostMinutes&lang=English/.exec(path) ?? []
        const found = id === undefined ? undefined : minutes.get(id)
        return found && minutesPage(found)
      },
    })
    const portal = await collectItems(live, server.url, { clock })
    const comparable = (records: typeof portal.records, kind: string) =>
      records.flatMap(({ record }) => (record.kind === kind ? withoutHost(record) : []))
    for (const kind of ['organization', 'person', 'bylaw', 'matter', 'meeting', 'agenda_item'])
      expect(comparable(portal.records, kind), kind).toEqual(comparable(folder.records, kind))
    expect(comparable(portal.records, 'motion')).toEqual(comparable(folder.records, 'motion'))
  })
})

/** The files of the folder; which member dissented is not in the markup that is known. */
function filesOf(folder: string): Record<string, unknown> {
  const below = (name: string) =>
    readdirSync(join(folder, name)).map((file) => {
      const value: unknown = JSON.parse(
        readFileSync(join(folder, name, file), 'utf8'),
        (key, inner) => (key === 'dissent_voters' ? [] : inner),
      )
      return [`${name}/${file}`, value] as const
    })
  const minutes = below('meetings')
  const calendars = below('calendar')
  // Some minutes were published after the calendar was read.
  for (const [, value] of calendars)
    for (const { ID, MeetingDocumentLink: links } of (value as { d: Entry[] }).d) {
      const isLinked = links.some(({ Type, Format }) => Type === 'PostMinutes' && Format === 'HTML')
      const Url = `Meeting.aspx?Id=${ID}&Agenda=PostMinutes&lang=English`
      const link = { Title: 'Minutes (HTML)', Type: 'PostMinutes', Format: 'HTML', LanguageId: 9 }
      if (!isLinked && minutes.some(([path]) => path.includes(ID))) links.push({ ...link, Url })
    }
  return Object.fromEntries([...calendars, ...minutes])
}

function withoutHost<R extends ImportRecord>(record: R): R {
  return JSON.parse(JSON.stringify(record).replace(/http:\/\/127\.0\.0\.1:\d+/g, ottawa)) as R
}
