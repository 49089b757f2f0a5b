import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Service, startService } from '../../../test/support/service/service.ts'
import { People } from '../../../test/support/site/people.ts'
import { fieldErrorOf, newOwner, newVisitor } from '../../../test/support/site/visitor.ts'

const keysPage = '/settings/api-keys'
const codePattern = /[0-9A-HJKMNP-TV-Z]{4}(?:-[0-9A-HJKMNP-TV-Z]{4}){5}/
const lines: string[] = []
let service: Service
beforeAll(async () => {
  const logger = pino({ level: 'info' }, { write: (line) => void lines.push(line) })
  service = await startService({ logger, settings: { trustProxy: ['127.0.0.1'] } })
})
afterAll(() => service.stop())

const codeIn = (body: string) => codePattern.exec(body)?.[0] ?? ''

/** A new account with its recovery code. */
async function newOwnerWithCode() {
  const owner = await newOwner(service)
  return { owner, code: codeIn((await owner.get(keysPage)).body) }
}

const recover = (
  email: string,
  recovery_code: string,
  { password = 'eight dry herons', address = '127.0.0.1' } = {},
) => newVisitor(service).post('/recover', { email, recovery_code, password }, comingFrom(address))

const signIn = async (email: string, password: string, address = '127.0.0.1') =>
  (await newVisitor(service).post('/login', { email, password }, comingFrom(address))).status

const comingFrom = (address: string) => ({ origin: service.url, 'x-forwarded-for': address })

describe('the recovery code', () => {
  it('is shown once after sign-up, and stored only as a hash', async () => {
    const { owner, code } = await newOwnerWithCode()
    expect(code).not.toBe('')
    expect(owner.cookies.has('recovery')).toBe(false)
    expect(codeIn((await owner.get(keysPage)).body)).toBe('')
    const accounts = await service.writing.db.selectFrom('accounts').selectAll().execute()
    expect(JSON.stringify(accounts)).not.toContain(code)
    expect(accounts.some(({ recovery_hash }) => /^[0-9a-f]{64}$/.test(recovery_hash ?? ''))).toBe(
      true,
    )
  })

  it('is not shown from a planted cookie', async () => {
    const owner = await newOwner(service)
    owner.cookies.set('recovery', 'AAAA-AAAA-AAAA-AAAA-AAAA-AAAA')
    expect((await owner.get(keysPage)).body).not.toContain('AAAA-AAAA')
  })

  it('sets another password once, ends all sessions, keeps keys, and is replaced', async () => {
    const { owner, code } = await newOwnerWithCode()
    const key = await owner.makeKey('Stays')
    const typed = ` ${code.toLowerCase().replaceAll('-', ' ')} `
    const response = await recover(owner.email.toUpperCase(), typed)
    expect(response.status).toBe(200)
    expect(response.headers.get('cache-control')).toBe('no-store')
    const next = codeIn(response.body)
    expect(next).not.toBe('')
    expect(next).not.toBe(code)
    expect((await owner.get(keysPage)).status).toBe(303)
    expect(await signIn(owner.email, owner.password)).toBe(401)
    expect(await signIn(owner.email, 'eight dry herons')).toBe(303)
    expect((await service.v1('meetings', { key })).status).toBe(200)
    expect((await recover(owner.email, code)).status).toBe(401)
    expect((await recover(owner.email, next, { password: 'nine tall herons' })).status).toBe(200)
  })

  it('works once, even in concurrent requests', async () => {
    const { owner, code } = await newOwnerWithCode()
    const responses = await Promise.all(Array.from({ length: 3 }, () => recover(owner.email, code)))
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 401, 401])
  })

  it('gets the same response for a wrong code and an unknown e-mail address', async () => {
    const { owner } = await newOwnerWithCode()
    const bodies: string[] = []
    for (const email of [owner.email, 'nobody@example.ca']) {
      const response = await recover(email, 'AAAA-AAAA-AAAA-AAAA-AAAA-AAAA')
      expect(response.status).toBe(401)
      expect(fieldErrorOf(response.body, 'recovery_code')).toContain('is wrong')
      bodies.push(response.body.replaceAll(email, ''))
    }
    expect(bodies[0]).toBe(bodies[1])
  })

  it('can be tried 20 times per network, without locking the owner out of another one', async () => {
    const { owner, code } = await newOwnerWithCode()
    const statuses: number[] = []
    for (let i = 0; i < 21; i += 1)
      statuses.push((await recover(owner.email, 'wrong', { address: '203.0.113.1' })).status)
    expect(statuses).toEqual([...Array(20).fill(401), 429])
    expect((await recover(owner.email, code, { address: '203.0.113.2' })).status).toBe(200)
  })

  it('works while failed sign-ins of others lock the owner out', async () => {
    const { owner, code } = await newOwnerWithCode()
    for (let i = 0; i < 8; i += 1) await signIn(owner.email, 'a wrong one', `203.0.${i}.1`)
    expect(await signIn(owner.email, owner.password, '198.51.100.1')).toBe(429)
    expect((await recover(owner.email, code, { address: '198.51.100.1' })).status).toBe(200)
    expect(await signIn(owner.email, 'eight dry herons', '198.51.100.1')).toBe(303)
  })

  it('is replaced when the password changes', async () => {
    const { owner, code } = await newOwnerWithCode()
    const change = { current_password: owner.password, new_password: 'nine tall herons' }
    const { location } = await owner.post('/settings/account/password', change)
    const { body } = await owner.get(location ?? '')
    expect(body).toContain('a new one replaces it')
    const next = codeIn(body)
    expect(codeIn((await owner.get(location ?? '')).body)).toBe('')
    expect((await recover(owner.email, code)).status).toBe(401)
    expect((await recover(owner.email, next)).status).toBe(200)
  })

  it('is not created by a change of password if the account had none', async () => {
    const { owner } = await newOwnerWithCode()
    await service.writing.db
      .updateTable('accounts')
      .set({ recovery_hash: null })
      .where('email', '=', owner.email)
      .execute()
    const change = { current_password: owner.password, new_password: 'nine tall herons' }
    const { location } = await owner.post('/settings/account/password', change)
    const { body } = await owner.get(location ?? '')
    expect(codeIn(body)).toBe('')
    expect(body).toContain('You have no recovery code.')
  })

  it('is deleted when the password is set with a reset link', async () => {
    const { owner, code } = await newOwnerWithCode()
    const token = await (await People.of(service)).accounts.createResetToken(owner.email)
    const set = await owner.post(`/reset/${token}`, { password: 'nine tall herons' })
    expect(set.status).toBe(303)
    expect((await owner.get(set.location ?? '')).body).toContain('recovery code')
    expect((await recover(owner.email, code)).status).toBe(401)
  })

  it('is not used up if the new password is invalid', async () => {
    const { owner, code } = await newOwnerWithCode()
    const response = await recover(owner.email, code, { password: 'short' })
    expect(response.status).toBe(400)
    expect(fieldErrorOf(response.body, 'password')).toContain('at least 8')
    expect((await recover(owner.email, code)).status).toBe(200)
  })

  it('does not work for a disabled account', async () => {
    const { owner, code } = await newOwnerWithCode()
    const disabled_at = new Date().toISOString()
    await service.writing.db
      .updateTable('accounts')
      .set({ disabled_at, recovery_hash: null })
      .where('email', '=', owner.email)
      .execute()
    expect((await recover(owner.email, code)).status).toBe(401)
  })

  it('can be replaced in the settings with the password', async () => {
    const { owner, code } = await newOwnerWithCode()
    const page = '/settings/account/recovery-code'
    const rejected = await owner.post(page, { recovery_password: 'a wrong one' })
    expect(rejected.status).toBe(401)
    expect(fieldErrorOf(rejected.body, 'recovery_password')).toBe('This is not your password.')
    const next = codeIn((await owner.post(page, { recovery_password: owner.password })).body)
    expect((await recover(owner.email, code)).status).toBe(401)
    expect((await recover(owner.email, next)).status).toBe(200)
  })
})

describe('the log', () => {
  const eventsOf = () =>
    lines.map((line) => JSON.parse(line)).filter(({ msg }) => msg === 'account event')

  it('has account events with account id and network, without e-mail or IP address', async () => {
    lines.length = 0
    const { owner } = await newOwnerWithCode()
    const { email, password } = owner
    await owner.makeKey('Mine')
    const [revoke = ''] =
      /\/settings\/api-keys\/[0-9a-f-]{36}\/revoke/.exec((await owner.get(keysPage)).body) ?? []
    await owner.post(revoke)
    await signIn(email, 'a wrong one')
    await signIn('nobody@example.ca', 'a wrong one')
    const change = { current_password: password, new_password: 'nine tall herons' }
    const { location } = await owner.post('/settings/account/password', change)
    const code = codeIn((await owner.get(location ?? '')).body)
    await owner.post('/logout')
    await recover(email, code)
    await owner.post('/login', { email, password: 'eight dry herons' })
    await owner.post('/settings/account/delete', { password: 'eight dry herons' })
    const events = eventsOf()
    expect(events.map(({ event }) => event)).toEqual([
      'account_created',
      'key_created',
      'key_revoked',
      'sign_in_failed',
      'sign_in_failed',
      'password_changed',
      'sign_out',
      'password_recovered',
      'sign_in',
      'account_deleted',
    ])
    const [created, , , failed, unknown] = events
    expect(failed).toMatchObject({ account: created.account, network: '127.0.0.0/24' })
    expect(failed.email_hash).toBeUndefined()
    expect(unknown.account).toBeUndefined()
    expect(unknown.email_hash).toMatch(/^[0-9a-f]{16}$/)
    expect(lines.join('')).not.toMatch(/127\.0\.0\.1|example\.ca/)
  })

  it('reports throttling once a minute for each network', async () => {
    const { owner } = await newOwnerWithCode()
    lines.length = 0
    const statuses: number[] = []
    for (let i = 0; i < 25; i += 1)
      statuses.push(await signIn(i < 20 ? `p${i}@example.ca` : owner.email, 'x', '192.0.2.77'))
    statuses.push(await signIn(owner.email, 'x', '192.0.2.78'))
    for (let i = 0; i < 25; i += 1) await recover(owner.email, 'x', { address: '198.51.100.7' })
    expect(statuses).toEqual([...Array(20).fill(401), ...Array(5).fill(429), 401])
    const throttled = eventsOf().filter(({ event }) => event.endsWith('_throttled'))
    expect(throttled).toEqual([
      expect.objectContaining({
        ...{ event: 'sign_in_throttled', network: '192.0.2.0/24', count: 1 },
        account: expect.stringMatching(/^[0-9a-f-]{36}$/),
      }),
      expect.objectContaining({ event: 'recovery_throttled', network: '198.51.100.0/24' }),
    ])
    expect(lines.join('')).not.toMatch(/192\.0\.2\.77|example\.ca/)
  })
})
