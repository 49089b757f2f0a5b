import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { linksOf } from '../support/service/read-lists.ts'
import { type Service, startService } from '../support/service/service.ts'

let service: Service
beforeAll(async () => {
  service = await startService()
})
afterAll(() => service.stop())

describe('Link', () => {
  it('v1 lists have rel="next" while there is another page', async () => {
    const response = await service.v1('motions?result=Carried&per_page=3')
    const links = linksOf(response)
    expect(Object.keys(links)).toEqual(['next'])
    const url = new URL(links.next ?? '')
    expect(url.origin + url.pathname).toBe('https://api.example/api/v1/pemberley/motions')
    expect(url.searchParams.get('cursor')).toBe(response.json.pagination.next_cursor)
    const next = await service.call(url.pathname + url.search, { key: service.key })
    expect(next.json.pagination.per_page).toBe(3)
    const all = (await service.v1('motions?result=Carried&per_page=6')).json.data
    expect([...response.json.data, ...next.json.data]).toEqual(all)
    expect((await service.v1('motions?per_page=100')).headers.has('link')).toBe(false)
  })

  it('OCD lists have first, prev, next and last, as far as they exist', async () => {
    const pages = async (page: number) => {
      const links = linksOf(await service.ocd(`events?per_page=20&page=${page}`))
      return Object.fromEntries(
        Object.entries(links).map(([rel, url]) => [rel, new URL(url).searchParams.get('page')]),
      )
    }
    expect(await pages(1)).toEqual({ first: '1', next: '2', last: '3' })
    expect(await pages(2)).toEqual({ first: '1', prev: '1', next: '3', last: '3' })
    expect(await pages(3)).toEqual({ first: '1', prev: '2', last: '3' })
    expect(await pages(9)).toEqual({ first: '1', prev: '3', last: '3' })
  })

  it('links of OCD lists lead to pages of the same size', async () => {
    const links = linksOf(await service.ocd('votes?per_page=7&page=3'))
    for (const url of Object.values(links)) {
      const { pathname, search, origin } = new URL(url)
      expect(origin).toBe('https://api.example')
      const response = await service.call(pathname + search)
      expect(response.json.pagination.per_page).toBe(7)
      expect(response.json.results.length).toBeGreaterThan(0)
    }
  })

  it('a link never contains a key, however it was sent', async () => {
    const { key } = service
    for (const query of [`apikey=${key}`, `%61pikey=${key}`, `apikey=${key}&key=${key}&x=${key}`]) {
      const response = await service.v1(`meetings?per_page=1&${query}`, { key: null })
      expect(response.headers.get('link')).toContain('cursor=')
      expect(response.headers.get('link')).not.toContain('rv_')
    }
    const ocd = await service.ocd(`events?apikey=${key}`)
    expect(ocd.headers.get('link')).not.toContain('rv_')
  })

  it('a link does not contain unknown parameters', async () => {
    const response = await service.ocd(`events?x=${'x'.repeat(8000)}`)
    expect((response.headers.get('link') ?? '').length).toBeLessThan(600)
  })

  it('a link is a valid header for any filter value', async () => {
    const type = encodeURIComponent('Public Hearing')
    const evil = encodeURIComponent('>; rel="evil", <https://evil.example/')
    const response = await service.v1(`meetings?per_page=1&type=${type}&x=${evil}`)
    expect(Object.keys(linksOf(response))).toEqual(['next'])
    const named = await service.v1(`people?per_page=1&name=${encodeURIComponent('Ż')}`)
    expect(named.status).toBe(200)
  })
})
