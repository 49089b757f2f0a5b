import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { v1Lists } from '../support/service/endpoints.ts'
import { expectDetail, expectList } from '../support/service/expect.ts'
import { expectFields } from '../support/service/expect-fields.ts'
import { type Service, startService } from '../support/service/service.ts'
import { uuid } from '../support/service/uuid.ts'

let service: Service
beforeAll(async () => {
  service = await startService()
})
afterAll(() => service.stop())

describe('2.1: common response shapes (v1)', () => {
  for (const list of v1Lists) {
    it(`2.1: ${list} returns {data, pagination {has_more, next_cursor, per_page}, meta {request_id}}`, async () => {
      const { json } = await service.v1(list)
      expectFields(json, { data: 'array', pagination: 'object', meta: 'object' })
      expectFields(json.pagination, {
        has_more: 'boolean',
        next_cursor: 'string?',
        per_page: 'integer',
      })
      expectFields(json.meta, { request_id: 'string' })
    })

    it(`2.1: ${list}: pagination.next_cursor is null exactly when has_more is false`, async () => {
      const first = (await service.v1(`${list}?per_page=1`)).json.pagination
      expect(first).toMatchObject({ has_more: true, next_cursor: expect.any(String) })
      const all = (await service.v1(`${list}?per_page=100`)).json.pagination
      expect(all).toMatchObject({ has_more: false, next_cursor: null })
    })

    it(`2.1: ${list}: has_more is false if the last page is full`, async () => {
      const count = expectList(await service.v1(`${list}?per_page=100`)).length
      const { pagination } = (await service.v1(`${list}?per_page=${count}`)).json
      expect(pagination).toEqual({ has_more: false, next_cursor: null, per_page: count })
      expect((await service.v1(`${list}?per_page=${count - 1}`)).json.pagination.has_more).toBe(
        true,
      )
    })
  }

  it('2.1: meta.request_id is a UUID, different for each request', async () => {
    const ids = new Set<string>()
    for (const path of [...v1Lists, 'people/vera-ng', 'search?q=ditch', 'meetings']) {
      const response = await service.v1(path)
      expect(response.json.meta.request_id).toMatch(uuid)
      expect(response.json.meta.request_id).toBe(response.headers.get('x-request-id'))
      ids.add(response.json.meta.request_id)
    }
    expect(ids.size).toBe(8)
  })

  it('2.1: meta.request_id is never the id that a client sends', async () => {
    const sent = '00000000-0000-4000-8000-000000000000'
    const response = await service.v1('meetings', { headers: { 'x-request-id': sent } })
    expect(response.json.meta.request_id).not.toBe(sent)
  })

  for (const list of v1Lists) {
    it(`2.1: one of ${list} returns {data: <object>, meta: {request_id}}`, async () => {
      const slug = expectList(await service.v1(list))[0].slug
      const response = await service.v1(`${list}/${slug}`)
      expect(expectDetail(response).slug).toBe(slug)
      expectFields(response.json, { data: 'object', meta: 'object' })
      expectFields(response.json.meta, { request_id: 'string' })
    })
  }

  it('2.1: search uses the same envelope, and pagination also carries page (integer)', async () => {
    const { json } = await service.v1('search?q=ditch&page=2&per_page=5')
    expectFields(json, { data: 'array', pagination: 'object', meta: 'object' })
    expect(json.pagination).toEqual({ has_more: true, next_cursor: null, per_page: 5, page: 2 })
    expectFields(json.meta, { above: 'integer', matched: 'string', request_id: 'string' })
  })
})
