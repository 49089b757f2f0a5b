import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sendRequest } from '../support/http/raw.ts'
import { addresses } from '../support/service/endpoints.ts'
import { expectError } from '../support/service/expect.ts'
import { type Service, startService } from '../support/service/service.ts'

const unsafe = ['POST', 'PUT', 'PATCH', 'DELETE']

let service: Service
let paths: Map<string, string>
beforeAll(async () => {
  service = await startService()
  paths = await addresses(service, 'pemberley')
})
afterAll(() => service.stop())

/** Every response of the API, without parts that differ between requests. */
async function readAllResponses(): Promise<string[]> {
  const responses = []
  for (const path of paths.values()) {
    if (path.endsWith('/test')) continue
    const { json } = await service.call(path, { key: service.key })
    responses.push(JSON.stringify({ ...json, meta: undefined }))
  }
  return responses
}

describe('3: states and transitions', () => {
  for (const method of unsafe) {
    it(`3: resources are read-only: ${method} gets 404 NOT_FOUND on every path`, async () => {
      for (const path of paths.values()) {
        const response = await service.call(path, { method, key: service.key })
        const message = expectError(response, 'NOT_FOUND')
        expect(message).toContain(`${method} ${path.split('?')[0]}`)
        expect(response.headers.get('allow')).toBe('GET, HEAD, OPTIONS')
      }
    })
  }

  for (const [what, headers, body] of [
    ['JSON', { 'content-type': 'application/json' }, '{"title":"changed"}'],
    ['broken JSON', { 'content-type': 'application/json' }, '{"title":'],
    ['an empty body called JSON', { 'content-type': 'application/json' }, ''],
    ['a form', { 'content-type': 'application/x-www-form-urlencoded' }, 'title=changed'],
    ['a type that no one knows', { 'content-type': 'application/x-unheard-of' }, 'changed'],
    ['two megabytes', { 'content-type': 'application/json' }, `"${'x'.repeat(2_000_000)}"`],
  ] as const) {
    it(`3: no operation changes a state: a POST of ${what} gets 404 NOT_FOUND`, async () => {
      const response = await sendRequest(service, '/api/v1/pemberley/meetings', {
        method: 'POST',
        headers: { ...headers, 'x-api-key': service.key },
        body,
      })
      expect(JSON.parse(response.body).error.code).toBe('NOT_FOUND')
      expect(response.status).toBe(404)
    })
  }

  it('3: no operation changes a state: after every unsafe method on every path, every response is unchanged', async () => {
    const before = await readAllResponses()
    const etag = (await service.v1('meetings')).headers.get('etag')
    for (const path of paths.values()) {
      for (const method of unsafe) await service.call(path, { method, key: service.key })
    }
    expect(await readAllResponses()).toEqual(before)
    expect((await service.v1('meetings')).headers.get('etag')).toBe(etag)
  })

  it('3: reading does not change anything: HEAD, OPTIONS and GET leave every response unchanged', async () => {
    const before = await readAllResponses()
    for (const path of paths.values()) {
      for (const method of ['HEAD', 'OPTIONS']) {
        await service.call(path, { method, key: service.key })
      }
    }
    expect(await readAllResponses()).toEqual(before)
  })

  it('3: the handle that serves requests runs only queries that read', async () => {
    service.statements.length = 0
    await readAllResponses()
    expect(service.statements.length).toBeGreaterThan(20)
    expect(service.statements.filter((text) => !/^\s*select /.test(text))).toEqual([])
  })
})
