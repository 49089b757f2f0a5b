import { createHash } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Service, startService } from '../../../test/support/service/service.ts'
import { fieldErrorOf, newVisitor, typedIn } from '../../../test/support/site/visitor.ts'

const keysPage = '/settings/api-keys'
let service: Service
beforeAll(async () => {
  service = await startService()
})
afterAll(() => service.stop())

describe('sign-up', () => {
  it('creates an account, signs in, and redirects to the keys', async () => {
    const visitor = newVisitor(service)
    const response = await visitor.post('/signup', {
      email: ' New@Example.ca ',
      password: 'seven wet herons',
    })
    expect(response).toMatchObject({ status: 303, location: keysPage })
    const page = await visitor.get(keysPage)
    expect(page.status).toBe(200)
    expect(page.body).toContain('Signed in as new@example.ca')
    expect(page.headers.get('cache-control')).toBe('no-store')
  })

  it('sets cookies that scripts and other sites cannot read', async () => {
    const visitor = newVisitor(service)
    const form = { email: 'cookies@example.ca', password: 'seven wet herons' }
    const response = await visitor.post('/signup', form)
    const lines = response.headers.getSetCookie()
    expect(lines).toHaveLength(3)
    for (const line of lines) {
      expect(line).toMatch(/^((session|device)=[\w.-]{43,}|recovery=[\w-]{29}); /)
      expect(line).toContain('; Path=/; HttpOnly; SameSite=Lax')
    }
  })

  it.each([
    ['email', { email: '', password: 'seven wet herons' }],
    ['email', { email: 'nobody', password: 'seven wet herons' }],
    ['email', { email: 'a b@example.ca', password: 'seven wet herons' }],
    ['email', { email: `${'a'.repeat(250)}@example.ca`, password: 'seven wet herons' }],
    ['email', { email: 'ann()@x.example', password: 'seven wet herons' }],
    ['password', { email: 'ok@example.ca', password: '' }],
    ['password', { email: 'ok@example.ca', password: 'seven77' }],
    ['password', { email: 'ok@example.ca', password: 'x'.repeat(257) }],
    ['password', { email: 'ok@example.ca', password: 'Password123' }],
    ['password', { email: 'ok@example.ca', password: 'zzzzzzzz' }],
    ['password', { email: 'ok@example.ca', password: ' OK@Example.ca' }],
    ['password', { email: 'longname@example.ca', password: 'LongName' }],
    ['password', { email: 'ok@example.ca', password: 'seven\u0000herons' }],
  ])('shows an error beside the field %s and keeps what was typed: %j', async (field, form) => {
    const response = await newVisitor(service).post('/signup', form)
    expect(response.status).toBe(400)
    expect(fieldErrorOf(response.body, field)).toMatch(/^[A-Z].*\.$/)
    expect(typedIn(response.body, 'email') ?? '').toBe(form.email)
    if (form.password !== '') expect(response.body).not.toContain(form.password)
  })

  it('shows all errors at once', async () => {
    const { body } = await newVisitor(service).post('/signup', { email: 'x', password: 'y' })
    expect(fieldErrorOf(body, 'email')).toBeDefined()
    expect(fieldErrorOf(body, 'password')).toBeDefined()
  })

  it('accepts an e-mail address with an apostrophe, a plus sign and a long last part', async () => {
    const form = { email: "o'brien+keys@town.photography", password: 'seven wet herons' }
    expect((await newVisitor(service).post('/signup', form)).status).toBe(303)
  })

  it('accepts passwords of 8 and of 256 characters in any script', async () => {
    for (const password of ['шумный7!', '🦆🐻'.repeat(4), 'ñé'.repeat(128), '  spaced out  ']) {
      const visitor = newVisitor(service)
      const email = `p${visitor.cookies.size}${[...password].length}${password.length}@example.ca`
      expect((await visitor.post('/signup', { email, password })).status).toBe(303)
      const again = await newVisitor(service).post('/login', { email, password })
      expect(again.status, password).toBe(303)
    }
  })

  it('reports that an e-mail address is taken, and leaves the account unchanged', async () => {
    const first = newVisitor(service)
    const { email, password } = await first.signUp()
    const second = newVisitor(service)
    const response = await second.post('/signup', {
      email: email.toUpperCase(),
      password: 'another one',
    })
    expect(response.status).toBe(400)
    expect(fieldErrorOf(response.body, 'email')).toContain('already exists')
    expect(second.cookies.size).toBe(0)
    expect((await newVisitor(service).post('/login', { email, password })).status).toBe(303)
  })

  it('does not take over an account that the operator created', async () => {
    await service.newKey()
    const form = { email: 'tests@pemberley.example', password: 'seven wet herons' }
    expect((await newVisitor(service).post('/signup', form)).status).toBe(400)
    expect((await newVisitor(service).post('/login', form)).status).toBe(401)
  })

  it('redirects users who are signed in to their keys', async () => {
    const visitor = newVisitor(service)
    await visitor.signUp()
    for (const path of ['/signup', '/login'])
      expect(await visitor.get(path)).toMatchObject({ status: 303, location: keysPage })
  })
})

describe('sign-in', () => {
  it('redirects to the page that was requested', async () => {
    const { email, password } = await newVisitor(service).signUp()
    const visitor = newVisitor(service)
    const redirect = await visitor.get('/settings/account')
    expect(redirect).toMatchObject({ status: 303, location: '/login?next=%2Fsettings%2Faccount' })
    const page = await visitor.get(redirect.location ?? '')
    const next = typedIn(page.body, 'next') ?? ''
    const response = await visitor.post('/login', { email, password, next })
    expect(response).toMatchObject({ status: 303, location: '/settings/account' })
  })

  it.each([
    'https://evil.example/',
    '//evil.example',
    '/\\evil.example',
    '/settings/../signup',
    '/settings/api-keys?x',
    'javascript:alert(1)',
  ])('never redirects to another site: %s', async (next) => {
    const { email, password } = await newVisitor(service).signUp()
    const visitor = newVisitor(service)
    const page = await visitor.get(`/login?next=${encodeURIComponent(next)}`)
    expect(typedIn(page.body, 'next')).toBe(keysPage)
    expect((await visitor.post('/login', { email, password, next })).location).toBe(keysPage)
  })

  it('gives the same response for an unknown account and a wrong password', async () => {
    const { email } = await newVisitor(service).signUp()
    const unknown = email.replace('visitor', 'victors')
    const responses = []
    for (const address of [email, unknown]) {
      const response = await newVisitor(service).post('/login', {
        email: address,
        password: 'wrong one',
      })
      expect(response.status).toBe(401)
      expect(fieldErrorOf(response.body, 'password')).toBe(
        'The e-mail address or the password is wrong.',
      )
      expect(response.body).not.toContain('wrong one')
      expect(typedIn(response.body, 'email')).toBe(address)
      responses.push(response.body.replace(address, ''))
    }
    expect(responses[0]).toBe(responses[1])
  })

  it('requires both fields', async () => {
    const response = await newVisitor(service).post('/login', { email: '', password: '' })
    expect(response.status).toBe(400)
    expect(fieldErrorOf(response.body, 'email')).toBeDefined()
    expect(fieldErrorOf(response.body, 'password')).toBeDefined()
  })

  it('accepts a password in composed or decomposed characters', async () => {
    const password = 'Montréal en été'
    const email = 'accents@example.ca'
    await newVisitor(service).post('/signup', { email, password: password.normalize('NFD') })
    const response = await newVisitor(service).post('/login', { email, password })
    expect(response.status).toBe(303)
  })

  it('starts a new session, and ends the previous one', async () => {
    const visitor = newVisitor(service)
    const { email, password } = await visitor.signUp()
    const before = visitor.cookies.get('session') ?? ''
    expect((await visitor.post('/login', { email, password })).status).toBe(303)
    expect(visitor.cookies.get('session')).not.toBe(before)
    const thief = newVisitor(service)
    thief.cookies.set('session', before)
    expect((await thief.get(keysPage)).status).toBe(303)
  })

  it('never uses a session id that the client sent', async () => {
    const { email, password } = await newVisitor(service).signUp()
    const visitor = newVisitor(service)
    const planted = 'A'.repeat(43)
    visitor.cookies.set('session', planted)
    await visitor.post('/login', { email, password })
    expect(visitor.cookies.get('session')).not.toBe(planted)
  })
})

describe('sign-out', () => {
  it('ends the session on the server and deletes the cookie', async () => {
    const visitor = newVisitor(service)
    await visitor.signUp()
    const token = visitor.cookies.get('session') ?? ''
    const response = await visitor.post('/logout')
    expect(response).toMatchObject({ status: 303, location: '/login?done=signed-out' })
    expect(visitor.cookies.has('session')).toBe(false)
    expect((await visitor.get(response.location ?? '')).body).toContain('You are signed out.')
    visitor.cookies.set('session', token)
    expect((await visitor.get(keysPage)).status).toBe(303)
  })

  it('shows only its own notice, whatever the link says', async () => {
    const visitor = newVisitor(service)
    for (const done of ['constructor', '__proto__', 'Call%20me', 'signed-out%20', '']) {
      const { status, body } = await visitor.get(`/login?done=${done}`)
      expect(status).toBe(200)
      expect(body).not.toContain('class="notice"')
    }
  })

  it('requires a POST; a GET changes nothing', async () => {
    const visitor = newVisitor(service)
    await visitor.signUp()
    const response = await visitor.get('/logout')
    expect(response.status).toBe(405)
    expect(response.headers.get('allow')).toBe('POST')
    expect((await visitor.get(keysPage)).status).toBe(200)
  })
})

describe('the site and the API', () => {
  it("do not accept each other's credentials", async () => {
    const visitor = newVisitor(service)
    await visitor.signUp()
    const key = await visitor.makeKey('Mine')
    const cookie = `session=${visitor.cookies.get('session')}`
    const bySession = await service.v1('meetings', { key: null, headers: { cookie } })
    expect(bySession.status).toBe(401)
    const byKey = await newVisitor(service).get(keysPage, { 'x-api-key': key })
    expect(byKey.status).toBe(303)
    const queried = await newVisitor(service).get(`${keysPage}?apikey=${key}`)
    expect(queried.status).toBe(303)
    expect(queried.location).not.toContain('rv_')
  })

  it('take a session token only from its cookie', async () => {
    const visitor = newVisitor(service)
    await visitor.signUp()
    const token = visitor.cookies.get('session') ?? ''
    const stored = createHash('sha256').update(token).digest('hex')
    const cookies = ['Session', '__Host-session', 'session2', 'device', 'session[]'].map(
      (name) => `${name}=${token}`,
    )
    const changed = [token.slice(0, -1), `${token}A`, token.toLowerCase(), `${token}=`, stored]
    const elsewhere: [string, Record<string, string>][] = [
      [`${keysPage}?session=${token}`, {}],
      [`${keysPage};session=${token}`, {}],
      [keysPage, { authorization: `Bearer ${token}` }],
      [keysPage, { 'x-session': token, session: token, cookie2: `session=${token}` }],
      ...[...cookies, ...changed.map((text) => `session=${text}`)].map(
        (cookie): [string, Record<string, string>] => [keysPage, { cookie }],
      ),
    ]
    for (const [path, headers] of elsewhere) {
      const response = await fetch(service.url + path, { headers, redirect: 'manual' })
      expect(response.status, `${path} ${JSON.stringify(headers)}`).not.toBe(200)
    }
    const cookie = `session=${token}`
    const { status } = await fetch(service.url + keysPage, { headers: { cookie } })
    expect(status).toBe(200)
  })

  it('are separate for scripts of other sites: no page has CORS headers', async () => {
    for (const path of ['/', '/login', '/signup']) {
      const { headers } = await newVisitor(service).get(path, { origin: 'https://evil.example' })
      expect([...headers.keys()].filter((name) => name.startsWith('access-control'))).toEqual([])
    }
  })
})
