import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { holdWriteLock } from '../../../test/support/database/write-lock.ts'
import { type Service, startService } from '../../../test/support/service/service.ts'
import { newOwner, newVisitor } from '../../../test/support/site/visitor.ts'

const accountPage = '/settings/account'
const keysPage = '/settings/api-keys'
const lines: string[] = []
let service: Service
beforeAll(async () => {
  // Usage is written every five seconds, in which a busy machine may not have responded to all forms.
  vi.useFakeTimers({ toFake: ['setInterval'] })
  const logger = pino({ level: 'error' }, { write: (line) => void lines.push(line) })
  service = await startService({ logger })
})
afterAll(async () => {
  vi.useRealTimers()
  await service.stop()
})

describe('while another process writes to the accounts', () => {
  it('every form returns 503 with Retry-After, and no attempt counts as a wrong password', async () => {
    const owner = await newOwner(service)
    const { email, password } = owner
    await owner.makeKey('Mine')
    const { body } = await owner.get(keysPage)
    const [revoke = ''] = /\/settings\/api-keys\/[0-9a-f-]{36}\/revoke/.exec(body) ?? []
    const lock = await holdWriteLock(service.databaseUrl)
    const change = { current_password: password, new_password: 'eight dry herons' }
    const responses = await Promise.all([
      ...Array.from({ length: 8 }, () => newVisitor(service).post('/login', { email, password })),
      ...Array.from({ length: 8 }, () => owner.post(`${accountPage}/password`, change)),
      owner.post(`${accountPage}/delete`, { password }),
      owner.post(`${accountPage}/sessions/end-others`),
      owner.post(keysPage, { name: 'Another' }),
      owner.post(revoke),
      owner.post('/logout'),
      newVisitor(service).post('/signup', { email: 'new@example.ca', password }),
    ]).finally(() => lock.release())
    // Concurrent requests for one account may also be rejected with 429.
    const statuses = responses.map(({ status }) => status)
    expect(statuses.filter((status) => status !== 503 && status !== 429)).toEqual([])
    expect(statuses.slice(17)).toEqual(Array(5).fill(503))
    expect(statuses.filter((status) => status === 503).length).toBeGreaterThanOrEqual(9)
    for (const { status, headers } of responses)
      if (status === 503) expect(headers.get('retry-after')).toBe('5')
    expect(lines).toEqual([])
    const again = await newVisitor(service).post('/login', { email, password })
    expect(again.status).toBe(303)
    expect((await owner.get(accountPage)).status).toBe(200)
  })
})
