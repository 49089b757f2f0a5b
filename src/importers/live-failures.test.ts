import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, expect, it, onTestFinished } from 'vitest'
import {
  agendaPage,
  live as civicweb,
  document,
  itemMarkup as itemOfCivicweb,
  meeting,
  servePortal as serveCivicweb,
} from '../../test/support/civicweb/portal.ts'
import { itemMarkup, meetingPage } from '../../test/support/escribe/pages.ts'
import { live as escribe, servePortal as serveEscribe } from '../../test/support/escribe/server.ts'
import { collectItems, writeFolder } from '../../test/support/imports/collect-items.ts'
import { entry, meetingId } from '../../test/support/towns/escribe-portal.ts'
import { sources } from './registry.ts'
import type { ImportSource, OpenOptions } from './source.ts'

const clock = { now: () => Date.UTC(2026, 3, 10, 12), monotonic: () => performance.now() }
// The hour that does not exist where clocks change that night.
const start = '2026-03-08 02:30'

type Respond = (response: ServerResponse, times: number) => void
interface Portal {
  source: ImportSource
  /** A portal with one meeting, whose page of items is what this responds; `noise` differs between requests. */
  serve(page: Respond, noise?: string): Promise<{ url: string; requests: string[] }>
  /** A page of items in the form in which the portal sends it. */
  body(title: string, rest?: string): string
  isPage(path: string): boolean
}

const portals: Record<string, Portal> = {
  escribe: {
    source: escribe,
    serve: (page, noise = '') => {
      let times = 0
      const links = [{ Type: 'PostMinutes', Format: 'HTML', Url: `Meeting.aspx?Id=${meetingId}` }]
      const held = entry({
        StartDate: `${start.replaceAll('-', '/')}:00`,
        Url: '',
        MeetingDocumentLink: links,
        AllowPublicComment: noise,
      })
      return serveEscribe({
        calendar: (from) => (from === '2026-01-01' ? [held] : []),
        page: () => (response) => {
          times += 1
          page(response, times)
        },
      })
    },
    body: (title, rest = '') => meetingPage(`${itemMarkup({ title })}<!-- ${rest} -->`),
    isPage: (path) => path.startsWith('/Meeting.aspx'),
  },
  civicweb: {
    source: civicweb,
    serve: (page, noise = '') =>
      serveCivicweb({
        meetings: [
          meeting({ MeetingDate: '2026-03-08', MeetingDateTime: start, VideoIcon: noise }),
        ],
        other: (path, times) =>
          path.includes('/meetingDocuments')
            ? (response: ServerResponse) => page(response, times)
            : undefined,
      }),
    body: (title, rest = '') =>
      JSON.stringify([
        document({ Html: agendaPage(itemOfCivicweb('AgendaItem1', '1.', title)), Other: rest }),
      ]),
    isPage: (path) => path.includes('/meetingDocuments'),
  },
}

describe.each(Object.entries(portals))('a portal of %s', (_, { source, serve, body, isPage }) => {
  const read = (url: string, options: OpenOptions = {}) =>
    collectItems(source, url, { clock, ...options })
  const ok: Respond = (response) => response.end(body('Ditch'))

  it('that fails for good is rejected whole, and resumed without asking twice', async () => {
    let isBroken = true
    const { url, requests } = await serve((response, times) =>
      isBroken ? response.writeHead(500).end() : ok(response, times),
    )
    const resume = await writeFolder({})
    await expect(read(url, { resume })).rejects.toThrow(
      /responded with 500 \(4 attempts\); nothing was imported$/,
    )
    isBroken = false
    const before = requests.length
    expect((await read(url, { resume })).of('agenda_item')).toMatchObject([{ title: 'Ditch' }])
    const requested = requests.slice(before).filter((path) => path !== '/robots.txt')
    expect(requested.filter(isPage)).toHaveLength(1)
    expect(requested.some((path) => /Calendar|meetings\?from/.test(path))).toBe(false)
  })

  it('that is busy or cuts a body is requested again', async () => {
    const { url, requests } = await serve((response, times) => {
      const text = body('Ditch')
      if (times === 1) response.writeHead(429, { 'retry-after': '0' }).end()
      else if (times === 2) {
        response.writeHead(200, { 'content-length': text.length * 2 }).write(text.slice(0, 90))
        response.destroy()
      } else response.end(text)
    })
    expect((await read(url)).of('agenda_item')).toMatchObject([{ title: 'Ditch' }])
    expect(requests.filter(isPage)).toHaveLength(3)
  })

  it('is asked again for robots.txt after a lost connection and after a server error', async () => {
    const paths: string[] = []
    const server = createServer((request, response) => {
      paths.push(request.url ?? '')
      if (paths.length === 1) request.socket.destroy()
      else response.writeHead(paths.length === 2 ? 503 : 404).end()
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    onTestFinished(() => void server.close())
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    await expect(read(url)).rejects.toThrow(/responded with 404: this is not the address/)
    expect(paths.filter((path) => path === '/robots.txt')).toHaveLength(3)
  })

  it.each<[string, Respond, RegExp]>([
    [
      'challenges',
      (response) => response.writeHead(403).end('<title>Just a moment...</title>'),
      /responded with 403 and a page that only lets people pass/,
    ],
    [
      'redirects for ever',
      (response) => response.writeHead(302, { location: '?again' }).end(),
      /redirects more than 5 times; nothing was imported$/,
    ],
    [
      'redirects elsewhere',
      (response) => response.writeHead(302, { location: 'http://127.0.0.2/' }).end(),
      /redirects to another server, http:\/\/127\.0\.0\.2; nothing was imported$/,
    ],
    [
      'sends another charset',
      (response) => response.end(Buffer.from(body('Fossé'), 'latin1')),
      /sent invalid UTF-8 \(4 attempts\); nothing was imported$/,
    ],
  ])('that %s is rejected in one sentence', async (_name, page, message) => {
    const { url } = await serve(page)
    await expect(read(url)).rejects.toThrow(message)
  })

  it('sends a page of 5 MB, which is read', async () => {
    const { url } = await serve((response) =>
      response.end(body('Ditch', 'x'.repeat(5 * 1024 * 1024))),
    )
    expect((await read(url)).of('agenda_item')).toMatchObject([{ title: 'Ditch' }])
  })

  it('keeps a local time as it is written, also one that the clock skips', async () => {
    const { url } = await serve(ok)
    const { of } = await read(url, { timeZone: 'America/Toronto' })
    expect(of('meeting')).toMatchObject([{ date: '2026-03-08', start_time: '02:30' }])
  })

  it('gives the same records if two responses differ in noise alone', async () => {
    const recordsOf = async (noise: string) => {
      const { url } = await serve((response) => response.end(body('Ditch', noise)), noise)
      const { records } = await read(url)
      return JSON.stringify(records).replaceAll(url, '')
    }
    expect(await recordsOf('one')).toBe(await recordsOf('another'))
  })
})

it.each(['civicweb', 'escribe', 'legistar', 'open-civic-data', 'toronto', 'vancouver'])(
  'a source of %s that does not respond ends with its import',
  async (name) => {
    const stop = new AbortController()
    const server = createServer(() => stop.abort())
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    onTestFinished(() => void server.close())
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    const source = sources[name] as ImportSource
    const read = collectItems(source, `${url}/v1/town`, { clock, stop: stop.signal })
    await expect(read).rejects.toThrow('the import was stopped')
  },
)
