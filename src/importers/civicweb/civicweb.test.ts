import { describe, expect, it } from 'vitest'
import {
  agendaPage,
  attachment,
  document,
  itemMarkup,
  live,
  meeting,
  type PortalResponses,
  servePortal,
} from '../../../test/support/civicweb/portal.ts'
import { collectItems } from '../../../test/support/imports/collect-items.ts'
import { checkRecord } from '../record-check.ts'
import type { OpenOptions } from '../source.ts'
import { noticeIn } from './labels.ts'

const clock = { now: () => Date.UTC(2026, 1, 10, 12), monotonic: () => performance.now() }
const agenda = agendaPage(
  itemMarkup('AgendaHeading1', '3.', 'REPORTS') +
    itemMarkup(
      'AgendaItem2',
      '3.1.',
      'Ditch on Mill Road.',
      `<p>That it be dug.</p>${attachment(81, 'Report 26-01 - Pdf')}`,
    ),
)
const minutesPage = '<html><body><p>Moved by A. Lee that it be dug. CARRIED</p></body></html>'
const minutes = document({ Id: 71, DocumentType: 9, Type: 2, Html: minutesPage })

/** What a portal yields, by default one with one meeting. */
async function read(given: Partial<PortalResponses> = {}, options: OpenOptions = {}) {
  const server = await servePortal({ meetings: [meeting()], ...given })
  const found = await collectItems(live, `${server.url}/Portal/`, { clock, ...options })
  return { server, ...found, reasons: found.warnings.map(({ reason }) => reason) }
}
const withDocuments = (...documents: object[]) => ({
  other: (path: string) => (path.endsWith('/7/meetingDocuments') ? documents : undefined),
})

describe('a portal with one meeting', () => {
  it('gives valid records with agenda, documents and video, and no votes of its prose', async () => {
    const video = [{ ShowVideoLink: true, YouTube: true, YouTubeEventId: 'a-b_1' }]
    const timestamps = [
      { RelationshipTypeId: 6, RelatedItem: 2, ItemId: 9, Value: 95.4 },
      { RelationshipTypeId: 7, RelatedItem: 1, ItemId: 1, Value: 3 },
      { RelationshipTypeId: 6, RelatedItem: 1, Value: 'soon' },
    ]
    const { of, records, errors, opened, server } = await read({
      other: (path) =>
        ({
          '/Services/MeetingsService.svc/meetings/7/meetingDocuments': {
            Documents: [document({ Html: agenda }), minutes],
          },
          '/Services/MeetingsService.svc/meetings/7/meetingData': {
            MeetingExternalLinkName: 'Presentation',
            MeetingExternalLinkUrl: 'https://slides.example/1',
          },
          '/api/videolink/7': JSON.stringify(video),
          '/api/geteventwithindexpoints/7': JSON.stringify([{ LocalIndexPoints: timestamps }]),
        })[path],
    })
    expect(errors).toEqual([])
    for (const { record } of records) expect(checkRecord(record.kind, record)).toEqual([])
    expect(opened).toMatchObject({ name: `civicweb:${new URL(server.url).host}`, url: server.url })
    expect(of('organization')).toMatchObject([
      { key: 'type:10', name: 'Council', classification: 'council' },
    ])
    expect(of('meeting')).toMatchObject([
      {
        key: '7',
        source_url: `${server.url}/Portal/MeetingInformation.aspx?Org=Cal&Id=7`,
        title: 'Council',
        date: '2026-01-20',
        start_time: '18:30',
        status: 'completed',
        location: 'Council Chambers',
        has_minutes: true,
        agenda_url: `${server.url}/document/70`,
        minutes_url: `${server.url}/document/71`,
        video_url: 'https://www.youtube.com/watch?v=a-b_1',
      },
    ])
    expect(of('meeting')[0]?.documents).toMatchObject([
      { type: 'agenda' },
      { type: 'minutes', sections: [{ text: 'Moved by A. Lee that it be dug. CARRIED' }] },
      { title: 'Presentation', url: 'https://slides.example/1' },
    ])
    expect(of('agenda_item')).toMatchObject([
      {
        ...{ key: '7:AgendaHeading1', parent_key: null, item_number: '3', title: 'REPORTS' },
        video_seconds: null,
      },
      {
        key: '7:AgendaItem2',
        parent_key: '7:AgendaHeading1',
        item_number: '3.1',
        title: 'Ditch on Mill Road.',
        description: 'That it be dug.',
        video_seconds: 95,
        documents: [
          { title: 'Report 26-01 - Pdf', url: `${server.url}/document/81/file.pdf?handle=0A` },
        ],
      },
    ])
    expect([...of('motion'), ...of('person')]).toEqual([])
    const other = server.requests.filter((path) => !path.includes('meetings?from='))
    expect(other).toEqual([
      '/robots.txt',
      '/Portal/MeetingSchedule.aspx',
      ...['meetingDocuments', 'meetingData'].map(
        (part) => `/Services/MeetingsService.svc/meetings/7/${part}`,
      ),
      '/api/videolink/7',
      '/api/geteventwithindexpoints/7',
    ])
  })

  it('has the documents that its page shows: of other kinds than agendas and minutes, public ones', async () => {
    const pdf = document({ Id: 72, DocumentType: 10, Type: 2, IsPublic: false })
    const closed = document({ Id: 73, DocumentType: 12, Type: 2, IsPublic: false })
    const later = document({ Id: 74, DocumentType: 9, PublicReleaseDelayDateString: '2999-01-01' })
    const unclear = document({
      Id: 75,
      DocumentType: 9,
      PublicReleaseDelayDateString: '01/20/2026 17:00',
    })
    const { of, reasons } = await read(withDocuments(pdf, closed, later, unclear))
    expect(of('meeting')[0]?.documents).toMatchObject([
      { title: 'Council - 20 Jan 2026 (PDF)', type: 'minutes' },
    ])
    expect(reasons).toContain('those that the portal does not show to everybody are skipped')
  })

  it('has a link elsewhere as its video if its name says so', async () => {
    const data = {
      MeetingExternalMinutesLinkName: 'Watch the Video',
      MeetingExternalMinutesLinkUrl: 'https://video.example/7',
    }
    const { of } = await read({
      other: (path) => (path.endsWith('/meetingData') ? data : undefined),
    })
    expect(of('meeting')).toMatchObject([{ video_url: 'https://video.example/7', documents: [] }])
  })
})

describe('agendas', () => {
  it.each([
    ['Item 4.', 'Budget', '4', 'Budget'],
    ['(b)', 'Budget', 'b', 'Budget'],
    ['G. Invocation', 'by the clerk', 'G', 'Invocation'],
    ['2.1 Budget', '', '2.1', 'Budget'],
    ['A report', '', null, 'A report'],
    ['&nbsp;', 'Budget', null, 'Budget'],
  ])('with the marker %j and the title %j', async (written, text, item_number, title) => {
    const html = agendaPage(itemMarkup('AgendaItem5', written, text))
    const { of } = await read(withDocuments(document({ Html: html })))
    expect(of('agenda_item')).toMatchObject([{ item_number, title }])
  })

  it('of an unknown form are reported', async () => {
    const { of, reasons } = await read(withDocuments(document({ Html: '<p>1. Budget</p>' })))
    expect(of('agenda_item')).toEqual([])
    expect(of('meeting')[0]?.has_agenda).toBe(true)
    expect(reasons).toContain('is not an agenda of a known form; its items are not read')
  })
})

describe('the state of a meeting', () => {
  it.each([
    ['CANCELLED - Council - 20 Jan 2026', 'cancelled', 'CANCELLED - Council'],
    ['Council - Jan 20 2026 - NO MEETING', 'cancelled', 'Council - NO MEETING'],
    ['Conseil - 20 janvier 2026 - ANNULÉ', 'cancelled', 'Conseil - ANNULÉ'],
    ['Council - January 20, 2026', 'completed', 'Council'],
    ['Council 2026-01-20', 'completed', 'Council'],
    ['Budget of 20 Feb 2026', 'completed', 'Budget of 20 Feb 2026'],
    ['20 Jan 2026', 'completed', '20 Jan 2026'],
  ])('%s is %s', async (Name, status, title) => {
    const { of } = await read({ meetings: [meeting({ Name })] })
    expect(of('meeting')).toMatchObject([{ status, title }])
    expect(of('organization')).toHaveLength(1)
  })

  it.each([
    ['This meeting has been cancelled', 'cancelled'],
    ['CANCELLED', 'cancelled'],
    ['Cette assemblée est annulée', 'cancelled'],
    ['The meeting will be cancelled if there is no quorum', 'completed'],
    ['The meeting may be cancelled', 'completed'],
    ['The Council meeting of May 12, 2026 has been cancelled', 'completed'],
    ['The Committee of the Whole meeting has been cancelled', 'completed'],
    ['The Public Hearing for 12 Main Street has been cancelled', 'completed'],
    ['Cancelled cheques', 'completed'],
  ])('with %j above the agenda is %s', async (text, status) => {
    const head = `<p>WORK SESSION</p><p><strong>${text}</strong></p>`
    const html = agendaPage(itemMarkup('AgendaItem5', '1.', 'Roll call'), head)
    const cover = document({ AgendaCover: head, DocumentType: 4, IsPublic: true })
    for (const one of [document({ Html: html }), cover])
      expect((await read(withDocuments(one))).of('meeting')).toMatchObject([{ status }])
  })

  it('is called off by a notice with its own date, also in May', () => {
    const notice = 'The Council meeting of May 12, 2026 has been cancelled'
    expect(noticeIn([notice], { name: 'Council', date: '2026-05-12' })).toBe(notice)
    expect(noticeIn([notice], { name: 'Council', date: '2026-05-26' })).toBeNull()
  })

  it('is held if it has minutes, whatever its agenda said', async () => {
    const head = document({ AgendaCover: '<p>Cancelled</p>' })
    const { of } = await read(withDocuments(head, minutes))
    expect(of('meeting')).toMatchObject([{ status: 'completed', status_note: 'Cancelled' }])
  })

  it('without a time has none, and local times stay as they are written', async () => {
    const unknown = { MeetingTime: '', MeetingDateTime: '2026-01-20 00:00' }
    const skipped = { MeetingDate: '2025-03-09', MeetingDateTime: '2025-03-09 02:30', Id: 8 }
    const { of } = await read({ meetings: [meeting(unknown), meeting(skipped)] })
    expect(of('meeting').map(({ date, start_time }) => [date, start_time])).toEqual([
      ['2025-03-09', '02:30'],
      ['2026-01-20', null],
    ])
  })
})

describe('a calendar', () => {
  const future = { MeetingDate: '2026-03-03', MeetingDateTime: '2026-03-03 09:00' }

  it('has unpublished meetings to come, and no drafts or unpublished ones of the past', async () => {
    const meetings = [
      meeting({ ...future, Id: 1, Published: false }),
      meeting({ Id: 2, Published: false, Name: 'Workshop - 20 Jan 2026' }),
      meeting({ Id: 3, Published: false, Name: 'CANCELLED - Workshop - 20 Jan 2026' }),
      meeting({ Id: 4, Name: 'Council (DRAFT AGENDA)' }),
      meeting({ ...future, Id: 5, Name: 'Parks' }),
      meeting({ ...future, Id: 6, Name: 'Parks', Published: false }),
      meeting({ ...future, Id: 7, Name: 'Council (Draft Budget)' }),
    ]
    const { of, reasons, server } = await read({ meetings })
    expect(of('meeting').map(({ key, status }) => `${key} ${status}`)).toEqual([
      '3 cancelled',
      '1 scheduled',
      '5 scheduled',
      '7 scheduled',
    ])
    expect(reasons).toContain(
      'has drafts and unpublished meetings, which are skipped: 3; first: Parks 2026-03-03',
    )
    const requested = server.requests.filter((path) => path.endsWith('/meetingDocuments'))
    expect(requested).toEqual(
      [5, 7].map((id) => `/Services/MeetingsService.svc/meetings/${id}/meetingDocuments`),
    )
  })

  it('of the newer form names the bodies itself', async () => {
    const named = meeting({ MeetingTypeName: 'Committee of the Whole ', MeetingTypeId: 10 })
    const { of, server } = await read({ meetings: [named] })
    expect(of('organization')).toMatchObject([{ name: 'Committee of the Whole' }])
    expect(server.requests).not.toContain('/Portal/MeetingSchedule.aspx')
  })

  it('of 551 meetings is read whole, also from a server that ignores the days', async () => {
    const meetings = Array.from({ length: 551 }, (_, index) => {
      const MeetingDate = new Date(Date.UTC(2025, 0, 1 + (index % 365))).toISOString().slice(0, 10)
      return meeting({ Id: index + 1, MeetingDate, MeetingDateTime: `${MeetingDate} 09:00` })
    })
    const { of } = await read({
      other: (path) => (path.includes('meetings?from=') ? meetings : undefined),
    })
    expect(of('meeting')).toHaveLength(551)
  })

  it('without types names bodies by their meetings, and says so', async () => {
    const joint = meeting({ Id: 8, Name: 'Joint Council and Library Board - 20 Jan 2026' })
    const { of, reasons } = await read({ meetings: [meeting(), joint], types: {} })
    expect(of('organization').map(({ key }) => key)).toEqual([
      'name:council',
      'name:joint council and library board',
    ])
    expect(reasons).toContain(
      'does not name the types of some meetings; their bodies have the names of the meetings',
    )
    expect(reasons).toContain('returned 404, as did 1 more; skipped')
  })

  it('is read since 120 days before a date', async () => {
    const old = meeting({ Id: 8, MeetingDate: '2025-10-01', MeetingDateTime: '2025-10-01 09:00' })
    const { of, server } = await read(
      { meetings: [meeting(), old] },
      { since: async () => '2026-02-09' },
    )
    expect(of('meeting').map(({ key }) => key)).toEqual(['7'])
    expect(server.requests.filter((path) => path.includes('from=2025-10-12'))).toHaveLength(1)
  })

  it('reads an agenda of very many items in linear time', async () => {
    const cpuOf = async (count: number) => {
      const anchors = Array.from({ length: count }, (_, n) =>
        itemMarkup(`Agenda${n % 7 === 0 ? 'Heading' : 'Item'}${n}`, `${n}.${n}.`, 'Ditch'),
      )
      const given = withDocuments(document({ Html: agendaPage(anchors.join('')) }))
      const start = process.threadCpuUsage()
      const { of } = await read(given)
      expect(of('agenda_item')).toHaveLength(count)
      return process.threadCpuUsage(start).user
    }
    await cpuOf(2000)
    // Four times as many, and not sixteen times as long.
    expect((await cpuOf(24_000)) / (await cpuOf(6000))).toBeLessThan(9)
  })
})
