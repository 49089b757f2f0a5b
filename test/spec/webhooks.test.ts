import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openapi } from '../support/openapi/check-response.ts'
import { addresses, documentedPaths } from '../support/service/endpoints.ts'
import { expectError } from '../support/service/expect.ts'
import { type Service, startService } from '../support/service/service.ts'

let service: Service
beforeAll(async () => {
  service = await startService()
})
afterAll(() => service.stop())

describe('6: events', () => {
  it('6: no webhooks or notifications: OpenAPI has no webhooks and no callbacks', () => {
    const text = readFileSync('openapi.json', 'utf8')
    expect(Object.keys(openapi)).not.toContain('webhooks')
    expect(text).not.toMatch(/"callbacks"/)
  })

  it('6: no webhooks or notifications: no path accepts a subscription', async () => {
    expect(documentedPaths.filter((path) => /hook|subscri|notif|stream/.test(path))).toEqual([])
    for (const path of ['webhooks', 'events', 'subscriptions', 'notifications', 'stream']) {
      expectError(await service.v1(path), 'NOT_FOUND')
    }
  })

  it('6: no notifications: every response ends and is not an event stream, even if the client requests one', async () => {
    for (const path of (await addresses(service, 'pemberley')).values()) {
      const response = await service.call(path, {
        key: service.key,
        headers: { accept: 'text/event-stream' },
      })
      expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8')
    }
  })
})
