import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, expect, it, onTestFinished } from 'vitest'
import { servePortal as serveCivicweb } from '../../test/support/civicweb/portal.ts'
import { servePortal } from '../../test/support/escribe/server.ts'
import { hurried, serveLegistar } from '../../test/support/legistar/live.ts'
import { rowsTown } from '../../test/support/legistar/rows-town.ts'
import { findPortal } from './find-portal.ts'
import type { RequestWatch } from './source.ts'

const portalPage = '<script>$.post("MeetingsCalendarView.aspx/GetCalendarMeetings")</script>'
const portal = () => servePortal({ calendar: () => [], page: () => portalPage })
const find = (address: string, watch?: RequestWatch) =>
  findPortal(address, {
    ...{ contact: 'clerk@town.example', policy: hurried },
    ...(watch && { watch }),
  })

/** A town's site with these pages, or functions that respond. */
async function town(pages: Record<string, string | ((response: ServerResponse) => void)>) {
  const requests: string[] = []
  const agents = new Set<string | undefined>()
  const server = createServer((request, response) => {
    requests.push(request.url ?? '')
    agents.add(request.headers['user-agent'])
    const page = pages[request.url ?? '']
    if (typeof page === 'function') page(response)
    else response.writeHead(page === undefined ? 404 : 200).end(page)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, requests, agents }
}

describe('a portal', () => {
  it('is recognized by its response, with the contact of who asks', async () => {
    const { url, agents } = await portal()
    expect(await find(`${url}/Meetings?Year=2026`)).toMatchObject({
      platform: 'eSCRIBE',
      importer: 'escribe',
      location: url,
      requests: 2,
      texts: [portalPage],
    })
    expect([...agents]).toEqual(['reeve (imports council records; clerk@town.example)'])
  })

  it('is Legistar, or CivicWeb, whatever its host', async () => {
    const legistar = await serveLegistar(rowsTown())
    expect(await find(legistar.base)).toMatchObject({
      importer: 'legistar',
      location: legistar.base,
    })
    const civicweb = await serveCivicweb({ meetings: [] })
    expect(await find(`${civicweb.url}/Portal/MeetingSchedule.aspx`)).toMatchObject({
      platform: 'CivicWeb',
      importer: 'civicweb',
      location: civicweb.url,
      requests: 2,
    })
  })

  it('is found behind a frame, a link and a redirect, in at most five requests', async () => {
    const { url } = await portal()
    const framed = await town({ '/': `<p>Council</p><iframe src="${url}/"></iframe>` })
    expect(await find(framed.url)).toMatchObject({ location: url, requests: 3 })
    const linked = await town({
      '/': '<a href="/pools">Pools</a><a href="/council">Your government</a>',
      '/council': `<a href="${url}/?Year=2026">Agendas and minutes</a>`,
    })
    expect(await find(linked.url)).toMatchObject({ location: url, requests: 4 })
    expect(linked.requests).toEqual(['/', '/council'])
    const moved = await town({
      '/': (response) => response.writeHead(302, { location: `${url}/` }).end(),
    })
    expect(await find(moved.url)).toMatchObject({ location: url, requests: 3 })
  })
})

describe('a Reeve', () => {
  const index = JSON.stringify({ data: { name: 'Reeve' } })
  const page = '<a href="/api/v1/docs">API</a>'

  it.each(['/lowmere', '/fr/lowmere/meetings', '/lowmere?year=2026'])(
    'is recognized by its page at %s',
    async (path) => {
      const { url } = await town({ [path]: page, '/api/v1': index })
      expect(await find(`${url}${path}`)).toMatchObject({
        ...{ platform: 'Reeve', importer: 'reeve', location: `${url}/lowmere`, requests: 2 },
      })
    },
  )

  it('is recognized by a path of its API, without a page', async () => {
    const { url, requests } = await town({ '/api/v1': index, '/lowmere': page })
    expect(await find(`${url}/api/v1/lowmere/meetings`)).toMatchObject({
      location: `${url}/lowmere`,
    })
    expect(requests[0]).toBe('/api/v1')
  })

  it('is recognized where it does not have the page', async () => {
    const { url } = await town({ '/api/v1': index })
    expect(await find(`${url}/nowhere`)).toMatchObject({ location: `${url}/nowhere` })
  })

  it('is none if only its page looks like one', async () => {
    const { url } = await town({ '/lowmere': page, '/api/v1': '{"data":{"name":"Other"}}' })
    await expect(find(`${url}/lowmere`)).rejects.toThrow('has no portal that Reeve knows')
  })
})

describe('a site that fails once', () => {
  /** Responds otherwise to the first request of a path. */
  const failingOnce = (first: (response: ServerResponse) => void, page: string) => {
    const responses = [first]
    return (response: ServerResponse) => (responses.pop() ?? ((r) => void r.end(page)))(response)
  }

  it.each<[string, (response: ServerResponse) => void]>([
    ['closes the connection', (response) => void response.destroy()],
    ['ends within the page', (response) => response.write('<p>', () => void response.destroy())],
    ['is restarting', (response) => void response.writeHead(503).end()],
  ])('is asked again if it %s', async (_, first) => {
    const { url } = await portal()
    const { url: site, requests } = await town({
      '/': failingOnce(first, `<a href="${url}/">Agendas and minutes</a>`),
    })
    expect(await find(site)).toMatchObject({ location: url, requests: 3 })
    expect(requests).toEqual(['/', '/'])
  })

  it('is asked as often as in an import, which says so', async () => {
    const index = JSON.stringify({ data: { name: 'Reeve' } })
    let left = hurried.attempts - 1
    const { url, requests } = await town({
      '/api/v1': (response) => {
        response.writeHead(200, { 'content-length': index.length })
        if (left === 0) return void response.end(index)
        left -= 1
        response.write(index.slice(0, 9), () => response.destroy())
      },
    })
    const retries: string[] = []
    const watch = {
      onRequest: () => undefined,
      onRetry: (message: string) => retries.push(message),
    }
    const path = '/api/v1/lowmere/meetings'
    expect(await find(`${url}${path}`, watch)).toMatchObject({ location: `${url}/lowmere` })
    expect(requests.filter((one) => one === '/api/v1')).toHaveLength(hurried.attempts)
    expect(retries).toHaveLength(hurried.attempts - 1)
    expect(retries[0]).toMatch(/\/api\/v1 .* \(attempt 1 of 4\), trying again in 1 s$/)
  })

  it('is not asked again if it says much later, nor beyond five addresses', async () => {
    const later = await town({
      '/': (response) => response.writeHead(503, { 'retry-after': '600' }).end(),
    })
    await expect(find(later.url)).rejects.toThrow('asked to retry after 600 s')
    expect(later.requests).toEqual(['/'])
    const links = [1, 2, 3, 4].map((n) => `<a href="/meetings/${n}">Minutes</a>`).join('')
    const close = (response: ServerResponse) => void response.destroy()
    const { url, requests } = await town({ '/': links, '/meetings/4': close })
    await expect(find(url)).rejects.toThrow('/meetings/4 did not respond')
    expect(new Set(requests).size).toBe(5)
    expect(requests).toHaveLength(4 + hurried.attempts)
  })
})

describe('an address without a portal', () => {
  it('is rejected after five requests, with what was seen', async () => {
    const links = [1, 2, 3, 4, 5, 6].map((n) => `<a href="/meetings/${n}">Minutes</a>`).join('')
    const { url, requests } = await town({ '/': links })
    await expect(find(url)).rejects.toThrow(
      `has no portal that Reeve knows, and no link or frame leads to one (seen: ${url}/, ${url}/meetings/1 responded with 404, `,
    )
    expect(requests).toHaveLength(5)
  })

  it('is rejected if it redirects for ever, or does not respond', async () => {
    const { url, requests } = await town({
      '/': (response) => response.writeHead(302, { location: '/' }).end(),
    })
    await expect(find(url)).rejects.toThrow('has no portal that Reeve knows')
    expect(requests.length).toBeLessThanOrEqual(6)
    await expect(find('http://127.0.0.1:9/')).rejects.toThrow(
      /^http:\/\/127\.0\.0\.1:9\/ cannot be read \(seen: .*did not respond/,
    )
  })

  it('is rejected with a page that only lets people pass, without a second try', async () => {
    const { url, requests } = await town({
      '/': (response) => response.writeHead(403).end('<title>Just a moment...</title>'),
    })
    await expect(find(url)).rejects.toThrow('asks to prove that a person is reading')
    expect(requests).toEqual(['/'])
  })

  it.each(['not a page', 'ftp://town.example', 'https://user:secret@town.example', ''])(
    'is rejected if it is %j',
    async (address) => {
      await expect(find(address)).rejects.toThrow('is not the URL of a page: give one such as')
    },
  )
})
