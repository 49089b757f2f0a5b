import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Service, startService } from '../../../test/support/service/service.ts'
import { textsOf } from '../../../test/support/site/dictionary.ts'
import { ownTexts, textsFoundIn, unmarkedLinks } from '../../../test/support/site/french-page.ts'
import { hrefsOf, textOf } from '../../../test/support/site/page-content.ts'
import { fieldErrorOf, newVisitor, type Visitor } from '../../../test/support/site/visitor.ts'
import { siteWords as english } from '../words/en.ts'
import { siteWords as french } from '../words/fr.ts'

const password = 'sept hérons mouillés'
const keysPage = '/fr/settings/api-keys'
const accountPage = '/fr/settings/account'
const englishTexts = ownTexts(english, french)
let service: Service
beforeAll(async () => {
  service = await startService({ settings: { keysPerAccount: 1 } })
})
afterAll(() => service.stop())

let accounts = 0
async function newAccount(): Promise<Visitor & { email: string }> {
  accounts += 1
  const visitor = newVisitor(service)
  const email = `personne${accounts}@exemple.ca`
  await visitor.post('/fr/signup', { email, password })
  return Object.assign(visitor, { email })
}

function expectFrench(html: string): void {
  expect(html).toContain('<html lang="fr-CA">')
  expect(textsFoundIn(html, englishTexts)).toEqual([])
  expect(unmarkedLinks(html)).toEqual([])
}

describe('the dictionaries of the site', () => {
  const [en, fr] = [textsOf(english), textsOf(french)]

  it('have the same words, in the same order', () => {
    expect(fr.map(([path]) => path)).toEqual(en.map(([path]) => path))
  })

  it('have a no-break space before each colon and within guillemets in French', () => {
    for (const [path, texts] of fr)
      for (const text of texts) expect(text, path).not.toMatch(/ [:;?!»]|« |\p{L}:\s/u)
  })
})

describe('account pages in French', () => {
  it.each(['/signup', '/login', '/recover'])('%s has its twin in English', async (path) => {
    const { body } = await newVisitor(service).get(`/fr${path}`)
    expectFrench(body)
    expect(body).toContain(`<link rel="alternate" hreflang="en" href="${service.url}${path}"/>`)
    expect(hrefsOf(body)).toContain(path)
    expect(hrefsOf((await newVisitor(service).get(path)).body)).toContain(`/fr${path}`)
  })

  it('lead from sign-up to a key and back to sign-in', async () => {
    const visitor = newVisitor(service)
    const form = { email: 'ada@exemple.ca', password }
    expect(await visitor.post('/fr/signup', form)).toMatchObject({
      ...{ status: 303, location: keysPage },
    })
    const keys = await visitor.get(keysPage)
    expectFrench(keys.body)
    expect(textOf(keys.body)).toContain('Votre code de récupération')
    const created = await visitor.post(keysPage, { name: 'Suivi' })
    expectFrench(created.body)
    expect(textOf(created.body)).toContain('Votre clé «\u00a0Suivi\u00a0»')
    expectFrench((await visitor.get(accountPage)).body)
    const signedOut = await visitor.post('/fr/logout')
    expect(signedOut.location).toBe('/fr/login?done=signed-out')
    expectFrench((await visitor.get(signedOut.location ?? '')).body)
    const guarded = await visitor.get(accountPage)
    expect(guarded.location).toBe(`/fr/login?next=${encodeURIComponent(accountPage)}`)
    const signIn = await visitor.post('/fr/login', { ...form, next: accountPage })
    expect(signIn).toMatchObject({ status: 303, location: accountPage })
    expect((await visitor.get('/fr/settings')).location).toBe(keysPage)
  })

  it('redirect to no page but settings in French after sign-in', async () => {
    const { email } = await newAccount()
    for (const next of [
      '/settings/account',
      '//evil.example',
      '/fr/settings/../x',
      '/fr/pemberley',
    ])
      expect(
        (await newVisitor(service).post('/fr/login', { email, password, next })).location,
      ).toBe(keysPage)
  })

  it('are one account and one session with those in English', async () => {
    const visitor = await newAccount()
    expect((await visitor.get('/settings/account')).body).toContain(`Signed in as ${visitor.email}`)
    expect((await visitor.get('/login')).location).toBe('/settings/api-keys')
    expect((await visitor.get('/fr/login')).location).toBe(keysPage)
  })
})

describe('errors of account pages in French', () => {
  it('are beside their fields', async () => {
    const visitor = await newAccount()
    const { email } = visitor
    const stranger = newVisitor(service)
    const bad = [
      'court',
      'zzzzzzzz',
      'password123',
      'x'.repeat(257),
      'a\u0000bcdefgh',
      'n@exemple.ca',
    ]
    const forms: [Visitor, string, Record<string, string>, string][] = [
      [stranger, '/fr/signup', { email: 'x', password }, 'email'],
      [stranger, '/fr/signup', { email, password }, 'email'],
      [stranger, '/fr/login', { email, password: 'un autre mot' }, 'password'],
      [stranger, '/fr/login', { email: '', password: '' }, 'email'],
      [stranger, '/fr/recover', { email, password, recovery_code: 'x' }, 'recovery_code'],
      [visitor, keysPage, { name: '' }, 'name'],
      [visitor, keysPage, { name: 'x'.repeat(65) }, 'name'],
      [visitor, keysPage, { name: '\u202e' }, 'name'],
      [visitor, `${accountPage}/delete`, { password: 'un autre mot' }, 'password'],
    ]
    for (const typed of bad)
      forms.push([stranger, '/fr/signup', { email: 'n@exemple.ca', password: typed }, 'password'])
    for (const [sender, path, fields, field] of forms) {
      const { status, body } = await sender.post(path, fields)
      const label = `${path} ${JSON.stringify(fields)}`
      expect([400, 401], label).toContain(status)
      expect(fieldErrorOf(body, field), label).toMatch(/^[A-ZÉ].*\.$/)
      expectFrench(body)
    }
  })

  it('say that an account has all of its keys', async () => {
    const visitor = await newAccount()
    await visitor.post(keysPage, { name: 'Une' })
    const { status, body } = await visitor.post(keysPage, { name: 'Deux' })
    expect(status).toBe(403)
    expect(textOf(fieldErrorOf(body, 'name') ?? '')).toContain('ce compte a déjà 1 clé')
    expectFrench(body)
  })

  it.each([
    ['POST', '/fr/signup', { origin: 'https://evil.example' }, 403, 'Formulaire refusé'],
    ['GET', '/fr/logout', {}, 405, 'Méthode non permise'],
    ['PUT', '/fr/settings/account', {}, 405, 'Méthode non permise'],
    ['GET', '/fr/reset/absent', {}, 404, 'Ce lien est expiré ou a déjà servi'],
    ['GET', '/fr/settings/absent', {}, 404, 'Page introuvable'],
    ['POST', '/fr/login', { 'content-type': 'text/plain' }, 415, 'Encodage du formulaire'],
    ['POST', '/fr/settings/account/delete', {}, 401, 'Votre session a pris fin.'],
  ])('%s %s %j is %i: %s', async (method, path, headers, status, said) => {
    const form = { 'content-type': 'application/x-www-form-urlencoded', origin: service.url }
    const response = await service.call(path, {
      ...{ method, headers: { accept: 'text/html', ...(method === 'POST' && form), ...headers } },
      ...(method === 'POST' && { body: 'email=a&password=b' }),
    })
    expect(response.status).toBe(status)
    expect(textOf(response.body)).toContain(said)
    expectFrench(response.body)
  })

  it('say how long to wait, with the same limits as in English', async () => {
    const { email } = await newAccount()
    const visitor = newVisitor(service)
    let last = await visitor.post('/login', { email, password: 'un autre mot' })
    for (let i = 0; i < 20 && last.status !== 429; i += 1)
      last = await visitor.post(i % 2 ? '/login' : '/fr/login', { email, password: 'un autre mot' })
    const throttled = await visitor.post('/fr/login', { email, password })
    expect([throttled.status, throttled.headers.has('retry-after')]).toEqual([429, true])
    expect(textOf(throttled.body)).toContain('Trop de tentatives. Attendez')
    expectFrench(throttled.body)
  })

  it('say the same of unknown accounts', async () => {
    const { email } = await newAccount()
    const errorOf = async (typed: string) => {
      const form = { email: typed, password: 'un autre mot' }
      return fieldErrorOf((await newVisitor(service).post('/fr/login', form)).body, 'password')
    }
    expect(await errorOf(email)).toBe(await errorOf('inconnue@exemple.ca'))
  })

  it('say that sign-up is closed or the site is not secure', async () => {
    const closed = await startService({ settings: { signups: 'closed' } })
    const page = await newVisitor(closed).get('/fr/signup')
    await closed.stop()
    expect([page.status, textOf(page.body).includes('L’inscription est fermée')]).toEqual([
      403,
      true,
    ])
    const insecure = await startService({ settings: { signInAllowed: false } })
    const { status, body } = await newVisitor(insecure).get('/fr/login')
    await insecure.stop()
    expect([status, textOf(body).includes('Connexion désactivée')]).toEqual([403, true])
  })
})
