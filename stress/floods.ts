import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { resolve } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { promisify } from 'node:util'
import { emptyDatabase } from '../test/support/database/fresh-store.ts'
import { newReeve, type Serving } from '../test/support/process/reeve.ts'
import { addressOf, every, residentMegabytes } from './kit/pressure.ts'
import { Results } from './kit/results.ts'
import { importArchive } from './kit/search-town.ts'
import { formType, sessionSetBy } from './kit/site.ts'
import type { Order, Outcome, StressTest } from './kit/stress-test.ts'
import { type Reply, Wire } from './kit/wire.ts'

const connections = 300
const fewer = 64
const pipelined = 100
const everyMs = 50
const othersEveryMs = 250
const healthMaxMs = 250
const growthMaxMegabytes = 200
const otherPeople = 20
const password = 'seven wet herons'
const attacker = '203.0.113.1'

/** A service, its records, and the time that a flood lasts. */
interface Scene {
  serving: Serving
  wire: Wire
  results: Results
  slug: string
  /** Paths of all records. */
  pages: string[]
  seconds: number
  timeoutFactor: number
  log: Order['log']
  /** The cookie of a trusted browser of the attacker, whose network is not counted. */
  device: string
  isOver: () => boolean
}

/** Sends requests until the time is over; returns their number. */
type Flood = (scene: Scene) => Promise<number>

/** Of pages and documents; the others read pages. */
const ofReading: Record<string, Flood> = {
  // Each page once, before any is cached.
  pages: (scene) => inLanes(scene, (n) => get(scene, scene.pages[n % scene.pages.length] ?? '/')),
  filters: (scene) => inLanes(scene, (n) => get(scene, `/${scene.slug}/votes?result=x-${n}`)),
  any: (scene) =>
    inLanes(scene, (n) => get(scene, scene.pages[n % 50] ?? '/', { 'if-none-match': '*' })),
  // Wrong passwords from many networks: more than can be checked at once.
  signIns: ({ wire, ...scene }) =>
    inLanes({ wire, ...scene }, (n) =>
      post(wire, '/login', { email: `p${n}@example.ca`, password }, addressOf(n)),
    ),
  async pipelined({ serving, results, slug, isOver }) {
    let sent = 0
    while (!isOver()) {
      const socket = connect(serving.port, '127.0.0.1')
      socket.write(line(`/${slug}/sitemap.xml`).repeat(pipelined))
      const received = await responsesOn(socket)
      results.demand(received === pipelined, `${received} of ${pipelined} pipelined requests`)
      sent += received
    }
    return sent
  },
  async unread({ serving, slug, isOver }) {
    const sockets = Array.from({ length: connections }, () => {
      const socket = connect(serving.port, '127.0.0.1').pause()
      socket.on('error', () => undefined).write(line(`/${slug}/sitemap.xml`).repeat(10))
      return socket
    })
    while (!isOver()) await pause(everyMs)
    for (const socket of sockets) socket.destroy()
    return sockets.length
  },
}

/** Of forms, with a small heap; the others sign in. */
const ofSignIn: Record<string, Flood> = {
  // The right password, and the page with the sessions.
  signIn: (scene) =>
    inLanes(
      scene,
      async (n) => {
        const form = { email: emailOf(0), password }
        const more = { cookie: scene.device, 'sec-fetch-site': 'same-origin' }
        const signedIn = await post(scene.wire, '/login', form, attacker, more)
        const token = sessionSetBy(signedIn)
        if (token === undefined || n % 10 > 0) return signedIn
        return get(scene, '/settings/account', { cookie: `session=${token}` })
      },
      fewer,
    ),
  // Unknown e-mail addresses, each from its own IP address: long invalid ones and short valid ones.
  emails: ({ wire, ...scene }) =>
    inLanes(
      { wire, ...scene },
      (n) => {
        const email = n % 2 === 0 ? `${n}${'x'.repeat(15_000)}@example.ca` : `n${n}@example.ca`
        return post(wire, '/login', { email, password }, addressOf(n))
      },
      fewer,
    ),
}

const documents = [
  ...['/api/v1/docs/yaml', '/api/v1/docs/json', '/api/v1/openapi.json', '/api/v1/docs', '/docs'],
  ...['/docs/errors', '/docs/data-model', '/', '/lowmere/coverage', '/fr', '/fr/lowmere/coverage'],
  ...['/metrics', '/readyz', '/login', '/favicon.ico'],
]

async function run(order: Order): Promise<Outcome> {
  const results = new Results()
  const metrics: Record<string, number> = {}
  const { archive } = order
  await withService(order, results, {}, async (scene) => {
    for (const [name, flood] of Object.entries(ofReading))
      Object.assign(metrics, await measure(scene(), name, flood, readPages))
    if (archive !== undefined) return
    const { body } = await get(scene(), '/api/v1/docs')
    const files = [...body.matchAll(/(?:href|src)="([^"]+[.](?:css|js))"/g)].map(([, url]) => url)
    // HEAD costs the service as much as GET, but does not slow down this process.
    for (const target of [...documents, ...files.map((url = '') => url)])
      await measure(scene(), target, (one) => inLanes(one, () => head(one, target), 32), readPages)
  })
  await withService(order, results, smallHeap, async (scene) => {
    for (let i = 0; i < otherPeople; i += 1)
      await post(scene().wire, '/signup', { email: emailOf(i), password }, addressOf(i))
    const form = { email: emailOf(0), password }
    const { headers } = await post(scene().wire, '/login', form, attacker)
    const cookies = headers.getSetCookie().map((cookie) => cookie.split(';', 1)[0] ?? '')
    const device = cookies.filter((pair) => pair.startsWith('device=')).join()
    for (const [name, flood] of Object.entries(ofSignIn))
      Object.assign(metrics, await measure({ ...scene(), device }, name, flood, signInAsOthers))
    const again = await post(scene().wire, '/login', { email: emailOf(1), password }, '192.0.2.3')
    results.demand(again.status === 303, `signing in afterwards returned ${again.status}`)
  })
  return results.outcome(metrics)
}

const smallHeap = { NODE_OPTIONS: '--max-old-space-size=160' }

/** Starts the sample data, or an archive; each call of `scene` begins the time of a flood. */
async function withService(
  { size, timeoutFactor, archive, log }: Order,
  results: Results,
  more: Record<string, string>,
  work: (scene: () => Scene) => Promise<void>,
): Promise<void> {
  const reeve = newReeve()
  const { databaseUrl, remove } = await emptyDatabase()
  const settings = { TRUST_PROXY: '127.0.0.1', LOG_LEVEL: 'silent', METRICS: 'on', ...more }
  try {
    const slug =
      archive === undefined ? 'lowmere' : await importArchive(reeve, databaseUrl, archive)
    const words = archive === undefined ? ['--demo'] : []
    const serving = await reeve.serve(words, { ...settings, DATABASE_URL: databaseUrl })
    const wire = new Wire(serving.port, connections * 2)
    const { body } = await wire.send({ method: 'GET', target: `/${slug}/sitemap.xml` })
    const pages = [...body.matchAll(/<loc>https?:\/\/[^/]+([^<]*)/g)].map(([, path = '']) => path)
    await work(() => {
      const end = performance.now() + size * 1000
      const isOver = () => performance.now() >= end
      const given = { serving, wire, results, slug, pages, timeoutFactor, log }
      return { ...given, seconds: size, device: '', isOver }
    })
    wire.close()
  } finally {
    await reeve.remove()
    await remove()
  }
}

/** What others do meanwhile; returns what was wrong with the response. */
type Others = (scene: Scene, n: number) => Promise<string | undefined>

async function readPages(scene: Scene, n: number): Promise<string | undefined> {
  const target = scene.pages.at(-1 - (n % scene.pages.length)) ?? '/'
  const { status } = await get(scene, target, { 'x-forwarded-for': addressOf(n) })
  return status === 200 ? undefined : `another reader got ${status} for ${target}`
}

async function signInAsOthers({ serving }: Scene, n: number): Promise<string | undefined> {
  const wire = new Wire(serving.port, 1)
  const who = { email: emailOf(1 + (n % (otherPeople - 1))), password }
  const { status } = await post(wire, '/login', who, addressOf(n))
  wire.close()
  return status === 303 ? undefined : `another person got ${status}`
}

/** Floods the service; health checks, other users and memory must not notice. */
async function measure(scene: Scene, name: string, flood: Flood, others: Others) {
  const { serving, results, seconds, timeoutFactor, log, isOver } = scene
  const before = residentMegabytes(serving.pid)
  let resident = before
  // Connections that were idle since the last flood may be closed by the service.
  const flooding = { ...scene, wire: new Wire(serving.port, connections) }
  const own = { ...scene, wire: new Wire(serving.port) }
  const [sent, { worstMs, failed }, wrong] = await Promise.all([
    flood(flooding),
    checkHealth(serving.port, seconds),
    every(othersEveryMs, isOver, (n) => others(own, n)),
    every(everyMs, isOver, async () => {
      resident = Math.max(resident, residentMegabytes(serving.pid))
    }),
  ])
  flooding.wire.close()
  own.wire.close()
  const grown = resident - before
  for (const why of wrong) results.demand(why === undefined, `${name}: ${why}`)
  results.demand(failed === 0, `${name}: ${failed} health checks failed`)
  results.demand(worstMs <= healthMaxMs * timeoutFactor, `${name}: health took ${worstMs} ms`)
  results.demand(grown <= growthMaxMegabytes, `${name}: memory grew by ${grown} MB`)
  log(`  ${name}: ${sent} requests, health ${worstMs} ms, ${grown} MB more`)
  return { [`${name}Requests`]: sent, [`${name}WorstMs`]: worstMs, [`${name}Megabytes`]: grown }
}

/** Results of `probe.mjs`. */
async function checkHealth(
  port: number,
  seconds: number,
): Promise<{ worstMs: number; failed: number }> {
  const script = resolve(import.meta.dirname, 'kit/probe.mjs')
  const args = [script, String(port), String(seconds * 1000)]
  const { stdout } = await promisify(execFile)(process.execPath, args)
  return JSON.parse(stdout)
}

async function inLanes(
  { results, isOver }: Scene,
  send: (n: number) => Promise<Reply>,
  lanes = connections,
) {
  let sent = 0
  const lane = async () => {
    while (!isOver()) {
      sent += 1
      const { status } = await send(sent)
      results.note(status)
      results.demand(status < 500, `the attacker got ${status}`)
    }
  }
  await Promise.all(Array.from({ length: lanes }, lane))
  return sent
}

function get({ wire }: Scene, target: string, more: Record<string, string> = {}): Promise<Reply> {
  return wire.send({ method: 'GET', target, headers: { 'x-forwarded-for': attacker, ...more } })
}

const head = ({ wire }: Scene, target: string) =>
  wire.send({ method: 'HEAD', target, headers: { 'accept-encoding': 'br' } })

function post(
  wire: Wire,
  target: string,
  fields: Record<string, string>,
  from: string,
  more: Record<string, string> = {},
): Promise<Reply> {
  const headers = { 'content-type': formType, 'x-forwarded-for': from, ...more }
  return wire.send({
    method: 'POST',
    target,
    headers,
    body: new URLSearchParams(fields).toString(),
  })
}

const line = (path: string) => `GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`
const statusLine = 'HTTP/1.1 200'

async function responsesOn(socket: Socket): Promise<number> {
  let count = 0
  let rest = ''
  socket.on('data', (chunk) => {
    const text = rest + chunk.toString('latin1')
    count += text.split(statusLine).length - 1
    // A status line can be in two chunks.
    rest = text.slice(-statusLine.length + 1)
    if (count === pipelined) socket.destroy()
  })
  await once(socket, 'close')
  return count
}

const emailOf = (n: number) => `person${n}@example.ca`

export const floods: StressTest = {
  name: 'floods',
  about:
    'one client floods pages, documents and sign-in, pipelines and does not read; health checks, pages and sign-ins of others succeed, and memory stays small',
  counts: 'seconds of each flood',
  sizes: { small: 1, large: 10 },
  run,
}
