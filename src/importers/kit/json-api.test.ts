import { describe, expect, it } from 'vitest'
import { startJsonServer } from '../../../test/support/http/json-server.ts'
import { writeFolder } from '../../../test/support/imports/collect-items.ts'
import type { Clock } from '../../core/clock.ts'
import { JsonApi, listPages } from './json-api.ts'

const hourMs = 60 * 60 * 1000

function clockAt(now: number): Clock {
  return { now: () => now, monotonic: () => performance.now() }
}

describe('a JSON API', () => {
  it('sends its secret parameters, and shows them in no progress line and no error', async () => {
    const { url, requests } = await startJsonServer((path) =>
      path.startsWith('/v1/forbidden') ? undefined : [1],
    )
    const shown: string[] = []
    const watch = { onRequest: (url: string) => shown.push(url), onRetry: () => undefined }
    const api = await JsonApi.open(`${url}/v1`, { watch }, { secret: { token: 'a b' } })
    expect(await api.get(api.urlOf('people', { $top: '2' }))).toEqual([1])
    expect(await api.find(api.urlOf('forbidden'))).toBeUndefined()
    const rejected = api.get(api.urlOf('forbidden'))
    await expect(rejected).rejects.toThrow(
      `${url}/v1/forbidden responded with 404; nothing was imported`,
    )
    expect(requests.slice(0, 2)).toEqual(['/v1/people?$top=2&token=a+b', '/v1/forbidden?token=a+b'])
    expect(shown.join()).not.toContain('token')
  })

  it('does not request a URL again within 24 hours when an import is resumed', async () => {
    const { url, requests } = await startJsonServer((path) =>
      path === '/none' ? undefined : { path },
    )
    const resume = await writeFolder({})
    const openAt = (now: number) => JsonApi.open(url, { resume, clock: clockAt(now) })
    const read = async (api: JsonApi) => [
      await api.find(api.urlOf('none')),
      await api.get(api.urlOf('one')),
    ]
    const values = [undefined, { path: '/one' }]
    expect(await read(await openAt(Date.now()))).toEqual(values)
    expect(await read(await openAt(Date.now() + 23 * hourMs))).toEqual(values)
    expect(requests).toHaveLength(2)
    const late = await openAt(Date.now() + 25 * hourMs)
    expect(await read(late)).toEqual(values)
    expect(requests).toHaveLength(4)
    await late.finish()
    expect(await read(await openAt(Date.now()))).toEqual(values)
    expect(requests).toHaveLength(6)
  })
})

describe('a list in pages', () => {
  const pages: Record<string, { rows: number[]; next: string | null }> = {
    a: { rows: [1, 2], next: 'b' },
    b: { rows: [], next: 'c' },
    c: { rows: [3], next: null },
    loop: { rows: [4], next: 'loop' },
  }
  const read = async (first: string) => {
    const results: [string, number[]][] = []
    const api = { get: async (url: string) => pages[url] }
    for await (const { url, rows } of listPages(api, first, (page) => page as (typeof pages)['a']))
      results.push([url, rows])
    return results
  }

  it('is read to its last page', async () => {
    expect(await read('a')).toEqual([
      ['a', [1, 2]],
      ['b', []],
      ['c', [3]],
    ])
  })

  it('is rejected if a page links to one that was already read', async () => {
    await expect(read('loop')).rejects.toThrow('loop appears twice in a list of pages')
  })

  it('is rejected if it does not end', async () => {
    const api = { get: async (url: string) => url }
    const pages = listPages(api, '0', (_, url) => ({ rows: [url], next: `${Number(url) + 1}` }))
    let count = 0
    const readAll = async () => {
      for await (const _ of pages) count += 1
    }
    await expect(readAll()).rejects.toThrow('0 has more than 10000 pages: check the URL')
    expect(count).toBe(10_000)
  })
})
