import { createRequire } from 'node:module'
import { Resvg } from '@resvg/resvg-js'
import { h } from 'preact'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Random } from '../../../stress/kit/random.ts'
import { payloads } from '../../../stress/payloads.ts'
import { type Service, startService } from '../../../test/support/service/service.ts'
import { pagePaths } from '../../../test/support/site/explore-paths.ts'
import { isDrawable, Picture, type Subject, toSvg } from './picture.tsx'

const require = createRequire(import.meta.url)
const font = {
  fontFiles: [require.resolve('@expo-google-fonts/inter/700Bold/Inter_700Bold.ttf')],
  loadSystemFonts: false,
}
const council = 'Town of Pemberley'
const svgOf = (subject: Partial<Subject>) => toSvg(h(Picture, { council, title: '', ...subject }))
const texts = (svg: string) =>
  [...svg.matchAll(/<text[^>]*>(.*?)<\/text>/g)].map(([, text]) => text).slice(1, -1)

let service: Service
beforeAll(async () => {
  service = await startService()
})
afterAll(() => service.stop())

const request = (path: string, headers = {}) =>
  fetch(new URL(path, service.url), { headers, redirect: 'manual' })

describe('the picture of a page', () => {
  it('is a PNG of 1200 by 630 pixels, to which the page leads', async () => {
    for (const path of pagePaths) {
      const [address = ''] = path.split('?')
      const { body } = await service.call(path, { headers: { accept: 'text/html' } })
      const image = /property="og:image" content="([^"]*)"/.exec(body)?.[1]
      const isListed = !body.includes('content="noindex"')
      expect(image, path).toBe(isListed ? `${service.url}${address}/picture.png` : undefined)
      const response = await request(`${address}/picture.png`)
      expect([response.status, response.headers.get('content-type')], path).toEqual([
        200,
        'image/png',
      ])
      const bytes = Buffer.from(await response.arrayBuffer())
      expect([bytes.readUInt32BE(16), bytes.readUInt32BE(20)], path).toEqual([1200, 630])
    }
  })

  it('is the same until the record changes, may be shown by other sites, and has a validator', async () => {
    const path = '/pemberley/motions/motion-2024-10/picture.png'
    const first = await request(path)
    const again = await request(`${path}?anything=1`)
    const etag = first.headers.get('etag') ?? ''
    expect(again.headers.get('etag')).toBe(etag)
    expect(first.headers.get('cross-origin-resource-policy')).toBe('cross-origin')
    expect(first.headers.get('cache-control')).toBe('public, max-age=60')
    expect(Buffer.from(await first.arrayBuffer())).toEqual(Buffer.from(await again.arrayBuffer()))
    expect((await request(path, { 'if-none-match': etag })).status).toBe(304)
    expect((await request(`/fr${path}`)).headers.get('etag')).not.toBe(etag)
    expect((await request('/pemberley/motions/none/picture.png')).status).toBe(404)
  })

  it('is drawn without looking up the host names of clients', async () => {
    await request('/pemberley/motions/motion-2024-10/picture.png')
    type Client = { host: string; ip4?: string; ip6?: string }
    const { libuv } = process.report.getReport() as { libuv: { remoteEndpoint?: Client | null }[] }
    const clients = libuv.flatMap(({ remoteEndpoint }) => remoteEndpoint ?? [])
    expect(clients.length).toBeGreaterThan(0)
    for (const { host, ip4, ip6 } of clients) expect(host).toBe(ip4 ?? ip6)
  })

  it('is that of the brand if the font lacks a character', async () => {
    await service.writing.transaction(async (db) => {
      const name = 'ᐃᓄᒃᑎᑐᑦ'
      await db
        .updateTable('municipalities')
        .set((eb) => ({ name, data_version: eb('data_version', '+', 1) }))
        .execute()
    })
    const response = await request('/pemberley/picture.png')
    expect(response.status).toBe(302)
    expect(response.headers.get('location')).toMatch(/^\/assets\/[0-9a-f]{12}\/picture\.png$/)
    expect(response.headers.get('cache-control')).toBe('no-store')
  })
})

describe('the text of a picture', () => {
  it('stays within the margins, whatever its letters', () => {
    for (const character of 'iI.m Mw W—aAéÉœ0{,😀x') {
      const svg = svgOf({ title: `${character.repeat(9)} `.repeat(40) })
      const box = new Resvg(svg.replaceAll(/<\/?rect[^>]*>/g, ''), { font }).getBBox()
      expect((box?.x ?? 0) + (box?.width ?? 0), character).toBeLessThanOrEqual(1120.5)
    }
  })

  it('ends in … if it is too long', () => {
    const title = 'Road Modifications for the Weir Street Integrated Road, Water and Sewer Project '
    expect(texts(svgOf({ title })).join(' ')).toBe(title.trim())
    const long = texts(svgOf({ title: title.repeat(3), tally: { for: 1, against: 2 } }))
    expect(long.slice(0, 3).at(-1)).toMatch(/\w…$/)
    expect(long.slice(3)).toEqual(['1 for · 2 against'])
  })

  it('is only text', () => {
    for (const title of payloads(300, new Random(11))) {
      const svg = svgOf({ title, description: title })
      if (isDrawable(svg)) expect(() => new Resvg(svg, { font }), title).not.toThrow()
    }
  })
})
