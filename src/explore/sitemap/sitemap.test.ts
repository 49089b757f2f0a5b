import { Parser } from 'htmlparser2'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Service, startService } from '../../../test/support/service/service.ts'

const browser = { headers: { accept: 'text/html' } }
const xml = 'application/xml; charset=utf-8'
let service: Service
beforeAll(async () => {
  service = await startService()
})
afterAll(() => service.stop())

/** The text of each element with a name, and the names of all elements. */
function read(text: string, name: string): { texts: string[]; names: Set<string> } {
  const [texts, names]: [string[], Set<string>] = [[], new Set()]
  let isInside = false
  const parser = new Parser(
    {
      onopentag(tag) {
        names.add(tag)
        isInside = tag === name
        if (isInside) texts.push('')
      },
      ontext(part) {
        if (isInside) texts[texts.length - 1] += part
      },
      onclosetag() {
        isInside = false
      },
    },
    { xmlMode: true },
  )
  parser.end(text)
  return { texts, names }
}

describe('/sitemap.xml', () => {
  it('leads to the sitemap of each council, and robots.txt to it', async () => {
    const robots = (await service.call('/robots.txt')).body
    expect(robots).toContain(`\nSitemap: ${service.url}/sitemap.xml\n`)
    const { body, status, headers } = await service.call('/sitemap.xml')
    expect([status, headers.get('content-type')]).toEqual([200, xml])
    expect(headers.get('cache-control')).toBe('public, max-age=60')
    expect(read(body, 'loc').texts).toEqual([`${service.url}/pemberley/sitemap.xml`])
    expect(read(body, 'loc').names).toEqual(new Set(['sitemapindex', 'sitemap', 'loc', 'lastmod']))
  })

  it('accepts no other methods', async () => {
    const { status, headers } = await service.call('/sitemap.xml', { method: 'DELETE' })
    expect([status, headers.get('allow')]).toEqual([405, 'GET, HEAD'])
  })
})

describe('/{municipality}/sitemap.xml', () => {
  const page = (query = '') => service.call(`/pemberley/sitemap.xml${query}`)

  it('has every record with a page once, and only pages for search engines', async () => {
    const { body, headers } = await page()
    expect(headers.get('content-type')).toBe(xml)
    const { texts, names } = read(body, 'loc')
    expect(names).toEqual(new Set(['urlset', 'url', 'loc', 'lastmod', 'xhtml:link']))
    expect(new Set(texts).size).toBe(texts.length)
    for (const [list, folder] of [
      ['meetings', 'meetings'],
      ['motions', 'motions'],
      ['matters', 'matters'],
      ['bylaws', 'bylaws'],
      ['organizations', 'bodies'],
    ]) {
      const { data } = (await service.v1(`${list}?per_page=100`)).json
      for (const { slug } of data)
        expect(texts).toContain(new URL(`${service.url}/pemberley/${folder}/${slug}`).href)
    }
    for (const text of texts) {
      const { status, body: html } = await service.call(text.slice(service.url.length), browser)
      expect(status, text).toBe(200)
      expect(html, text).not.toContain('noindex')
    }
    const alternates = [...body.matchAll(/ hreflang="([^"]*)" href="([^"]*)"/g)]
    expect(new Set(alternates.map(([, language]) => language))).toEqual(
      new Set(['en', 'fr', 'x-default']),
    )
    expect(new Set(alternates.map(([, , url]) => url))).toEqual(new Set(texts))
    expect(texts).toContain(`${service.url}/fr/pemberley/people/old-member`)
    expect(texts).toContain(`${service.url}/pemberley/people/old-member`)
    expect(texts).not.toContain(`${service.url}/pemberley/people/pat-twin`)
  })

  it('has the times of changes, in the form of its schema', async () => {
    const { texts } = read((await page()).body, 'lastmod')
    for (const text of texts) expect(text).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/)
  })

  it('is cached like a page, as XML', async () => {
    const first = await page()
    const again = await page()
    expect(again.headers.get('content-type')).toBe(xml)
    expect(again.body).toBe(first.body)
    const etag = first.headers.get('etag') ?? ''
    const { status } = await service.call('/pemberley/sitemap.xml', {
      headers: { 'if-none-match': etag },
    })
    expect(status).toBe(304)
  })

  it.each([
    ['?part=2', 404],
    ['?part=0', 400],
    ['?part=x', 400],
  ])('%s has status %d', async (query, status) => {
    expect((await page(query)).status).toBe(status)
  })

  it('of an unknown council has status 404', async () => {
    expect((await service.call('/netherfield/sitemap.xml', browser)).status).toBe(404)
  })

  it('is read in at most five statements', async () => {
    service.statements.length = 0
    await page('?part=1')
    expect(service.statements.length).toBeGreaterThan(0)
    expect(service.statements.length).toBeLessThanOrEqual(5)
  })
})
