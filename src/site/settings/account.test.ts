import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Service, startService } from '../../../test/support/service/service.ts'
import {
  fieldErrorOf,
  newOwner,
  newVisitor,
  type Visitor,
} from '../../../test/support/site/visitor.ts'

const keysPage = '/settings/api-keys'
const accountPage = '/settings/account'
let service: Service
beforeAll(async () => {
  service = await startService({ settings: { keysPerAccount: 3 } })
})
afterAll(() => service.stop())

const signedUp = () => newOwner(service)

const typed = ({ email, password }: { email: string; password: string }) => ({ email, password })
const isAccepted = async (key: string) => (await service.v1('meetings', { key })).status === 200

describe('a change of password', () => {
  const change = (visitor: Visitor, current: string, next: string) =>
    visitor.post(`${accountPage}/password`, { current_password: current, new_password: next })

  it('ends all other sessions, renews this one, and keeps the keys', async () => {
    const visitor = await signedUp()
    const key = await visitor.makeKey('Stays')
    const other = newVisitor(service)
    await other.post('/login', typed(visitor))
    const before = visitor.cookies.get('session')
    const response = await change(visitor, visitor.password, 'eight dry herons')
    expect(response.status).toBe(303)
    expect((await visitor.get(response.location ?? '')).body).toContain('Your password is changed')
    expect(visitor.cookies.get('session')).not.toBe(before)
    expect((await other.get(keysPage)).status).toBe(303)
    expect(await isAccepted(key)).toBe(true)
    const { email, password } = visitor
    expect((await newVisitor(service).post('/login', { email, password })).status).toBe(401)
    const form = { email, password: 'eight dry herons' }
    expect((await newVisitor(service).post('/login', form)).status).toBe(303)
  })

  it('shows errors beside their fields', async () => {
    const visitor = await signedUp()
    const wrong = await change(visitor, 'not it at all', 'eight dry herons')
    expect(wrong.status).toBe(401)
    expect(fieldErrorOf(wrong.body, 'current_password')).toBe('This is not your password.')
    const short = await change(visitor, visitor.password, 'short')
    expect(short.status).toBe(400)
    expect(fieldErrorOf(short.body, 'new_password')).toContain('at least 8')
    expect(short.body).not.toContain(visitor.password)
  })
})

describe('sessions', () => {
  it('are listed and can be ended, one or all others', async () => {
    const visitor = await signedUp()
    const others = [newVisitor(service), newVisitor(service), newVisitor(service)]
    for (const other of others) await other.post('/login', typed(visitor))
    const page = await visitor.get(accountPage)
    const ends = [...page.body.matchAll(/sessions\/([0-9a-f-]{36})\/end"/g)].map(([, id]) => id)
    expect(ends).toHaveLength(3)
    expect(page.body.match(/this browser/g)).toHaveLength(1)
    await visitor.post(`${accountPage}/sessions/${ends[0]}/end`)
    const left = async () => {
      const pages = await Promise.all(others.map((other) => other.get(accountPage)))
      return pages.filter(({ status }) => status === 200).length
    }
    expect(await left()).toBe(2)
    await visitor.post(`${accountPage}/sessions/end-others`)
    expect(await left()).toBe(0)
    expect((await visitor.get(accountPage)).status).toBe(200)
  })

  it('are limited to 20: signing in again ends the oldest', async () => {
    const visitor = await signedUp()
    for (let i = 0; i < 19; i += 1) await newVisitor(service).post('/login', typed(visitor))
    expect((await visitor.get(accountPage)).body.match(/last seen/g)).toHaveLength(20)
    const last = newVisitor(service)
    expect((await last.post('/login', typed(visitor))).status).toBe(303)
    expect((await visitor.get(accountPage)).status).toBe(303)
    expect((await last.get(accountPage)).body.match(/last seen/g)).toHaveLength(20)
  })

  it('of other accounts cannot be ended', async () => {
    const owner = await signedUp()
    const second = newVisitor(service)
    await second.post('/login', typed(owner))
    const [, id] = /sessions\/([0-9a-f-]{36})\/end"/.exec((await owner.get(accountPage)).body) ?? []
    const stranger = await signedUp()
    expect((await stranger.post(`${accountPage}/sessions/${id}/end`)).status).toBe(404)
    expect((await second.get(accountPage)).status).toBe(200)
  })
})

describe('the deletion of an account', () => {
  it('deletes its keys and sessions, and allows another sign-up with the e-mail address', async () => {
    const visitor = await signedUp()
    const key = await visitor.makeKey('Goes')
    const other = newVisitor(service)
    await other.post('/login', typed(visitor))
    const { email, password } = visitor
    const response = await visitor.post(`${accountPage}/delete`, { password })
    expect(response.status).toBe(200)
    expect(response.body).toContain('<h1>Your account is deleted</h1>')
    expect(visitor.cookies.has('session')).toBe(false)
    expect((await service.v1('meetings', { key })).status).toBe(401)
    expect((await other.get(keysPage)).status).toBe(303)
    expect((await newVisitor(service).post('/login', { email, password })).status).toBe(401)
    const db = service.writing.db
    const left = await db.selectFrom('accounts').select('id').where('email', '=', email).execute()
    expect(left).toEqual([])
    expect((await newVisitor(service).post('/signup', { email, password })).status).toBe(303)
  })

  it('requires the password', async () => {
    const visitor = await signedUp()
    const response = await visitor.post(`${accountPage}/delete`, { password: 'a wrong one' })
    expect(response.status).toBe(401)
    expect(fieldErrorOf(response.body, 'password')).toBe('This is not your password.')
    expect((await visitor.get(keysPage)).status).toBe(200)
  })
})
