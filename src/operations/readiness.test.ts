import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { withDatabase } from '../../test/support/database/sqlite-database.ts'
import { type Service, startService } from '../../test/support/service/service.ts'

// Only the test moves it.
let monotonic = 0
const clock = { now: () => Date.UTC(2026, 2, 5), monotonic: () => monotonic }

let service: Service
beforeAll(async () => {
  service = await startService({ clock })
})
afterAll(() => service.stop())

/** The response after the cached probe (one second) has expired. */
function readyz() {
  monotonic += 1000
  return service.call('/readyz')
}

describe('/readyz', () => {
  it('returns 200 without a key while the database responds, and is not cached', async () => {
    const { status, json, headers } = await service.call('/readyz')
    expect({ status, json }).toEqual({ status: 200, json: { status: 'ready' } })
    expect(headers.get('cache-control')).toBe('no-store')
    expect(headers.get('content-type')).toBe('application/json; charset=utf-8')
    expect(headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/)
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    expect((await service.call('/readyz', { method: 'HEAD' })).status).toBe(200)
    expect((await service.call('/readyz', { method: 'POST' })).status).toBe(404)
  })

  it('queries the database at most once a second', async () => {
    for (const passed of [1000, 999, 1]) {
      monotonic += passed
      service.statements.length = 0
      for (let i = 0; i < 50; i += 1) await service.call('/readyz')
      expect(service.statements).toHaveLength(passed === 999 ? 0 : 1)
    }
  })

  it('returns 503 while the tables are missing, then 200 again; health is not affected', async () => {
    withDatabase(service.databaseUrl, (db) =>
      db.exec('alter table municipalities rename to elsewhere'),
    )
    const { status, json, headers } = await readyz()
    const reason = 'the database does not respond'
    expect({ status, json }).toEqual({ status: 503, json: { status: 'unready', reason } })
    expect(headers.get('cache-control')).toBe('no-store')
    expect((await service.call('/api/v1/health')).status).toBe(200)
    withDatabase(service.databaseUrl, (db) =>
      db.exec('alter table elsewhere rename to municipalities'),
    )
    expect((await readyz()).status).toBe(200)
  })
})
