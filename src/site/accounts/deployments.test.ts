import { pino } from 'pino'
import { afterEach, describe, expect, it } from 'vitest'
import {
  type Service,
  type ServiceOptions,
  startService,
} from '../../../test/support/service/service.ts'
import { newVisitor } from '../../../test/support/site/visitor.ts'

const keysPage = '/settings/api-keys'
const dayMs = 24 * 60 * 60 * 1000
const form = { email: 'ada@example.ca', password: 'seven wet herons' }
let service: Service | undefined
afterEach(async () => {
  await service?.stop()
  service = undefined
})

async function started(options: ServiceOptions): Promise<Service> {
  service = await startService(options)
  return service
}

describe('a site with closed sign-up', () => {
  it('creates no accounts, and says that sign-up is closed and who creates them', async () => {
    const settings = { signups: 'closed', operatorName: 'Moss Data Club' } as const
    const closed = await started({ settings })
    const visitor = newVisitor(closed)
    for (const response of [await visitor.get('/signup'), await visitor.post('/signup', form)]) {
      expect(response.status).toBe(403)
      expect(response.body).toContain('Sign-up is closed on this service. Ask Moss Data Club')
    }
    expect((await visitor.post('/login', form)).status).toBe(401)
    expect((await visitor.get('/login')).body).not.toContain('/signup')
  })
})

describe('a site over plain HTTP, not on this machine only', () => {
  it('accepts no passwords, but serves the API', async () => {
    const insecure = await started({ settings: { signInAllowed: false } })
    const visitor = newVisitor(insecure)
    for (const path of ['/signup', '/login', keysPage, '/settings/account', '/reset/x']) {
      const response = await visitor.get(path)
      expect(response.status, path).toBe(403)
      expect(response.body).toContain('does not use https')
    }
    expect((await visitor.post('/signup', form)).status).toBe(403)
    expect((await visitor.get('/about')).status).toBe(200)
    expect((await insecure.v1('meetings')).status).toBe(200)
  })
})

describe('a site whose SITE_URL is not its public URL', () => {
  it('logs why it rejects forms, once a minute', async () => {
    const lines: Record<string, unknown>[] = []
    const logger = pino({ level: 'warn' }, { write: (line) => void lines.push(JSON.parse(line)) })
    const proxied = await started({ logger })
    const visitor = newVisitor(proxied)
    const origin = 'https://reeve.example'
    const headers = { origin, 'sec-fetch-site': 'same-origin' }
    for (let i = 0; i < 2; i += 1)
      expect((await visitor.post('/signup', form, headers)).status).toBe(403)
    expect(lines).toMatchObject([{ origin, site_url: proxied.url }])
    expect(lines[0]?.msg).toMatch(/^a form from another origin was rejected/)
  })
})

describe('a site over HTTPS', () => {
  it('sets __Host- cookies and Strict-Transport-Security', async () => {
    const siteUrl = 'https://reeve.example'
    const secure = await started({ settings: { siteUrl } })
    const visitor = newVisitor(secure)
    const response = await visitor.post('/signup', form, { origin: siteUrl })
    expect(response.status).toBe(303)
    for (const line of response.headers.getSetCookie())
      expect(line).toMatch(
        /^__Host-(session|device|recovery)=[\w.-]+; Max-Age=\d+; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
      )
    expect(response.headers.get('strict-transport-security')).toBe('max-age=31536000')
    expect((await visitor.get(keysPage)).status).toBe(200)
  })
})

describe('a session', () => {
  it('expires after 30 days, or 7 days without a request', async () => {
    let now = Date.UTC(2026, 5, 1)
    const clock = { now: () => now, monotonic: () => performance.now() }
    const running = await started({ clock })
    const visitor = newVisitor(running)
    await visitor.post('/signup', form)
    now += 7 * dayMs - 1
    expect((await visitor.get(keysPage)).status).toBe(200)
    now += 1
    expect((await visitor.get(keysPage)).status).toBe(303)
    await visitor.post('/login', form)
    const db = running.writing.db
    for (let day = 0; day < 31; day += 1) {
      now += dayMs
      await db
        .updateTable('sessions')
        .set({ last_seen_at: new Date(now).toISOString() })
        .execute()
      expect((await visitor.get(keysPage)).status, `day ${day + 1}`).toBe(day < 29 ? 200 : 303)
    }
  })

  it('is deleted from the database after it has expired', async () => {
    let now = Date.UTC(2026, 5, 1)
    const clock = { now: () => now, monotonic: () => performance.now() }
    const running = await started({ clock })
    await newVisitor(running).post('/signup', form)
    now += 31 * dayMs
    await newVisitor(running).post('/login', form)
    const rows = await running.writing.db.selectFrom('sessions').select('id').execute()
    expect(rows).toHaveLength(1)
  })
})

describe('throttling', () => {
  const wrong = { email: 'nobody@example.ca', password: 'a wrong one' }

  it('returns 429 with Retry-After', async () => {
    const running = await started({})
    const responses = []
    for (let i = 0; i < 6; i += 1) responses.push(await newVisitor(running).post('/login', wrong))
    expect(responses.map(({ status }) => status)).toEqual([401, 401, 401, 401, 401, 429])
    expect(responses[5]?.headers.get('retry-after')).toBe('1')
    expect(responses[5]?.body).toContain('Wait 1 s')
  })

  it('uses the client IP address from a trusted proxy only', async () => {
    const direct = await started({})
    const tryAs = async (target: Service, i: number) => {
      const headers = { origin: target.url, 'x-forwarded-for': `192.0.2.${i}` }
      const mail = { ...wrong, email: `p${i}@example.ca` }
      return (await newVisitor(target).post('/login', mail, headers)).status
    }
    const statuses = []
    for (let i = 0; i < 21; i += 1) statuses.push(await tryAs(direct, i))
    expect(statuses.at(-1)).toBe(429)
    await direct.stop()
    const proxied = await started({ settings: { trustProxy: ['127.0.0.1'] } })
    for (let i = 0; i < 25; i += 1) expect(await tryAs(proxied, i)).toBe(401)
  })

  it('counts all spellings of an e-mail address together', async () => {
    const running = await started({})
    const spellings = [
      'renéé@example.ca',
      'RENÉÉ@example.ca ',
      'rene\u0301e\u0301@example.ca',
      'ren\u00e9e\u0301@example.ca',
    ]
    const statuses = []
    for (let i = 0; i < 6; i += 1) {
      const email = spellings[i % spellings.length] ?? ''
      statuses.push(
        (await newVisitor(running).post('/login', { email, password: 'wrong one' })).status,
      )
    }
    expect(statuses).toEqual([401, 401, 401, 401, 401, 429])
  })

  it('limits how many e-mail addresses one client can test for an account', async () => {
    const running = await started({})
    await newVisitor(running).post('/signup', form)
    const statuses = []
    for (let i = 0; i < 31; i += 1)
      statuses.push((await newVisitor(running).post('/signup', form)).status)
    expect(statuses.slice(0, 29)).toEqual(Array(29).fill(400))
    expect(statuses.slice(29)).toEqual([429, 429])
  })

  it('lets the owner sign in and change the password from an IP address that others guess from', async () => {
    const running = await started({})
    const owner = newVisitor(running)
    await owner.post('/signup', form)
    for (let i = 0; i < 21; i += 1)
      await newVisitor(running).post('/login', { email: `p${i}@example.ca`, password: 'wrong one' })
    expect((await newVisitor(running).post('/login', form)).status).toBe(429)
    const change = { current_password: form.password, new_password: 'eight dry herons' }
    expect((await owner.post('/settings/account/password', change)).status).toBe(303)
    await owner.post('/logout')
    expect((await owner.post('/login', { ...form, password: 'eight dry herons' })).status).toBe(303)
  })

  it('does not lock the owner out of a trusted browser', async () => {
    const running = await started({})
    const owner = newVisitor(running)
    await owner.post('/signup', form)
    await owner.post('/logout')
    for (let i = 0; i < 8; i += 1)
      await newVisitor(running).post('/login', { email: form.email, password: 'a wrong one' })
    expect((await newVisitor(running).post('/login', form)).status).toBe(429)
    expect((await owner.post('/login', form)).status).toBe(303)
  })
})
