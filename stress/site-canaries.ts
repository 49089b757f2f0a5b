import { randomBytes } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { newReeve, type Reeve } from '../test/support/process/reeve.ts'
import { Results } from './kit/results.ts'
import { accountPage, formType, keyPattern, keysPage, sessionSetBy, signedIn } from './kit/site.ts'
import { exchange } from './kit/socket.ts'
import { spellings } from './kit/spellings.ts'
import type { Order, Outcome, StressTest } from './kit/stress-test.ts'
import { type Reply, Wire } from './kit/wire.ts'

/** A secret, and what it is. */
interface Secret {
  what: 'password' | 'session' | 'link' | 'key'
  text: string
}

/** A server process, its responses, and its secrets. */
class Bait {
  readonly results = new Results()
  readonly secrets: Secret[] = []
  readonly url: string
  readonly #wire: Wire
  readonly #port: number
  #addresses = 0

  constructor(port: number) {
    this.#port = port
    this.#wire = new Wire(port)
    this.url = `http://localhost:${port}`
  }

  newPassword(): string {
    const text = `Pw-${randomBytes(18).toString('base64url')}`
    this.secrets.push({ what: 'password', text })
    return text
  }

  /** Sends a request; its response must not contain a secret, except a new key or a session cookie. */
  async send(
    method: string,
    target: string,
    headers: Record<string, string> = {},
    body?: string,
  ): Promise<Reply> {
    this.#addresses += 1
    const from = `10.1.${this.#addresses >> 8}.${this.#addresses & 255}`
    const browserHeaders = { 'x-forwarded-for': from, accept: 'text/html', origin: this.url }
    const sent = { method, target, headers: { ...browserHeaders, ...headers } }
    const reply = await this.#wire.send(body === undefined ? sent : { ...sent, body })
    this.results.note(reply.status)
    this.look(`${method} ${target.replace(/\/reset\/.*/, '/reset/…').slice(0, 40)}`, reply)
    return reply
  }

  post(target: string, fields: Record<string, string>, headers: Record<string, string> = {}) {
    const body = new URLSearchParams(fields).toString()
    return this.send('POST', target, { 'content-type': formType, ...headers }, body)
  }

  /** Sends bytes as they are. */
  async raw(bytes: string): Promise<void> {
    const { responses } = await exchange(this.#port, [bytes], { quietMilliseconds: 200 })
    for (const { status, body } of responses) {
      this.results.note(status)
      for (const { what, text } of this.secrets)
        this.results.demand(!body.includes(text), `a response to broken HTTP contains a ${what}`)
    }
  }

  look(path: string, { body, headers }: Reply): void {
    const shown = body + JSON.stringify([...headers].filter(([name]) => name !== 'set-cookie'))
    for (const { what, text } of this.secrets) {
      // The page of a reset link has the token in the URL of its form.
      if (what === 'link' && path.includes('/reset/')) continue
      this.results.demand(!shown.includes(text), `${path} returns a ${what}`)
    }
  }

  close(): void {
    this.#wire.close()
  }
}

async function run({ size }: Order): Promise<Outcome> {
  const reeve = newReeve()
  const serving = await reeve.serve(['--demo'], { LOG_LEVEL: 'trace', TRUST_PROXY: '127.0.0.1' })
  const bait = new Bait(serving.port)
  const { results, secrets } = bait
  try {
    for (let i = 0; i < size; i += 1) await useSite(reeve, bait, i)
    await attackErrors(bait)
    const backup = await reeve.run(['backup', join(reeve.folder, 'copy.db')])
    results.demand(backup.status === 0, `no backup: ${backup.stderr}`)
    // Killed during a sign-in, so that a journal remains, which is searched too.
    const last = bait.post('/login', { email: 'x@example.ca', password: bait.newPassword() })
    serving.signal('SIGKILL')
    await last.catch(() => undefined)
    const { stdout, stderr } = await serving.ended
    search(reeve, { stdout, stderr }, bait)
    const lines = stdout.split('\n').filter((line) => line.startsWith('{"level"')).length
    results.demand(lines >= results.requests / 2, `only ${lines} lines were logged`)
    return results.outcome({ secrets: secrets.length, logBytes: stdout.length + stderr.length })
  } finally {
    bait.close()
    await reeve.remove()
  }
}

/** Uses every form of the site, with valid and invalid values. */
async function useSite(reeve: Reeve, bait: Bait, i: number): Promise<void> {
  const email = `canary${i}@example.ca`
  const password = bait.newPassword()
  const signUp = await bait.post('/signup', { email, password })
  const session = noteSession(bait, signUp)
  await wrongSignIns(bait, email, password)
  const key = await makeKey(bait, session)
  await sendElsewhere(bait, { session, key, password })
  const changed = bait.newPassword()
  const change = { current_password: bait.newPassword(), new_password: changed }
  await bait.post(`${accountPage}/password`, change, signedIn(session))
  await bait.post(
    `${accountPage}/password`,
    { current_password: password, new_password: 'x'.repeat(300) + bait.newPassword() },
    signedIn(session),
  )
  const right = { current_password: password, new_password: changed }
  const next = noteSession(
    bait,
    await bait.post(`${accountPage}/password`, right, signedIn(session)),
  )
  await followLink(reeve, bait, email)
  const last = bait.newPassword()
  const token = await newLink(reeve, bait, email)
  await bait.post(`/reset/${token}`, { password: last })
  const login = noteSession(bait, await bait.post('/login', { email, password: last }))
  for (const page of [keysPage, accountPage, '/', '/login'])
    await bait.send('GET', page, signedIn(login))
  await bait.post(`${accountPage}/delete`, { password: bait.newPassword() }, signedIn(login))
  // Some accounts are deleted, so that deleted rows in the file of SQLite are searched too.
  if (i % 2 === 0) await bait.post(`${accountPage}/delete`, { password: last }, signedIn(login))
  else await bait.post('/logout', {}, signedIn(next))
}

function noteSession({ secrets, results }: Bait, reply: Reply): string {
  const text = sessionSetBy(reply)
  if (text === undefined) results.fail(`no session: ${reply.status}`)
  else secrets.push({ what: 'session', text })
  return text ?? ''
}

async function makeKey(bait: Bait, session: string): Promise<string> {
  const { body } = await bait.post(keysPage, { name: 'Canary' }, signedIn(session))
  const [key = ''] = keyPattern.exec(body) ?? []
  bait.results.demand(key !== '', 'no key was made')
  bait.secrets.push({ what: 'key', text: key })
  await bait.send('GET', keysPage, signedIn(session))
  return key
}

async function wrongSignIns(bait: Bait, email: string, password: string): Promise<void> {
  await bait.post('/signup', { email, password })
  await bait.post('/signup', { email: 'nobody', password })
  await bait.post('/signup', { email: `long${email}`, password: password.repeat(9) })
  await bait.post('/login', { email, password: bait.newPassword() })
  await bait.post('/login', { email: '', password })
  await bait.post('/login', { email: 'x', password: bait.newPassword(), next: password })
  await bait.post('/login', { email, password }, { origin: 'https://evil.example' })
}

interface Carried {
  session: string
  key: string
  password: string
}

/** Sends secrets in wrong positions: URLs, other headers and fields, other types, bodies that are too large. */
async function sendElsewhere(bait: Bait, { session, key, password }: Carried): Promise<void> {
  for (const text of [session, key, password]) {
    for (const path of [
      '/',
      '/login',
      keysPage,
      accountPage,
      '/nowhere',
      '/x/coverage',
      '/robots.txt',
    ])
      await bait.send('GET', `${path}?next=${text}&x=${text}`)
    for (const name of [
      'referer',
      'x-request-id',
      'user-agent2',
      'authorization',
      'cookie',
      'accept',
    ])
      await bait.send('GET', '/settings/nowhere', { [name]: `https://a.example/?${text}` })
    await bait.send('GET', keysPage, { ...signedIn(session), referer: `${bait.url}/reset/${text}` })
    // A repeated field is invalid; a wrong password would be throttled after six attempts.
    const twice = `current_password=${text}&current_password=1`
    for (const path of ['/login', '/signup', keysPage, `${accountPage}/password`]) {
      const fields = `password=${text}&password=${text}&email=a%40b.example&name=${text}&name=1&${twice}`
      const send = (type: string, body: string) =>
        bait.send('POST', path, { 'content-type': type, ...signedIn(session) }, body)
      await send(formType, fields)
      await send(formType, `${fields}&%zz=%ff${text}`)
      await send(formType, `${fields}&x=${'x'.repeat(17_000)}`)
      await send('application/json', JSON.stringify({ password: text }))
      await send('application/json', `{"password": "${text}`)
      await send('text/plain', fields)
      await send('multipart/form-data; boundary=x', `--x\r\n\r\n${text}`)
      await send(`text/${text}`, fields)
    }
  }
}

async function newLink(reeve: Reeve, bait: Bait, email: string): Promise<string> {
  const made = await reeve.run(['accounts', 'reset-link', email], { SITE_URL: bait.url })
  const text = made.stdout.trim().split('/').at(-1) ?? ''
  bait.results.demand(/^[\w-]{43}$/.test(text), `no link: ${made.stderr}`)
  bait.secrets.push({ what: 'link', text })
  return text
}

/** Opens a reset link, sends invalid forms, uses it in other URLs, and replaces it. */
async function followLink(reeve: Reeve, bait: Bait, email: string): Promise<void> {
  const token = await newLink(reeve, bait, email)
  await bait.send('GET', `/reset/${token}`)
  await bait.send('HEAD', `/reset/${token}`)
  await bait.send('PUT', `/reset/${token}`, { 'content-type': formType }, 'password=x')
  await bait.post(`/reset/${token}`, { password: 'short' })
  await bait.post(`/reset/${token}`, { password: bait.newPassword() }, { origin: 'null' })
  await bait.send('POST', `/reset/${token}`, { 'content-type': 'text/plain' }, token)
  await bait.send('GET', `/reset/${token}x`)
  await bait.send('GET', '/', { referer: `${bait.url}/reset/${token}` })
  await bait.send('GET', `/login?token=${token}`)
}

/** Requests that the HTTP parser rejects before any page. */
async function attackErrors(bait: Bait): Promise<void> {
  const text = bait.newPassword()
  const form = `email=a%40b.example&password=${text}`
  const head = `POST /login HTTP/1.1\r\nHost: x\r\nOrigin: ${bait.url}\r\nContent-Type: ${formType}\r\n`
  for (const bytes of [
    `${head}Content-Length: ${form.length - 5}\r\nConnection: close\r\n\r\n${form}`,
    `${head}Content-Length: x\r\n\r\n${form}`,
    `${head}Transfer-Encoding: chunked\r\n\r\nzz\r\n${form}\r\n`,
    `${head}Content-Length: 1\r\nContent-Length: 2\r\n\r\n${form}`,
    `${head}Cookie: session=${text}\0\r\n\r\n${form}`,
    `${head}Expect: ${text}\r\nContent-Length: ${form.length}\r\nConnection: close\r\n\r\n${form}`,
    `POST /login?${form} HTTP/9.9\r\n\r\n`,
    `${form}\r\n\r\n`,
  ])
    await bait.raw(bytes)
}

/** Searches for every secret, in every encoding, in the output and the files of the process. */
function search(reeve: Reeve, printed: { stdout: string; stderr: string }, bait: Bait): void {
  const folder = join(reeve.folder, 'data')
  const files = readdirSync(folder).map((name) => join(folder, name))
  const { results, secrets } = bait
  results.demand(
    files.some((name) => name.endsWith('-wal')),
    'there is no journal to search',
  )
  const locations: [name: string, text: string][] = [
    ['stdout', printed.stdout],
    ['stderr', printed.stderr],
    ...[...files, join(reeve.folder, 'copy.db')].map((name): [string, string] => [
      name.slice(reeve.folder.length),
      readFileSync(name, 'latin1'),
    ]),
  ]
  results.demand(
    locations.some(([, text]) => text.includes('canary0@example.ca')),
    'the files that were searched do not hold the accounts',
  )
  for (const [location, text] of locations) {
    for (const secret of secrets) {
      const leak = spellings(secret.text).find(([, spelt]) => text.includes(spelt))
      if (leak !== undefined) results.fail(`a ${secret.what} lies ${leak[0]} in ${location}`)
    }
  }
}

export const siteCanaries: StressTest = {
  name: 'site-canaries',
  about:
    'passwords, sessions, links and keys in forms and errors appear in no response, log line, database or journal',
  counts: 'people, each with some ten secrets',
  sizes: { small: 3, large: 60 },
  run,
}
