import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { holdWriteLock } from '../../../test/support/database/write-lock.ts'
import { type Service, startService } from '../../../test/support/service/service.ts'
import { fieldErrorOf, newOwner, newVisitor, typedIn } from '../../../test/support/site/visitor.ts'
import { dayMs, utcDate } from '../../core/calendar-date.ts'

const keysPage = '/settings/api-keys'
const keyPattern = /rv_[0-9a-f]{64}/
let service: Service
beforeAll(async () => {
  service = await startService({ settings: { keysPerAccount: 3 } })
})
afterAll(() => service.stop())

const signedUp = () => newOwner(service)

const idsIn = (body: string) =>
  [...body.matchAll(/api-keys\/([0-9a-f-]{36})\/revoke/g)].map(([, id = '']) => id)
const isAccepted = async (key: string) => (await service.v1('meetings', { key })).status === 200

describe('the key page', () => {
  it('creates a key that the API accepts at once', async () => {
    const key = await (await signedUp()).makeKey('Budget tracker')
    expect(key).toMatch(keyPattern)
    expect(await isAccepted(key)).toBe(true)
  })

  it('creates at most ten times the maximum of active keys in a day', async () => {
    const visitor = await signedUp()
    const { writing } = service
    for (let i = 0; i < 30; i += 1) {
      await visitor.makeKey(`Key ${i}`)
      const revoked_at = new Date(Date.now() - 120_000).toISOString()
      await writing.db
        .updateTable('api_keys')
        .set({ revoked_at })
        .where('revoked_at', 'is', null)
        .where('name', '=', `Key ${i}`)
        .execute()
    }
    const response = await visitor.post(keysPage, { name: 'One more' })
    expect(response.status).toBe(403)
    expect(fieldErrorOf(response.body, 'name')).toContain('30 keys in 24 hours')
  })

  it('shows a key once: not on reload or when the form is sent again', async () => {
    const visitor = await signedUp()
    const form = typedIn((await visitor.get(keysPage)).body, 'form') ?? ''
    const made = await visitor.post(keysPage, { name: 'Once', form })
    const [key = ''] = keyPattern.exec(made.body) ?? []
    expect(made.status).toBe(200)
    expect(made.headers.get('cache-control')).toBe('no-store')

    const again = await visitor.post(keysPage, { name: 'Once', form })
    expect(again.status).toBe(409)
    expect(again.body).not.toMatch(keyPattern)
    expect(idsIn(again.body)).toHaveLength(1)

    const page = await visitor.get(keysPage)
    expect(page.body).not.toMatch(keyPattern)
    expect(page.body).toContain(key.slice(0, 11))
    expect(page.body).not.toContain(key.slice(0, 12))
  })

  it('lists keys by name, with first characters and last use', async () => {
    const visitor = await signedUp()
    for (const name of ['One', 'Two']) await visitor.makeKey(name)
    const { body } = await visitor.get(keysPage)
    for (const part of ['One', 'Two', 'Begins with', 'Last used', 'never'])
      expect(body).toContain(part)
    expect(body.match(/<code>rv_[0-9a-f]{8}<\/code>/g)).toHaveLength(2)
  })

  it.each([
    ['', 'Enter a name'],
    ['   ', 'Enter a name'],
    ['x'.repeat(65), 'at most'],
    ['a\nb', 'one line'],
    ['a\u2028b', 'one line'],
    ['\u200b', 'visible characters'],
    ['a\u202eb', 'visible characters'],
  ])('shows an error beside the invalid name %j', async (name, why) => {
    const visitor = await signedUp()
    const response = await visitor.post(keysPage, { name })
    expect(response.status).toBe(400)
    expect(fieldErrorOf(response.body, 'name')).toContain(why)
    expect(idsIn(response.body)).toEqual([])
  })

  it('keeps an invalid name, escaped', async () => {
    const name = `<b>"${'y'.repeat(64)}`
    const { body } = await (await signedUp()).post(keysPage, { name })
    expect(typedIn(body, 'name')).toBe(name.replace('<', '&lt;').replace('"', '&quot;'))
  })

  it('creates no more keys than the maximum, and another one after a revocation', async () => {
    const visitor = await signedUp()
    for (const name of ['1', '2', '3']) await visitor.makeKey(name)
    const rejected = await visitor.post(keysPage, { name: 'Fourth' })
    expect(rejected.status).toBe(403)
    expect(fieldErrorOf(rejected.body, 'name')).toContain('already has 3 keys')
    expect(typedIn(rejected.body, 'name')).toBe('Fourth')
    const [id] = idsIn((await visitor.get(keysPage)).body)
    await visitor.post(`${keysPage}/${id}/revoke`)
    expect(await visitor.makeKey('Fourth')).toMatch(keyPattern)
  })

  it('stays small if all keys are used every day', async () => {
    const visitor = await signedUp()
    for (const name of ['1', '2', '3']) await visitor.makeKey(name)
    const rows = idsIn((await visitor.get(keysPage)).body).flatMap((id) =>
      Array.from({ length: 30 }, (_, day) => ({
        api_key_id: id,
        day: utcDate(Date.now() - day * dayMs),
        requests: 100_000 + day,
        refused: 1000 + day,
      })),
    )
    await service.writing.db.insertInto('key_usage').values(rows).execute()
    const { body } = await visitor.get(keysPage)
    expect(body.match(/<table class="bars/g)).toHaveLength(3)
    // An account may have ten keys by default.
    expect((body.length / 3) * 10).toBeLessThan(100_000)
  })

  it('counts a used key for a minute after its revocation, so that new keys do not extend the limit', async () => {
    const visitor = await signedUp()
    const key = await visitor.makeKey('1')
    for (const name of ['2', '3']) await visitor.makeKey(name)
    expect(await isAccepted(key)).toBe(true)
    const ids = idsIn((await visitor.get(keysPage)).body)
    for (const id of ids) await visitor.post(`${keysPage}/${id}/revoke`)
    for (const name of ['4', '5']) await visitor.makeKey(name)
    expect((await visitor.post(keysPage, { name: '6' })).status).toBe(403)
    const past = new Date(Date.now() - 60_001).toISOString()
    await service.writing.db
      .updateTable('api_keys')
      .set({ revoked_at: past })
      .where('id', 'in', ids)
      .execute()
    expect(await visitor.makeKey('6')).toMatch(keyPattern)
  })

  it('creates no key if the session or account ends while the form waits', async () => {
    const db = service.writing.db
    const ends: [why: string, statement: (id: string) => string][] = [
      ['signed out elsewhere', (id) => `delete from sessions where account_id = '${id}'`],
      ['disabled', (id) => `update accounts set disabled_at = 'now' where id = '${id}'`],
    ]
    for (const [why, statement] of ends) {
      const visitor = await signedUp()
      const { id } = await db
        .selectFrom('accounts')
        .select('id')
        .where('email', '=', visitor.email)
        .executeTakeFirstOrThrow()
      const lock = await holdWriteLock(service.databaseUrl)
      const response = visitor.post(keysPage, { name: 'Late' })
      // The form has been admitted and waits for the write lock.
      await new Promise((resolve) => setTimeout(resolve, 200))
      await lock.release(statement(id))
      const { status, body } = await response
      expect(status, why).toBe(401)
      expect(body, why).not.toMatch(keyPattern)
      const keys = db.selectFrom('api_keys').select('id').where('account_id', '=', id)
      expect(await keys.execute(), why).toEqual([])
    }
  })

  it('revokes a key, which is rejected from that response on and listed as revoked', async () => {
    const visitor = await signedUp()
    const key = await visitor.makeKey('Short-lived')
    const [id] = idsIn((await visitor.get(keysPage)).body)
    const response = await visitor.post(`${keysPage}/${id}/revoke`)
    expect(response.status).toBe(303)
    expect((await visitor.get(response.location ?? '')).body).toContain('The key is revoked')
    expect((await service.v1('meetings', { key })).json.error.code).toBe('INVALID_API_KEY')
    const { body } = await visitor.get(keysPage)
    expect(body).toContain('Revoked in the last 30 days')
    expect(idsIn(body)).toEqual([])
    expect((await visitor.post(`${keysPage}/${id}/revoke`)).status).toBe(404)
  })

  it('returns 404 for keys of other accounts', async () => {
    const owner = await signedUp()
    const key = await owner.makeKey('Mine')
    const [id = ''] = idsIn((await owner.get(keysPage)).body)
    const stranger = await signedUp()
    expect((await stranger.post(`${keysPage}/${id}/revoke`)).status).toBe(404)
    // The id is derived from that of the form, so it cannot be the owner's.
    expect((await stranger.post(keysPage, { name: 'Same', form: id })).status).toBe(200)
    expect(idsIn((await stranger.get(keysPage)).body)).not.toContain(id)
    for (const odd of ['x', '%00', '..', id.toUpperCase()])
      expect((await stranger.post(`${keysPage}/${odd}/revoke`)).status, odd).toBe(404)
    expect(await isAccepted(key)).toBe(true)
    expect((await stranger.get(keysPage)).body).not.toContain(key.slice(0, 11))
  })

  it('redirects to sign-in, and returns 401 for a form that was sent', async () => {
    const visitor = newVisitor(service)
    expect((await visitor.get(keysPage)).location).toBe('/login?next=%2Fsettings%2Fapi-keys')
    const response = await visitor.post(keysPage, { name: 'x' })
    expect(response.status).toBe(401)
    expect(response.body).toContain('<h1>Sign in</h1>')
  })

  it('accepts forms only in the encoding that browsers use', async () => {
    const visitor = await signedUp()
    for (const type of ['application/json', 'text/plain', 'multipart/form-data; boundary=x']) {
      const headers = { origin: service.url, 'content-type': type }
      expect((await visitor.post(keysPage, { name: 'x' }, headers)).status, type).toBe(415)
    }
    const packed = { origin: service.url, 'content-encoding': 'gzip' }
    expect((await visitor.post(keysPage, { name: 'x' }, packed)).status).toBe(415)
    // A GET has no body, so its Content-Encoding does not matter.
    expect((await fetch(service.url, { headers: packed })).status).toBe(200)
    const large = await visitor.post(keysPage, { name: 'x'.repeat(17_000) })
    expect(large.status).toBe(413)
    const headers = { origin: service.url, 'content-type': 'application/x-www-form-urlencoded' }
    const twice = await fetch(service.url + keysPage, {
      method: 'POST',
      headers: { ...headers, cookie: `session=${visitor.cookies.get('session')}` },
      body: 'name=a&name=b',
    })
    expect(twice.status).toBe(400)
    expect(idsIn((await visitor.get(keysPage)).body)).toEqual([])
  })
})
