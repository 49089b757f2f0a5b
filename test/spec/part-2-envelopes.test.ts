import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { v1Lists } from '../support/endpoints.ts'
import { expectDetail, expectError, expectList } from '../support/expect.ts'
import { walkPages } from '../support/pages.ts'
import { type Service, startService } from '../support/service.ts'
import { expectAll, expectFields } from '../support/shapes.ts'
import { uuid } from '../support/uuid.ts'

let service: Service
beforeAll(async () => {
  service = await startService()
})
afterAll(() => service.stop())

describe('2.1: common response shapes (v1)', () => {
  for (const list of v1Lists) {
    it(`2.1: ${list} answers {data, pagination {has_more, next_cursor, per_page}, meta {request_id}}`, async () => {
      const { json } = await service.v1(list)
      expectFields(json, { data: 'array', pagination: 'object', meta: 'object' })
      expectFields(json.pagination, {
        has_more: 'boolean',
        next_cursor: 'string?',
        per_page: 'integer',
      })
      expectFields(json.meta, { request_id: 'string' })
    })

    it(`2.1: ${list}: pagination.has_more is true exactly when another page exists`, async () => {
      const pages = await walkPages(service, list, 7)
      expect(pages.length).toBeGreaterThan(1)
      expect(pages.slice(0, -1).every((page) => page.length === 7)).toBe(true)
      expect(pages.at(-1)?.length).toBeGreaterThan(0)
    })

    it(`2.1: ${list}: pagination.next_cursor is null exactly when has_more is false`, async () => {
      const first = (await service.v1(`${list}?per_page=1`)).json.pagination
      expect(first).toMatchObject({ has_more: true, next_cursor: expect.any(String) })
      const all = (await service.v1(`${list}?per_page=100`)).json.pagination
      expect(all).toMatchObject({ has_more: false, next_cursor: null })
    })

    it(`2.1: ${list}: a list that ends exactly with a page has no more`, async () => {
      const count = expectList(await service.v1(`${list}?per_page=100`)).length
      const { pagination } = (await service.v1(`${list}?per_page=${count}`)).json
      expect(pagination).toEqual({ has_more: false, next_cursor: null, per_page: count })
      expect((await service.v1(`${list}?per_page=${count - 1}`)).json.pagination.has_more).toBe(
        true,
      )
    })

    it(`2.1: ${list}: pagination.per_page is the page size used`, async () => {
      expect((await service.v1(list)).json.pagination.per_page).toBe(20)
      expect((await service.v1(`${list}?per_page=3`)).json.pagination.per_page).toBe(3)
    })
  }

  it('2.1: meta.request_id is the id of the request, UUID-shaped, another one each time', async () => {
    const ids = new Set<string>()
    for (const path of [...v1Lists, 'people/vera-ng', 'search?q=ditch', 'meetings']) {
      const answer = await service.v1(path)
      expect(answer.json.meta.request_id).toMatch(uuid)
      expect(answer.json.meta.request_id).toBe(answer.headers.get('x-request-id'))
      ids.add(answer.json.meta.request_id)
    }
    expect(ids.size).toBe(8)
  })

  it("2.1: meta.request_id is the service's own, never one that a client sends", async () => {
    const sent = '00000000-0000-4000-8000-000000000000'
    const answer = await service.v1('meetings', { headers: { 'x-request-id': sent } })
    expect(answer.json.meta.request_id).not.toBe(sent)
  })

  for (const list of v1Lists) {
    it(`2.1: one of ${list} answers {data: <object>, meta: {request_id}}`, async () => {
      const slug = expectList(await service.v1(list))[0].slug
      const answer = await service.v1(`${list}/${slug}`)
      expect(expectDetail(answer).slug).toBe(slug)
      expectFields(answer.json, { data: 'object', meta: 'object' })
      expectFields(answer.json.meta, { request_id: 'string' })
    })
  }

  it('2.1: search uses the same envelope, and pagination also carries page (integer)', async () => {
    const { json } = await service.v1('search?q=ditch&page=2&per_page=5')
    expectFields(json, { data: 'array', pagination: 'object', meta: 'object' })
    expect(json.pagination).toEqual({ has_more: true, next_cursor: null, per_page: 5, page: 2 })
    expectFields(json.meta, { request_id: 'string' })
  })
})

const kinds = {
  motions: 'motion',
  matters: 'matter',
  agenda_items: 'agenda_item',
  key_statements: 'key_statement',
  document_sections: 'document_section',
}
const questions: Record<keyof typeof kinds, string> = {
  motions: 'dredged',
  matters: 'rezoning',
  agenda_items: 'ditch full',
  key_statements: 'culvert',
  document_sections: 'heron colony',
}

describe('2.6: search result item', () => {
  it('2.6: type, score, title and snippet, with slug, meeting_slug and meeting_date (interface 6)', async () => {
    for (const q of Object.values(questions)) {
      const { json } = await service.v1(`search?q=${encodeURIComponent(q)}&per_page=100`)
      expectAll(json.data, {
        type: 'string',
        slug: 'string',
        title: 'string',
        snippet: 'string',
        score: 'number',
        meeting_slug: 'string?',
        meeting_date: 'date?',
      })
    }
  })

  for (const [plural, singular] of Object.entries(kinds)) {
    it(`2.6: ${plural} are searchable, and type is the singular form: ${singular}`, async () => {
      const q = encodeURIComponent(questions[plural as keyof typeof kinds])
      const only = (await service.v1(`search?q=${q}&type=${plural}&per_page=100`)).json.data
      expect(only.length).toBeGreaterThan(0)
      expect(new Set(only.map((item: { type: string }) => item.type))).toEqual(new Set([singular]))
      const all = (await service.v1(`search?q=${q}&per_page=100`)).json.data
      const found = all.filter((item: { type: string }) => item.type === singular)
      expect(found.map((item: { slug: string }) => item.slug).sort()).toEqual(
        only.map((item: { slug: string }) => item.slug).sort(),
      )
    })
  }

  it('2.6: results are ordered by relevance: score falls, is above 0, and is one scale for all kinds', async () => {
    const { data } = (await service.v1('search?q=lake&per_page=100')).json
    const scores: number[] = data.map((item: { score: number }) => item.score)
    expect(scores).toEqual([...scores].sort((a, b) => b - a))
    expect(Math.min(...scores)).toBeGreaterThan(0)
    expect(new Set(data.map((item: { type: string }) => item.type)).size).toBeGreaterThan(1)
  })

  it('2.6: a word in the title weighs more than the same word in the text', async () => {
    const { data } = (await service.v1('search?q=rezoning&type=matters')).json
    expect(data[0].title).toBe('Rezoning of 12 Lake Road')
  })

  it('2.6: snippet is an excerpt of the text with the words that were searched for', async () => {
    const { data } = (await service.v1('search?q=heron&type=document_sections')).json
    expect(data).toHaveLength(1)
    expect(data[0]).toMatchObject({
      title: 'Background',
      snippet: 'The heron colony nests by the lake.',
      meeting_slug: null,
      meeting_date: null,
    })
  })

  it('2.6: snippet is plain text: nothing marks the words, and a long text is cut', async () => {
    const { data } = (await service.v1('search?q=wetland&type=matters')).json
    expect(data[0].snippet).not.toMatch(/[<>]/)
    expect(data[0].snippet.length).toBeLessThan(400)
    expect(data[0].snippet.toLowerCase()).toContain('wetland')
  })

  it('2.6: a result leads back to what was found: slug of its detail, meeting_slug of its meeting', async () => {
    for (const kind of ['motions', 'matters'] as const) {
      const [item] = (await service.v1(`search?q=${questions[kind]}&type=${kind}`)).json.data
      expect(expectDetail(await service.v1(`${kind}/${item.slug}`)).slug).toBe(item.slug)
    }
    const [said] = (await service.v1('search?q=culvert')).json.data
    const meeting = expectDetail(await service.v1(`meetings/${said.meeting_slug}`))
    expect(meeting.date).toBe(said.meeting_date)
  })
})

describe('2.8 and 2.9: key check and health', () => {
  it('2.8: the key check has no envelope: authenticated, apiKeyId, municipality, requestId', async () => {
    const answer = await service.v1('test')
    expectFields(answer.json, {
      authenticated: 'boolean',
      apiKeyId: 'string',
      municipality: 'string',
      requestId: 'string',
    })
    expect(answer.json).toMatchObject({
      authenticated: true,
      municipality: 'pemberley',
      requestId: answer.headers.get('x-request-id'),
    })
  })

  it('2.8: apiKeyId is the same for one key, another for another key, and never the key itself', async () => {
    const other = await service.newKey()
    const first = (await service.v1('test')).json.apiKeyId
    expect((await service.v1('test')).json.apiKeyId).toBe(first)
    const second = (await service.v1('test', { key: other })).json.apiKeyId
    expect(second).not.toBe(first)
    expect([service.key, other].some((key) => key.includes(first) || key.includes(second))).toBe(
      false,
    )
  })

  it('2.9: health is an object with one string field status, ok when healthy', async () => {
    const answer = await service.call('/api/v1/health')
    expect(answer.status).toBe(200)
    expect(answer.json).toEqual({ status: 'ok' })
  })

  it('2.9: health is answered without a question to the database', async () => {
    service.statements.length = 0
    await service.call('/api/v1/health')
    expect(service.statements).toEqual([])
  })

  it('2.9: health knows no other path', async () => {
    expectError(await service.call('/api/v1/health/db'), 'NOT_FOUND')
    expectError(await service.call('/api/ocd/health/db'), 'NOT_FOUND')
  })
})
