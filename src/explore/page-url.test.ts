import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Json, type Service, startService } from '../../test/support/service/service.ts'
import { searchTypes } from '../resources/search/schema.ts'

const browser = { headers: { accept: 'text/html' } }

let service: Service
beforeAll(async () => {
  service = await startService()
})
afterAll(() => service.stop())

describe('the url of a record', () => {
  it.each(['meetings', 'motions', 'people', 'matters', 'bylaws', 'organizations'])(
    'leads to its page: %s',
    async (list) => {
      const { data } = (await service.v1(list)).json
      expect(data.length).toBeGreaterThan(0)
      for (const { slug, url } of data.slice(0, 5) as Json[]) {
        const detail = (await service.v1(`${list}/${slug}`)).json.data
        expect(detail.url).toBe(url)
        const { status, body } = await service.call(new URL(url).pathname, browser)
        expect(status, url).toBe(200)
        expect(body).toContain(`<link rel="canonical" href="${url}"/>`)
      }
    },
  )

  it('leads from a search result to a page that shows it', async () => {
    const types = new Set<string>()
    for (const type of Object.keys(searchTypes)) {
      const { data } = (await service.v1(`search?q=lake OR ditch&match=any&type=${type}`)).json
      for (const { url } of data.slice(0, 1) as Json[]) {
        types.add(type)
        expect((await service.call(new URL(url).pathname, browser)).status, url).toBe(200)
      }
    }
    expect(types.size).toBeGreaterThan(2)
  })
})
