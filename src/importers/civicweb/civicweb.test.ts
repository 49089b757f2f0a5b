import { describe, expect, it } from 'vitest'
import {
  agendaPage,
  document,
  itemMarkup,
  live,
  meeting,
  type PortalResponses,
  servePortal,
} from '../../../test/support/civicweb/portal.ts'
import { collectItems } from '../../../test/support/imports/collect-items.ts'
import type { OpenOptions } from '../source.ts'
import { noticeIn } from './labels.ts'

const clock = { now: () => Date.UTC(2026, 1, 10, 12), monotonic: () => performance.now() }

/** What a portal yields, by default one with one meeting. */
async function read(given: Partial<PortalResponses> = {}, options: OpenOptions = {}) {
  const server = await servePortal({ meetings: [meeting()], ...given })
  const found = await collectItems(live, `${server.url}/Portal/`, { clock, ...options })
  return { server, ...found, reasons: found.warnings.map(({ reason }) => reason) }
}
const withDocuments = (...documents: object[]) => ({
  other: (path: string) => (path.endsWith('/7/meetingDocuments') ? documents : undefined),
})

describe('the state of a meeting', () => {
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
})

describe('a calendar', () => {
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
