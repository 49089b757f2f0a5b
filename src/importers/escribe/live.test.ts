import type { ServerResponse } from 'node:http'
import { describe, expect, it } from 'vitest'
import {
  attendanceList,
  itemMarkup,
  meetingPage,
  motionItem,
} from '../../../test/support/escribe/pages.ts'
import {
  between,
  live,
  type PortalResponses,
  servePortal,
} from '../../../test/support/escribe/server.ts'
import { collectItems, writeFolder } from '../../../test/support/imports/collect-items.ts'
import { entry, meetingId } from '../../../test/support/towns/escribe-portal.ts'

const clock = { now: () => Date.UTC(2026, 1, 10, 12), monotonic: () => performance.now() }
const link = (type: string, language: string) => ({
  Title: `${type} (HTML)`,
  Type: type,
  Format: 'HTML',
  Url: `Meeting.aspx?Id=${meetingId}&Agenda=${type}&lang=${language}`,
  LanguageId: language === 'English' ? 9 : 12,
})
const held = entry({
  Url: '',
  MeetingPassed: false,
  MeetingDocumentLink: ['Agenda', 'PostMinutes'].flatMap((type) =>
    ['French', 'English'].map((language) => link(type, language)),
  ),
})
const present = attendanceList('Members', ['Mayor Ann Lee', 'Councillor Bo Park, Ward 4', 'Cy Roe'])

/** What a portal with one meeting yields, whose minutes have this markup. */
async function read(items: string, { attendance = present, ...responses }: Given = {}) {
  const page = meetingPage(items, { attendance })
  const server = await servePortal({
    calendar: between([held]),
    page: (path) => (path.includes('Agenda=PostMinutes') ? page : undefined),
    ...responses,
  })
  const found = await collectItems(live, `${server.url}/`, { clock })
  return { server, ...found, reasons: found.warnings.map(({ reason }) => reason) }
}
type Given = Partial<PortalResponses> & { attendance?: string }

const item = (motions: string) =>
  itemMarkup({ agenda_item_number: '1.', title: 'Ditch' }).replace(
    '</DIV><DIV ></DIV></DIV>',
    `<DIV class='AgendaItemContentRow indent' ><UL class='AgendaItemMotions' >${motions}</UL></DIV></DIV></DIV>`,
  )
const text = "<DIV class='MotionText RichText' ><p>That it be done.</p></DIV>"
const row = (label: string, names: string, css = " class='VotesUsers'") =>
  `<TR ><TD class='VoterVote' >${label}</TD><TD${css} >${names}</TD></TR>`
const votes = (...rows: string[]) => `<TABLE class='MotionVoters' >${rows.join('')}</TABLE>`
const motion = (...parts: string[]) => item(motionItem(text, ...parts))

it('requests twelve months at a time, and one page of a meeting', async () => {
  const { server } = await read(item(''))
  expect(server.requests.filter((path) => path.includes('Meeting.aspx'))).toHaveLength(1)
  expect(server.requests[0]).toBe(
    '/MeetingsCalendarView.aspx/GetCalendarMeetings {"calendarStartDate":"2027-01-01","calendarEndDate":"2027-12-31"}',
  )
})

describe('the recording of a meeting', () => {
  const url = `/Meeting.aspx?Id=${meetingId}&Agenda=PostMinutes&lang=English`
  const player = (attribute: string) =>
    `<div id="isi_player" data-client_id="brook" ${attribute}></div>`

  it.each([
    ['a name in the player', player('data-stream_name="Hall_Council_2026-01-20.mp4"'), url],
    ['a name in another player', player('data-file_name="council 2026.MP4"'), url],
    [
      'a frame',
      '<div class="VideoPlayer"><iframe src="https://video.example/embed/7?x=1"></iframe></div>',
      'https://video.example/embed/7?x=1',
    ],
    [
      'a frame of the portal',
      '<iframe title="Video of the meeting" src="/Players/Play.aspx?Id=7"></iframe>',
      '/Players/Play.aspx?Id=7',
    ],
    [
      'a video',
      '<video><source src="//media.example/7.mp4" type="video/mp4"></video>',
      'http://media.example/7.mp4',
    ],
    [
      'a script',
      '<script>setup({ "file": "https://media.example/7.m3u8" })</script>',
      'https://media.example/7.m3u8',
    ],
  ])('is the one that the page names: %s', async (_what, markup, expected) => {
    const { of, server, warnings } = await read(`${item('')}${markup}`)
    const [meeting] = of('meeting')
    expect(meeting?.video_url).toBe(new URL(expected, server.url).href)
    expect(warnings).toEqual([])
  })

  it.each([
    ['a live stream, which has no file', player('data-stream_name="brook_en"')],
    ['an empty player', player('data-file_name=""')],
    ['a frame for something else', '<iframe id="modal" src="https://share.example/"></iframe>'],
    ['a player that is not filled', '<div class="VideoPlayer"><iframe src=""></iframe></div>'],
    [
      'a script with several files',
      '<script>a("https://m.example/1.mp4"); b("https://m.example/2.mp4")</script>',
    ],
    ['a link', '<a href="https://m.example/1.mp4">A film</a>'],
  ])('is not %s', async (_what, markup) => {
    const { of } = await read(`${item('')}${markup}`)
    expect(of('meeting')).toMatchObject([{ video_url: null }])
  })

  it('is not a film in the description of an item', async () => {
    const film = '<div class="video"><iframe src="https://video.example/embed/7"></iframe></div>'
    expect((await read(item(film))).of('meeting')).toMatchObject([{ video_url: null }])
  })
})

describe('the words of portals', () => {
  it.each([
    ['For (1)', 'For', undefined],
    ['In Favour: (1)', 'For', undefined],
    ['Yeas:  (1)', 'For', undefined],
    ['POUR (1)', 'For', undefined],
    ['Opposed (1)', 'Against', undefined],
    ['Nays', 'Against', undefined],
    ['Contre (1)', 'Against', undefined],
    ['Recuse (1)', 'Recused', undefined],
    ['Conflict (1)', 'Recused', 'Conflict'],
    ['Absente (1)', 'Absent', undefined],
  ])('%s is %s', async (label, value, reason) => {
    const { of, warnings } = await read(motion(votes(row(label, 'C. Roe', ''))))
    expect(of('motion')[0]?.votes).toMatchObject([{ person_key: 'cy roe', value }])
    expect(of('motion')[0]?.votes?.[0]?.reason).toBe(reason)
    expect(warnings.filter(({ subject }) => subject !== 'motions')).toEqual([])
  })
})

describe('forms of the portal', () => {
  it('reads a calendar in pages, in other letters, with instants and French words', async () => {
    const past = (day: number) => ({
      Id: meetingId.replace('1111', `000${day}`),
      MeetingType: 'Council',
      Start: `/Date(${Date.UTC(2026, 0, day, 14, 30)})/`,
      LocationName: 'Town Hall',
      Cancelled: day === 2,
      meetingLinks: [],
    })
    const server = await servePortal({
      method: 'GetAllMeetings',
      calendar: (from, _, page) => ({
        Meetings: from === '2026-01-01' ? [past(page)] : [],
        TotalCount: from === '2026-01-01' ? 2 : 0,
      }),
      page: () => undefined,
    })
    const { of } = await collectItems(live, server.url, { clock, timeZone: 'America/Toronto' })
    expect(
      of('meeting').map(({ date, start_time, status }) => `${date} ${start_time} ${status}`),
    ).toEqual(['2026-01-01 09:30 completed', '2026-01-02 09:30 cancelled'])
  })

  it('reads lists of past meetings if the calendar has only those to come', async () => {
    const past = (page: number) => ({
      Id: `${meetingId.slice(0, -1)}${page}`,
      MeetingType: 'Council',
      Start: `/Date(${Date.UTC(2026, 0, page, 14, 30)})/`,
      MeetingPassed: false,
      MeetingLinks: [],
    })
    const coming = entry({ StartDate: '2026/03/20 19:00:00', MeetingPassed: false })
    const server = await servePortal({
      calendar: between([coming, { ...coming, ID: 'second' }]),
      past: (type, page) =>
        type === 'Council' ? { Meetings: [past(page)], TotalCount: 2 } : undefined,
      page: () => undefined,
    })
    const { of } = await collectItems(live, server.url, { clock, timeZone: 'America/Toronto' })
    expect(of('meeting').map(({ date, status }) => `${date} ${status}`)).toEqual([
      ...['2026-01-01 completed', '2026-01-02 completed'],
      ...['2026-03-20 scheduled', '2026-03-20 scheduled'],
    ])
    expect(server.requests.filter((path) => path.includes('PastMeetings'))).toEqual([
      '/MeetingsCalendarView.aspx/PastMeetings {"type":"Council"}',
      '/MeetingsCalendarView.aspx/PastMeetings {"type":"Council","pageNumber":2}',
    ])
  })

  it('reads the meetings of 120 days before --since', async () => {
    const { url, requests } = await servePortal({
      calendar: between([held, entry({ ID: 'old', StartDate: '2025/10/01 19:00:00' })]),
      page: () => meetingPage(''),
    })
    const { of, opened } = await collectItems(live, url, { clock, since: async () => '2026-02-09' })
    expect(opened.since).toBe('2026-02-09')
    expect(of('meeting').map(({ key }) => key)).toEqual([meetingId])
    expect(requests.filter((path) => path.includes('2025-10-12'))).toHaveLength(1)
  })

  it('rejects a server that is not a portal', async () => {
    const { url } = await servePortal({ calendar: () => [], page: () => '', method: 'none' })
    await expect(collectItems(live, url, { clock })).rejects.toThrow(
      'responded with 404: this is not the address of an eSCRIBE portal; nothing was imported',
    )
  })

  it('rejects --since and --resume for a folder', async () => {
    const folder = await writeFolder({ 'calendar/a.calendar_meetings.json': { d: [held] } })
    await expect(live.open(folder, { resume: folder })).rejects.toThrow('read whole')
  })
})

describe('requests', () => {
  it('name the operator, and obey robots.txt', async () => {
    const { server } = await read(item(''))
    expect([...server.agents]).toEqual(['reeve (imports council records)'])
    const contact = 'clerk@town.example'
    const robots = 'User-agent: *\nDisallow: /MeetingsCalendarView.aspx'
    const closed = await servePortal({ calendar: () => [], page: () => '', robots })
    await expect(collectItems(live, closed.url, { clock, contact })).rejects.toThrow(
      `${closed.url}/robots.txt does not allow programs to read ${closed.url}/MeetingsCalendarView.aspx/`,
    )
    expect(closed.requests).toEqual([])
    expect([...closed.agents]).toEqual(['reeve (imports council records; clerk@town.example)'])
  })

  it('are not repeated for a page that only lets people pass', async () => {
    const page = (response: ServerResponse) =>
      response.writeHead(503).end('<script src="/cdn-cgi/challenge-platform/x"></script>')
    const { url, requests } = await servePortal({ calendar: between([held]), page: () => page })
    await expect(collectItems(live, url, { clock })).rejects.toThrow(
      'responded with 503 and a page that only lets people pass, which Reeve does not get around',
    )
    expect(requests.filter((path) => path.includes('PostMinutes'))).toHaveLength(1)
  })

  it('are repeated after a failure, and none of a page that was cut', async () => {
    let failures = 2
    const markup = meetingPage(motion("<DIV class='MotionResult' >Carried</DIV>"))
    const page = (response: ServerResponse) => {
      failures -= 1
      if (failures === 1) response.writeHead(500).end()
      else if (failures === 0) {
        response.writeHead(200, { 'content-length': markup.length * 2 }).write(markup.slice(0, 900))
        response.destroy()
      } else response.end(markup)
    }
    const { of } = await read('', { page: () => page })
    expect(of('motion')).toHaveLength(1)
    expect(failures).toBe(-1)
  })
})
