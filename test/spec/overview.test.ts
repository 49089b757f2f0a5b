import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openapi } from '../support/openapi/check-response.ts'
import { addresses, documentedPaths, ocdLists, v1Lists } from '../support/service/endpoints.ts'
import { expectError, expectList } from '../support/service/expect.ts'
import { addTown, otherTown } from '../support/service/import-records.ts'
import { type Service, startService } from '../support/service/service.ts'

let service: Service
let paths: Map<string, string>
beforeAll(async () => {
  service = await startService()
  await addTown(service, [
    { kind: 'person', key: 'a', name: 'Ada Lambton' },
    { kind: 'bylaw', key: 'b', title: 'A by-law of Lambton' },
  ])
  paths = await addresses(service, 'pemberley')
})
afterAll(() => service.stop())

describe('1: what the service does', () => {
  it('1: every method is GET: OpenAPI has no other operation', () => {
    const methods = Object.values(openapi.paths).flatMap((path) => Object.keys(path))
    expect(new Set(methods)).toEqual(new Set(['get', 'head', 'options']))
  })

  it('1: every endpoint returns JSON', async () => {
    expect(paths.size).toBe(documentedPaths.length)
    for (const path of paths.values()) {
      const response = await service.call(path, { key: service.key })
      expect(response.status, path).toBe(200)
      expect(response.headers.get('content-type'), path).toBe('application/json; charset=utf-8')
    }
  })

  it('1: it serves data of one or more municipalities, each with its slug in the path', async () => {
    const here = expectList(await service.v1('people?per_page=100'))
    const there = expectList(
      await service.call(`/api/v1/${otherTown.slug}/people`, { key: service.key }),
    )
    expect(here.map((person) => person.name)).toContain('Vera Ng')
    expect(there.map((person) => person.name)).toEqual(['Ada Lambton'])
  })

  it('1: there are meetings, people, matters, motions, bylaws, and a search over several kinds', async () => {
    for (const list of v1Lists) {
      expect(expectList(await service.v1(list)).length, list).toBeGreaterThan(0)
    }
    const results = (await service.v1('search?match=all&q=drainage%20OR%20lake&per_page=100')).json
      .data
    const either = [
      ...(await service.v1('search?q=ditch&per_page=100')).json.data,
      ...(await service.v1('search?q=drainage&per_page=100')).json.data,
    ]
    expect(results).toEqual([])
    expect(new Set(either.map((item: { type: string }) => item.type)).size).toBeGreaterThan(1)
  })

  it('1, path prefix: v1 is under /api/v1/{municipality}/, OCD under /api/ocd/{municipality}/', () => {
    const elsewhere = documentedPaths.filter(
      (path) => !/^\/api\/(v1|ocd)\/\{municipality\}\//.test(path),
    )
    expect(elsewhere).toEqual(['/api/v1/health'])
  })

  it('1, authentication: v1 needs an API key, OCD needs none', async () => {
    for (const [template, path] of paths) {
      const response = await service.call(path)
      const keyed = template.startsWith('/api/v1/{municipality}/')
      expect(response.status, path).toBe(keyed ? 401 : 200)
    }
  })

  it('1, pagination: v1 lists are cursor-based (cursor, per_page)', async () => {
    for (const list of v1Lists) {
      const { pagination } = (await service.v1(`${list}?per_page=2`)).json
      expect(Object.keys(pagination).sort(), list).toEqual(['has_more', 'next_cursor', 'per_page'])
      const next = await service.v1(`${list}?per_page=2&cursor=${pagination.next_cursor}`)
      expect(expectList(next), list).toHaveLength(2)
    }
  })

  it('1, pagination: OCD lists are page-based (page, per_page)', async () => {
    for (const list of ocdLists) {
      const { pagination } = (await service.ocd(`${list}?per_page=2&page=1`)).json
      const names = ['max_page', 'page', 'per_page', 'total_items']
      expect(Object.keys(pagination).sort(), list).toEqual(names)
    }
  })

  it('1, identifiers: v1 has integer ids plus URL slugs', async () => {
    for (const list of v1Lists) {
      for (const item of expectList(await service.v1(`${list}?per_page=100`))) {
        expect(Number.isInteger(item.id), list).toBe(true)
        expect(item.slug, list).toMatch(/^[a-z0-9]+(-[a-z0-9]+)*$/)
      }
    }
  })

  it('1, identifiers: OCD has OCD URIs', async () => {
    for (const list of ocdLists) {
      const { results } = (await service.ocd(list)).json
      for (const entity of results) expect(entity.id, list).toMatch(/^ocd-[a-z]+\/\S+$/)
    }
  })

  it('1, response envelope: v1 returns {data, pagination, meta}', async () => {
    for (const list of [...v1Lists, 'search?q=drainage']) {
      const { json } = await service.v1(list)
      expect(Object.keys(json).sort(), list).toEqual(['data', 'meta', 'pagination'])
    }
  })

  it('1, response envelope: OCD lists return {results, pagination}, OCD details the entity itself', async () => {
    for (const list of ocdLists) {
      const { json } = await service.ocd(list)
      expect(Object.keys(json).sort(), list).toEqual(['pagination', 'results'])
      const detail = (await service.ocd(`${list}/${json.results[0].id}`)).json
      expect(detail, list).toMatchObject(json.results[0])
    }
  })

  it('1, content: attendance, speaking time and summaries are in v1', async () => {
    const meeting = (await service.v1('meetings/2024-01-01-regular-council')).json.data
    expect(meeting.attendance).toHaveLength(3)
    expect(meeting.speaking_time).toHaveLength(2)
    expect(meeting.summary).toBe('The first meeting of the year.')
  })

  it('1: bylaws and search exist only in the v1 API', async () => {
    expectError(await service.ocd('bylaws'), 'NOT_FOUND')
    expectError(await service.ocd('bylaws/by-law-900'), 'NOT_FOUND')
    expectError(await service.ocd('search?q=drainage'), 'NOT_FOUND')
  })

  it('1: one health endpoint needs no key and is outside the municipality path', async () => {
    const response = await service.call('/api/v1/health')
    expect(response.json).toEqual({ status: 'ok' })
  })
})
