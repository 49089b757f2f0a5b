import { createHash } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Service, startService } from '../../../test/support/service/service.ts'
import { routePaths } from '../../../test/support/site/routes.ts'
import { registerNames } from '../../store/registers.ts'

const now = Date.UTC(2024, 2, 1)
const browser = { headers: { accept: 'text/html' } }
const motion = '/pemberley/motions/motion-2024-10'
const paths = [motion, '/pemberley/people/vera-ng', '/pemberley/meetings']

let service: Service
beforeAll(async () => {
  service = await startService({ clock: { now: () => now, monotonic: () => 0 } })
})
afterAll(() => service.stop())

const textOf = (html: string) =>
  html
    .replace(/<(style|title)>.*?<\/\1>/gs, '')
    .replaceAll(/<[^>]+>/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()

describe('an embed', () => {
  it.each(paths)(
    'of %s has no script, no cookie and one style, which its policy allows',
    async (path) => {
      for (const prefix of ['', '/fr']) {
        const { status, headers, body } = await service.call(`${prefix}/embed${path}`, browser)
        expect(status).toBe(200)
        expect(headers.get('set-cookie')).toBeNull()
        expect(body).not.toMatch(/<(script|form|img|link rel="stylesheet")/)
        expect(body).toContain(`lang="${prefix === '' ? 'en' : 'fr'}-CA"`)
        const [, style = ''] = /<style>([^<]*)<\/style>/.exec(body) ?? []
        const digest = createHash('sha256').update(style).digest('base64')
        const policy = headers.get('content-security-policy') ?? ''
        expect(policy).toContain(`style-src 'sha256-${digest}'`)
        expect(policy).toContain("default-src 'none'")
        expect(style).toContain('prefers-color-scheme: dark')
        expect(headers.get('cache-control')).toBe('public, max-age=60')
        const condition = { 'if-none-match': headers.get('etag') ?? '' }
        const again = await service.call(`${prefix}/embed${path}`, { headers: condition })
        expect(again.status).toBe(304)
      }
    },
  )

  it('of a motion has what it is, the result, the body, the day and the count', async () => {
    const english = textOf((await service.call(`/embed${motion}`, browser)).body)
    expect(english).toMatch(
      /^Town of Pemberley .*Item 10 about drainage.* Referred by Parks Committee on February 20, 2024 ?, 1 to 1 ?\./,
    )
    const french = textOf((await service.call(`/fr/embed${motion}`, browser)).body)
    expect(french).toMatch(/^Ville de Pemberley .* Renvoyée .*20 février 2024 ?, 1 pour, 1 contre/)
  })

  it('of a person begins with the name, then how they voted', async () => {
    const { body } = await service.call('/embed/pemberley/people/vera-ng', browser)
    expect(textOf(body)).toMatch(
      /^Town of Pemberley Vera Ng Mayor \d+ recorded votes, \d+ on the losing side/,
    )
  })

  it('of meetings has the next ones, or says that there are none', async () => {
    const { body } = await service.call('/embed/pemberley/meetings', browser)
    expect(textOf(body)).toMatch(/^Town of Pemberley (Next meetings [A-Z]|No upcoming meeting)/)
  })

  it('opens its links beside the page that shows it, and leads search engines to the page', async () => {
    const { body } = await service.call(`/fr/embed${motion}`, browser)
    expect(body).toContain('<base target="_blank"/>')
    expect(body).toContain(`<link rel="canonical" href="${service.url}/fr${motion}"/>`)
    expect(body).toContain('<meta name="robots" content="noindex"/>')
  })

  it('of a record that does not exist says so', async () => {
    const { status, body } = await service.call('/embed/pemberley/motions/absent', browser)
    expect(status).toBe(404)
    expect(textOf(body)).toMatch(/^Town of Pemberley Motion not found/)
    expect((await service.call('/embed/absent/motions/absent')).status).toBe(404)
  })

  it('is the only page that other sites may frame', async () => {
    const all = await routePaths()
    const own = ['motions/:slug', 'people/:slug', 'meetings', ...registerNames]
    expect(all.filter((path) => path.includes('/embed/'))).toHaveLength(2 * own.length)
    for (const path of all) {
      const url = path.replace(':municipality', 'pemberley').replaceAll(/:\w+/g, 'absent')
      for (const accept of ['text/html', 'application/json']) {
        const { headers } = await service.call(url, { headers: { accept } })
        const policy = headers.get('content-security-policy') ?? ''
        const expected = path.includes('/embed/') ? 'frame-ancestors *' : "frame-ancestors 'none'"
        expect(policy, `${url} as ${accept}`).toContain(expected)
      }
    }
  })
})

describe('a page that can be embedded', () => {
  it.each(paths)('%s has the code to copy, and leads to its oEmbed response', async (path) => {
    for (const prefix of ['', '/fr']) {
      const { body } = await service.call(prefix + path, browser)
      expect(body).toContain(
        `&lt;iframe src=&quot;${service.url}${prefix}/embed${path}&quot; title=`,
      )
      const [, href = ''] = /type="application\/json\+oembed" href="([^"]+)"/.exec(body) ?? []
      const response = await service.call(href.slice(service.url.length))
      expect(response.json.html).toContain(`src="${service.url}${prefix}/embed${path}"`)
    }
  })

  it('is no other one', async () => {
    const { body } = await service.call('/pemberley/people', browser)
    expect(body).not.toContain('oembed')
    expect(body).not.toContain('iframe')
  })
})

describe('oEmbed', () => {
  const embeddingOf = (query: Record<string, string>) =>
    service.call(`/oembed?${new URLSearchParams(query)}`)

  it('describes a page as the standard demands, for scripts of any site', async () => {
    const { status, headers, json } = await embeddingOf({
      url: service.url + motion,
      format: 'json',
    })
    expect(status).toBe(200)
    expect(headers.get('content-type')).toBe('application/json; charset=utf-8')
    expect(headers.get('access-control-allow-origin')).toBe('*')
    expect(json).toMatchObject({ version: '1.0', type: 'rich', width: 600, height: 640 })
    expect(json).toMatchObject({ provider_name: 'Reeve', provider_url: service.url })
    expect(json.title).toMatch(/ · Town of Pemberley$/)
    expect(json.html).toMatch(/^<iframe [^<>]*width="600" height="640"[^<>]*><\/iframe>$/)
  })

  it('keeps to the size that is asked for', async () => {
    const size = { maxwidth: '300', maxheight: '200' }
    const { json } = await embeddingOf({ url: service.url + motion, ...size })
    expect(json).toMatchObject({ width: 300, height: 200 })
    expect(json.html).toContain('width="300" height="200"')
  })

  it('ignores scheme, query and fragment of the URL, and a slash at its end', async () => {
    const url = `${service.url.replace('http:', 'https:')}${motion}/?sort=ward#votes`
    expect((await embeddingOf({ url })).json.html).toContain(`/embed${motion}"`)
  })

  it.each(['javascript:', 'data:', 'ftp:', 'file:', 'view-source:'])(
    'is of no URL with the scheme %s',
    async (scheme) => {
      const url = service.url.replace('http:', scheme) + motion
      const { status, json } = await embeddingOf({ url })
      expect({ status, code: json.error.code }).toEqual({ status: 404, code: 'NOT_FOUND' })
    },
  )

  it('is not sent again while it is current', async () => {
    const { headers } = await embeddingOf({ url: service.url + motion })
    const condition = { 'if-none-match': headers.get('etag') ?? '' }
    const path = `/oembed?${new URLSearchParams({ url: service.url + motion })}`
    expect((await service.call(path, { headers: condition })).status).toBe(304)
  })

  it.each([
    'https://pemberley.example/pemberley/meetings',
    'nothing',
    '/pemberley/people',
    '/pemberley/motions/absent',
    '/pemberley/motions/',
    '/pemberley/motions/motion-2024-10/more',
    '/absent/meetings',
    '/about',
  ])('returns 404 for %s', async (path) => {
    const { status, json } = await embeddingOf({
      url: path.startsWith('/') ? service.url + path : path,
    })
    expect({ status, code: json.error.code }).toEqual({ status: 404, code: 'NOT_FOUND' })
  })

  it('returns 501 for XML, and 400 without a URL or with a wrong size', async () => {
    expect((await embeddingOf({ url: service.url + motion, format: 'xml' })).status).toBe(501)
    const none = await service.call('/oembed')
    expect(none.status).toBe(400)
    expect(none.json.error.message).toBe('url is required.')
    expect((await embeddingOf({ url: service.url + motion, maxwidth: 'wide' })).status).toBe(400)
  })
})
