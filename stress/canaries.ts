import { randomBytes } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { newReeve, type Reeve, type Serving } from '../test/support/process/reeve.ts'
import { Results } from './kit/results.ts'
import { accountPage, formType, keyPattern, keysPage, sessionSetBy, signedIn } from './kit/site.ts'
import { exchange } from './kit/socket.ts'
import { percent, spellings } from './kit/spellings.ts'
import type { Order, Outcome, StressTest } from './kit/stress-test.ts'
import { type Reply, Wire } from './kit/wire.ts'

const words = (text: string) => text.trim().split(/\s+/)
const list = '/api/v1/lowmere/people'

/** A secret is hidden from every reader; a private text only from others than its account. */
interface Planted {
  what: 'password' | 'session' | 'link' | 'key' | 'private'
  text: string
}

/** A server process and what was planted in it. */
class Bait {
  readonly results = new Results()
  readonly planted: Planted[] = []
  readonly #wire: Wire
  readonly #port: number

  constructor({ port }: Serving) {
    this.#port = port
    this.#wire = new Wire(port, 8, 60_000)
  }

  get url(): string {
    return `http://localhost:${this.#port}`
  }

  plant(what: Planted['what'], text: string | undefined): string {
    this.results.demand((text ?? '') !== '', `there is no ${what}`)
    if (text !== undefined) this.planted.push({ what, text })
    return text ?? 'nothing'
  }

  newPassword = () => this.plant('password', `Pw-${randomBytes(18).toString('base64url')}`)

  /** Sends a request from a new address. Its response has no secret, and for a stranger nothing private; only a path is echoed. */
  async send(
    method: string,
    target: string,
    headers: Record<string, string> = {},
    { body, isStranger = false }: { body?: string; isStranger?: boolean } = {},
  ): Promise<Reply> {
    const from = `10.${randomBytes(3).join('.')}`
    const usual = { 'x-forwarded-for': from, accept: 'text/html', origin: this.url }
    const sent = { method, target, headers: { ...usual, ...headers } }
    const reply = await this.#wire.send(body === undefined ? sent : { ...sent, body })
    this.results.note(reply.status)
    const shown =
      reply.body + JSON.stringify([...reply.headers].filter(([name]) => name !== 'set-cookie'))
    const [path = ''] = target.split('?', 1)
    for (const { what, text } of this.planted)
      if ((what !== 'private' || isStranger) && !path.includes(text) && shown.includes(text))
        this.results.fail(`${method} ${path.slice(0, 40)} returns a ${what}`)
    return reply
  }

  post(target: string, fields: Record<string, string>, headers: Record<string, string> = {}) {
    const body = new URLSearchParams(fields).toString()
    return this.send('POST', target, { 'content-type': formType, ...headers }, { body })
  }

  /** Sends bytes that the HTTP parser may reject. */
  async raw(bytes: string): Promise<void> {
    const halfClose = !bytes.includes('\r\n\r\n')
    const { responses } = await exchange(this.#port, [bytes], { halfClose, quietMilliseconds: 200 })
    for (const { status, body } of responses) {
      this.results.note(status)
      for (const { what, text } of this.planted)
        if (body.includes(text) && !bytes.startsWith('CONNECT'))
          this.results.fail(`${JSON.stringify(bytes.slice(0, 60))} returns a ${what}`)
    }
  }

  close = () => this.#wire.close()
}

async function run({ size, log }: Order): Promise<Outcome> {
  const reeve = newReeve()
  const settings = { LOG_LEVEL: 'trace', TRUST_PROXY: '127.0.0.1', RATE_LIMIT: '3' }
  const serving = await reeve.serve(['--demo'], settings)
  const bait = new Bait(serving)
  const { results, planted } = bait
  try {
    const demoKey = bait.plant('key', keyPattern.exec(await serving.printed(/curl .*\n/))?.[0])
    for (let i = 0; i < size; i += 1) {
      await useSite(reeve, bait, i)
      log(`  ${i + 1} of ${size} people`)
    }
    const backup = await reeve.run(['backup', join(reeve.folder, 'copy.db')])
    results.demand(backup.status === 0, `no backup: ${backup.stderr}`)
    // Killed during a sign-in, so that a journal remains, which is searched too.
    const last = bait.post('/login', { email: 'x@example.ca', password: bait.newPassword() })
    serving.signal('SIGKILL')
    await last.catch(() => undefined)
    const { stdout, stderr } = await serving.ended
    const lines = stdout.split('\n').filter((line) => line !== '')
    const [banner, logged] = [0, 1].map((n) => lines.filter((line) => +line.startsWith('{') === n))
    const shown = banner?.filter((line) => line.includes(demoKey)) ?? []
    results.demand(shown.length === 2, `the demo key is in ${shown.length} lines of the banner`)
    const odd = logged?.find((line) => !/^\{"level":\d+,.*\}$/.test(line))
    results.demand(odd === undefined, `a log line is not one JSON object: ${odd}`)
    results.demand((logged?.length ?? 0) > results.requests / 2, `only ${logged?.length} lines`)
    search(reeve, { stdout: logged?.join('\n') ?? '', stderr }, bait)
    return results.outcome({ secrets: planted.length, logBytes: stdout.length })
  } finally {
    bait.close()
    await reeve.remove()
  }
}

function newSession(bait: Bait, reply: Reply): string {
  const token = sessionSetBy(reply)
  bait.results.demand(token !== undefined, `no session: ${reply.status}`)
  return bait.plant('session', token)
}

/** Uses every form of the site with valid and invalid values, and sends each secret to every place. */
async function useSite(reeve: Reeve, bait: Bait, i: number): Promise<void> {
  const email = bait.plant('private', `canary${i}@example.ca`)
  const password = bait.newPassword()
  const session = newSession(bait, await bait.post('/signup', { email, password }))
  const own = signedIn(session)
  for (const fields of [
    ...[
      { email, password: bait.newPassword() },
      { email: '', password },
    ],
    ...[
      { email: 'nobody', password },
      { email: `long${email}`, password: password.repeat(9) },
    ],
    { email: 'x', password: bait.newPassword(), next: password },
  ])
    for (const target of ['/login', '/signup']) await bait.post(target, fields)
  const made = await bait.post(keysPage, { name: bait.plant('private', `Canary-${i}-name`) }, own)
  const key = bait.plant('key', keyPattern.exec(made.body)?.[0])
  for (const text of [session, key, password]) {
    await sendInHeads(bait, text, own)
    await sendInBodies(bait, text, own)
    await sendBroken(bait, text)
  }
  await readAsStranger(bait, own, { key, prefix: bait.plant('private', key.slice(0, 11)) })
  const changed = bait.newPassword()
  const change = (current_password: string, new_password: string) =>
    bait.post(`${accountPage}/password`, { current_password, new_password }, own)
  await change(bait.newPassword(), changed)
  await change(password, 'x'.repeat(300) + changed)
  const next = newSession(bait, await change(password, changed))
  await useLink(reeve, bait, email)
  const last = bait.newPassword()
  await bait.post(`/reset/${await newLink(reeve, bait, email)}`, { password: last })
  const login = await bait.post('/login', { email, password: last })
  const late = signedIn(newSession(bait, login))
  await bait.post(`${accountPage}/delete`, { password: bait.newPassword() }, late)
  // Some accounts are deleted, so that deleted rows in the file of SQLite are searched too.
  if (i % 2 === 0) await bait.post(`${accountPage}/delete`, { password: last }, late)
  else await bait.post('/logout', {}, signedIn(next))
}

const fieldNames = words('apikey %61pikey ApiKey api_key key q cursor name per_page apikey[] next')
const headerNames = words(`
  x-api-key authorization cookie referer user-agent x-request-id if-none-match prefer accept origin x-session`)
const pagePaths = words(
  `/ /login /fr/login ${keysPage} /fr${keysPage} ${accountPage} /nowhere /x/coverage /robots.txt`,
)
const formPaths = [
  ...['/login', '/signup', keysPage, `${accountPage}/password`],
  ...['/fr/login', '/fr/signup', `/fr${keysPage}`],
]

/** Sends a secret in URLs and headers. */
async function sendInHeads(bait: Bait, text: string, own: Record<string, string>) {
  const all = fieldNames.map((name) => `${name}=${text}`).join('&')
  for (const path of [...pagePaths, list, '/api/v1/docs'])
    await bait.send('GET', `${path}?${all}`, own)
  const strict = { prefer: 'handling=strict' }
  for (const name of fieldNames) {
    await bait.send('GET', `${list}?${name}=${text}`)
    await bait.send('GET', `/api/ocd/lowmere/people?key=x&${name}=${text}`, strict)
  }
  for (const name of headerNames)
    for (const path of [list, '/settings/nowhere'])
      await bait.send('GET', path, { [name]: name === 'referer' ? `${bait.url}/${text}` : text })
  for (const query of [text.toUpperCase(), percent(text), `${text}&x=${'x'.repeat(9000)}`])
    for (const method of ['GET', 'HEAD', 'POST', 'OPTIONS'])
      await bait.send(method, `${list}?apikey=${query}`)
  for (const path of [`/api/v1/${text}/people`, `${list}/${text}`, `/${text}`, `${list};k=${text}`])
    await bait.send('GET', path, { 'x-api-key': text })
}

/** Sends a secret in forms, and in bodies that are none. */
async function sendInBodies(bait: Bait, text: string, own: Record<string, string>) {
  // A repeated field is invalid; a wrong password would be throttled after six attempts.
  const fields = repeated(text)
  for (const [type, body] of [
    [formType, fields],
    [formType, `${fields}&%zz=%ff${text}`],
    [formType, `${fields}&x=${'x'.repeat(17_000)}`],
    ['application/json', `{"password": "${text}"}`],
    ['application/json', `{"password": "${text}`],
    ['text/plain', fields],
    ['multipart/form-data; boundary=x', `--x\r\n\r\n${text}`],
    [`text/${text}`, fields],
  ] as const)
    for (const path of formPaths)
      await bait.send('POST', path, { 'content-type': type, ...own }, { body })
}

const repeated = (text: string) =>
  `password=${text}&password=${text}&email=a%40b.example&name=${text}&name=1&current_password=${text}&current_password=1`

/** Sends a secret in broken HTTP. */
async function sendBroken(bait: Bait, text: string) {
  const get = `GET ${list} HTTP/1.1\nHost: x`
  const post = `POST /login HTTP/1.1\nHost: x\nContent-Type: ${formType}`
  const form = `\n\n${repeated(text)}`
  for (const lines of [
    `${get}\nX-API-Key: ${text}\0`,
    `${get}\nX-API-Key: ${text}\nX-A: ${'a'.repeat(20_000)}`,
    `${get}\nX-API-Key : ${text}`,
    `${get}\n${text}: ${text}\n${text}`,
    `${get}\nHost: ${text}`,
    `${get}\nCookie: session=${text}\0`,
    `GET ${list}?apikey=${text}`,
    `GET ${list}?apikey=${text} HTTP/9.9`,
    `${text} / HTTP/1.1`,
    `CONNECT ${text}:443 HTTP/1.1\nHost: x`,
    repeated(text),
    `${post}\nContent-Length: 9${form}`,
    `${post}\nContent-Length: x${form}`,
    `${post}\nContent-Length: 1\nContent-Length: 2${form}`,
    `${post}\nTransfer-Encoding: chunked${form}`,
    `${post}\nTransfer-Encoding: ${text}${form}`,
    `${post}\nExpect: ${text}\nConnection: close\nContent-Length: 5${form}`,
  ])
    await bait.raw(`${lines.replaceAll('\n', '\r\n')}\r\n\r\n`)
  await bait.raw(text)
}

/** Whatever the owner has just read, others do not get it, with the owner's ETag, key or prefix either. */
async function readAsStranger(
  bait: Bait,
  own: Record<string, string>,
  { key, prefix }: { key: string; prefix: string },
) {
  const email = `stranger${randomBytes(6).toString('hex')}@example.ca`
  const signUp = await bait.post('/signup', { email, password: bait.newPassword() })
  const other = signedIn(newSession(bait, signUp))
  for (const path of [
    ...pagePaths,
    '/settings',
    '/signup',
    '/metrics',
    '/api/v1/lowmere/test',
    list,
  ]) {
    const { headers } = await bait.send(
      'GET',
      path,
      path.startsWith('/api/') ? { 'x-api-key': key } : own,
    )
    const again = { 'if-none-match': headers.get('etag') ?? '*' }
    for (const reader of [{}, other, { ...other, ...again }, again, { 'x-api-key': prefix }])
      for (const method of ['GET', 'HEAD', 'OPTIONS'])
        await bait.send(method, path, reader, { isStranger: true })
  }
}

async function newLink(reeve: Reeve, bait: Bait, email: string): Promise<string> {
  const made = await reeve.run(['accounts', 'reset-link', email], { SITE_URL: bait.url })
  return bait.plant('link', /[\w-]{43}$/.exec(made.stdout.trim())?.[0])
}

/** Opens a reset link, sends invalid forms, and uses it in other URLs. */
async function useLink(reeve: Reeve, bait: Bait, email: string): Promise<void> {
  const token = await newLink(reeve, bait, email)
  const link = `/reset/${token}`
  for (const method of ['GET', 'HEAD', 'PUT']) await bait.send(method, link)
  for (const password of ['short', bait.newPassword()])
    await bait.post(link, { password }, { origin: 'null' })
  await bait.send('POST', link, { 'content-type': 'text/plain' }, { body: token })
  await bait.send('GET', `${link}x`)
  await bait.send('GET', '/', { referer: bait.url + link })
  await bait.send('GET', `/login?token=${token}`)
}

/** No secret is, in any encoding, in the log or the files; what is private is in the files, but not in the log. */
function search(
  reeve: Reeve,
  printed: { stdout: string; stderr: string },
  { results, planted }: Bait,
): void {
  const folder = join(reeve.folder, 'data')
  const files = [
    ...readdirSync(folder).map((name) => join(folder, name)),
    join(reeve.folder, 'copy.db'),
  ]
  results.demand(
    files.some((name) => name.endsWith('-wal')),
    'there is no journal to search',
  )
  const stored = files.map((name) => [
    name.slice(reeve.folder.length),
    readFileSync(name, 'latin1'),
  ])
  results.demand(
    stored.some(([, text]) => text?.includes('canary0@')),
    'no file has the accounts',
  )
  for (const [place = '', text = ''] of [...Object.entries(printed), ...stored])
    for (const { what, text: secret } of planted.filter((one) => one.what !== 'private')) {
      const leak = spellings(secret).find(([, spelt]) => text.includes(spelt))
      if (leak !== undefined) results.fail(`a ${what} lies ${leak[0]} in ${place}`)
    }
}

export const canaries: StressTest = {
  name: 'canaries',
  about:
    'passwords, sessions, links and keys sent anywhere are in no response, log, database or journal, and private pages in none of another reader',
  counts: 'people, each with some ten secrets',
  sizes: { small: 3, large: 60 },
  run,
}
