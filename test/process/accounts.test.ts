import { readdirSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newReeve } from '../support/process/reeve.ts'
import { type Service, startService } from '../support/service/service.ts'
import { fieldErrorOf, newVisitor } from '../support/site/visitor.ts'

const keysPage = '/settings/api-keys'
const reeve = newReeve()
let service: Service
let url: string
beforeAll(async () => {
  service = await startService()
  url = service.url
})
afterAll(async () => {
  await service.stop()
  await reeve.remove()
})

const call = (...words: string[]) =>
  reeve.call(words, { SITE_URL: url, DATABASE_URL: service.databaseUrl })
const command = (...words: string[]) => call('accounts', ...words)

async function signedUp(email: string) {
  const visitor = newVisitor({ url })
  await visitor.post('/signup', { email, password: 'seven wet herons' })
  const key = await visitor.makeKey('Mine')
  const isAccepted = async () => {
    const { status } = await service.v1('meetings?per_page=1', { key })
    return status === 200
  }
  return { visitor, isAccepted }
}

describe('reeve accounts', () => {
  it('lists accounts with their keys and state', async () => {
    await signedUp('listed@example.ca')
    const { stdout, status } = await command('list')
    expect(status).toBe(0)
    const rows = stdout.trim().split('\n')
    expect(rows.find((row) => row.includes('listed@example.ca'))).toMatch(
      /^[0-9a-f-]{36}\tlisted@example\.ca\t\S+Z\t1 keys\tactive$/,
    )
    expect(rows.find((row) => row.includes('@pemberley.example'))).toContain('\tno password')
    expect(stdout).not.toMatch(/argon2|rv_/)
  })

  it('prints a link to set another password, which works once', async () => {
    const { visitor, isAccepted } = await signedUp('forgot@example.ca')
    const { stdout } = await command('reset-link', 'Forgot@example.ca')
    const path = stdout.trim().slice(url.length)
    expect(path).toMatch(/^\/reset\/[\w-]{43}$/)

    const anybody = newVisitor({ url })
    expect((await anybody.get(path)).body).toContain('Choose a new password')
    const short = await anybody.post(path, { password: 'short' })
    expect(short.status).toBe(400)
    expect(short.body).toContain('at least 8')
    const set = await anybody.post(path, { password: 'eight dry herons' })
    expect(set.status).toBe(303)
    expect((await anybody.get(set.location ?? '')).body).toContain('Your password is set')
    for (const response of [
      await anybody.get(path),
      await anybody.post(path, { password: 'ninety' }),
    ])
      expect(response.status).toBe(404)

    expect((await visitor.get(keysPage)).status).toBe(303)
    const form = { email: 'forgot@example.ca', password: 'eight dry herons' }
    expect((await anybody.post('/login', form)).status).toBe(303)
    expect(await isAccepted()).toBe(true)
  })

  it('creates a link that replaces the one before', async () => {
    await signedUp('twice@example.ca')
    const links = []
    for (let i = 0; i < 2; i += 1)
      links.push((await command('reset-link', 'twice@example.ca')).stdout.trim().slice(url.length))
    const [first = '', second = ''] = links
    expect((await newVisitor({ url }).get(first)).status).toBe(404)
    expect((await newVisitor({ url }).get(second)).status).toBe(200)
  })

  it('disables an account: no sign-in, no session, no key', async () => {
    const { visitor, isAccepted } = await signedUp('disabled@example.ca')
    expect(await isAccepted()).toBe(true)
    expect((await command('disable', 'disabled@example.ca')).stdout).toBe(
      'Disabled disabled@example.ca.\n',
    )
    expect(await isAccepted()).toBe(false)
    expect((await visitor.get(keysPage)).status).toBe(303)
    const form = { email: 'disabled@example.ca', password: 'seven wet herons' }
    const response = await visitor.post('/login', form)
    expect(response.status).toBe(403)
    expect(fieldErrorOf(response.body, 'email')).toContain('This account is disabled')
    const wrong = await visitor.post('/login', { ...form, password: 'a wrong one' })
    expect(wrong.status).toBe(401)
    const keys = await call('keys', 'create', '--email', 'disabled@example.ca')
    expect(keys).toMatchObject({ status: 2, stdout: '' })
    expect(keys.stderr).toContain('is disabled')
    const link = await command('reset-link', 'disabled@example.ca')
    expect(link).toMatchObject({ status: 1, stdout: '' })
  })

  it('deletes an account with all its data', async () => {
    const { visitor, isAccepted } = await signedUp('deleted@example.ca')
    // There is no terminal on which to ask.
    expect(await command('delete', 'deleted@example.ca')).toEqual({
      status: 2,
      stdout: '',
      stderr:
        'reeve: this deletes deleted@example.ca with its keys, sessions and usage data; add --yes to confirm\n',
    })
    expect(await isAccepted()).toBe(true)
    expect((await command('delete', 'deleted@example.ca', '--yes')).status).toBe(0)
    expect(await isAccepted()).toBe(false)
    expect((await visitor.get(keysPage)).status).toBe(303)
    expect((await command('list')).stdout).not.toContain('deleted@example.ca')
  })

  it.each([['reset-link'], ['disable'], ['delete', '--yes']])(
    '%s reports an e-mail address without an account',
    async (word, ...options) => {
      const { status, stdout, stderr } = await command(word, 'nobody@example.ca', ...options)
      expect({ status, stdout }).toEqual({ status: 1, stdout: '' })
      expect(stderr).toMatch(
        /^reeve: no (active )?account has the address nobody@example[.]ca; see: reeve accounts list\n$/,
      )
    },
  )

  it('requires an e-mail address', async () => {
    const { status, stderr } = await command('disable')
    expect(status).toBe(2)
    expect(stderr).toContain("missing required argument 'email'")
    expect(readdirSync(reeve.folder)).toEqual([])
  })
})
