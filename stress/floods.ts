import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { resolve } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { promisify } from 'node:util'
import { createKeyForEmail } from '../src/access/keys.ts'
import { systemClock } from '../src/core/clock.ts'
import { servedKinds } from '../src/record/served-kinds.ts'
import { registerNames } from '../src/store/registers.ts'
import { emptyDatabase } from '../test/support/database/fresh-store.ts'
import { rowsOf } from '../test/support/database/inspector.ts'
import { withStore } from '../test/support/database/moving.ts'
import { newReeve, type Reeve, type Serving } from '../test/support/process/reeve.ts'
import { hostileSearch, knownAttacks } from './kit/hostile-queries.ts'
import { addressOf, every, residentMegabytes, slowdownOf } from './kit/pressure.ts'
import { Random } from './kit/random.ts'
import { Results } from './kit/results.ts'
import { importArchive, searchTown } from './kit/search-town.ts'
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
const searchesAtOnce = 10
const searchLoopMaxMs = 100
const textsPerSecond = 5000
const requestsPerKey = 90 // Fewer than the rate limit allows.
const searchKeys = 200
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
  /** Slugs of documents with a text. */
  texts: readonly string[]
  /** Keys, titles of texts and random numbers for searches. */
  keys: readonly string[]
  titles: readonly string[]
  random: Random
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
  texts: (scene) =>
    inLanes(scene, (n) => {
      const text = scene.texts[n % scene.texts.length] ?? ''
      return get(scene, `${n % 2 === 0 ? '/fr' : ''}/${scene.slug}/documents/${text}`)
    }),
  tables: (scene) => {
    const tables = tablesOf(scene)
    return inLanes(scene, (n) => {
      const prefix = Math.floor(n / tables.length) % 2 === 0 ? '' : '/fr'
      return get(scene, `${prefix}${tables[n % tables.length]}`)
    })
  },
  wards: (scene) => inLanes(scene, (n) => v1(scene, keyFor(scene, n), 'wards'), searchesAtOnce),
  // Long pages of details of many keys, and wrong tokens.
  changes: (scene) =>
    inLanes(scene, (n) => {
      const wrong = n % 10 === 0 ? '&since=WzEsMV0.AAAAAAAAAAAAAAAAAAAAAA' : ''
      const query = `per_page=${1 + (n % 100)}&kind=${servedKinds[n % servedKinds.length]}${wrong}`
      return v1(scene, keyFor(scene, n), `changes?${query}`)
    }),
  updated: (scene) =>
    inLanes(scene, (n) => {
      const since = `updated_since=2026-01-01T00:00:${String(n % 60).padStart(2, '0')}Z`
      return v1(scene, keyFor(scene, n), `${listed[n % listed.length]}?${since}&per_page=100`)
    }),
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

/** Pages and files of a whole council, and of its members and meetings, in both languages. */
function tablesOf({ slug, pages }: Scene): string[] {
  const below = (folder: string) =>
    pages.filter((path) => path.startsWith(`/${slug}/${folder}/`)).slice(0, pagesOfKind)
  const [first = '', ...others] = below('people')
  return [
    ...wholeTables.map((path) => `/${slug}/${path}`),
    ...orders.map((order) => `/${slug}/people?sort=${order}`),
    ...tabs.map((tab) => `/${slug}/votes?show=${tab}`),
    ...others.map((path) => [first, path.slice(`/${slug}/people/`.length)].join('/compare/')),
    ...below('meetings').map((path) => `${path}.ics`),
  ]
}

const listed = ['motions', 'matters', 'meetings', 'bylaws', 'people', 'organizations']
const pagesOfKind = 20
const wholeTables = [
  ...['agreement', 'agreement.csv', 'people', 'people/totals.csv', 'follow', 'wards.geojson'],
  ...['votes?view=grid', 'coverage/notes', 'attendance', 'attendance.csv'],
  ...registerNames.flatMap((name) => [name, `${name}.csv`]),
  'registers',
]
const orders = ['ward', 'votes', 'attendance', 'losing', 'recusals']
const tabs = ['defeated', 'close', 'unanimous', 'contested']

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

/** Of searches, as slow as they can be; the others search all councils. */
const ofSearch: Record<string, Flood> = {
  knownSearches: (scene) =>
    inLanes(
      scene,
      (n) => {
        const q = encodeURIComponent(knownAttacks[n % knownAttacks.length] ?? '')
        return search(scene, scene.keys[0] ?? '', `q=${q}&per_page=${1 + (n % 100)}`)
      },
      searchesAtOnce,
    ),
  randomSearches: (scene) =>
    inLanes(
      scene,
      (n) => search(scene, keyFor(scene, n), hostileSearch(scene.random, scene.titles)),
      searchesAtOnce,
    ),
  // Of all councils, by key and on pages, beside those of one.
  searchesOfAll: (scene) =>
    inLanes(
      scene,
      (n) => {
        const query = hostileSearch(scene.random, scene.titles)
        if (n % 3 === 0) return get(scene, `/search?${query}`)
        return (n % 3 === 1 ? search : searchOfAll)(scene, keyFor(scene, n), query)
      },
      searchesAtOnce,
    ),
}

/** The first key is of the known searches, the last one of the others. */
function keyFor({ keys: [, ...keys] }: Scene, n: number): string {
  return keys[Math.floor(n / requestsPerKey) % (keys.length - 1)] ?? ''
}

const documents = [
  ...['/api/v1/docs/yaml', '/api/v1/docs/json', '/api/v1/openapi.json', '/api/v1/docs', '/docs'],
  ...['/docs/errors', '/docs/data-model', '/', '/lowmere/coverage', '/fr', '/fr/lowmere/coverage'],
  ...['/metrics', '/readyz', '/login', '/favicon.ico'],
]

async function run(order: Order): Promise<Outcome> {
  const results = new Results()
  const metrics: Record<string, number> = {}
  const flood = async (floods: Record<string, Flood>, scene: () => Scene, others?: Others) => {
    for (const [name, one] of Object.entries(floods))
      Object.assign(metrics, await measure(scene(), name, one, others))
  }
  await withService(order, results, {}, async (scene) => {
    await flood(ofReading, scene, readPages)
    if (order.archive === undefined) await flood(await ofDocuments(scene()), scene, readPages)
  })
  await withService({ ...order, hasTexts: true }, results, {}, async (scene) => {
    // The first request of a process also loads and compiles code.
    await search(scene(), scene().keys[0] ?? '', 'q=council')
    await flood(ofSearch, scene, searchAsOthers)
  })
  await withService(order, results, smallHeap, async (scene) => {
    for (let i = 0; i < otherPeople; i += 1)
      await post(scene().wire, '/signup', { email: emailOf(i), password }, addressOf(i))
    const form = { email: emailOf(0), password }
    const { headers } = await post(scene().wire, '/login', form, attacker)
    const cookies = headers.getSetCookie().map((cookie) => cookie.split(';', 1)[0] ?? '')
    const device = cookies.filter((pair) => pair.startsWith('device=')).join()
    await flood(ofSignIn, () => ({ ...scene(), device }), signInAsOthers)
    const again = await post(scene().wire, '/login', { email: emailOf(1), password }, '192.0.2.3')
    results.demand(again.status === 303, `signing in afterwards returned ${again.status}`)
  })
  return results.outcome(metrics)
}

/** Every URL of the documentation; HEAD costs the service as much as GET, but does not slow down this process. */
async function ofDocuments(scene: Scene): Promise<Record<string, Flood>> {
  const { body } = await get(scene, '/api/v1/docs')
  const files = [...body.matchAll(/(?:href|src)="([^"]+[.](?:css|js))"/g)].map(
    ([, url = '']) => url,
  )
  const flood =
    (target: string): Flood =>
    (one) =>
      inLanes(one, () => head(one, target), 32)
  return Object.fromEntries([...documents, ...files].map((target) => [target, flood(target)]))
}

const smallHeap = { NODE_OPTIONS: '--max-old-space-size=160' }

/** Starts the sample data, generated texts or an archive; each call of `scene` begins the time of a flood. */
async function withService(
  order: Order & { hasTexts?: boolean },
  results: Results,
  more: Record<string, string>,
  work: (scene: () => Scene) => Promise<void>,
): Promise<void> {
  const { size, seed, timeoutFactor, log } = order
  const reeve = newReeve()
  const { databaseUrl, remove } = await emptyDatabase()
  const settings = { TRUST_PROXY: '127.0.0.1', LOG_LEVEL: 'silent', METRICS: 'on', ...more }
  try {
    const slug = await recordsOf(order, reeve, databaseUrl)
    const words = slug === 'lowmere' ? ['--demo'] : []
    const serving = await reeve.serve(words, { ...settings, DATABASE_URL: databaseUrl })
    const found = await searchesIn(databaseUrl)
    const wire = new Wire(serving.port, connections * 2)
    const { body } = await wire.send({ method: 'GET', target: `/${slug}/sitemap.xml` })
    const pages = [...body.matchAll(/<loc>https?:\/\/[^/]+([^<]*)/g)].map(([, path = '']) => path)
    const given = { serving, wire, results, slug, pages, timeoutFactor, log, ...found }
    const random = new Random(seed)
    await work(() => {
      const end = performance.now() + size * 1000
      const isOver = () => performance.now() >= end
      return { ...given, seconds: size, device: '', random, isOver }
    })
    wire.close()
    serving.signal('SIGTERM')
    const { status, stderr } = await serving.ended
    results.demand(status === 0, `the server ended with ${status}: ${stderr}`)
  } finally {
    await reeve.remove()
    await remove()
  }
}

/** Returns the slug of the municipality. */
async function recordsOf(
  { archive, hasTexts = false, size, seed }: Order & { hasTexts?: boolean },
  reeve: Reeve,
  databaseUrl: string,
): Promise<string> {
  if (archive !== undefined) return importArchive(reeve, databaseUrl, archive)
  if (!hasTexts) return 'lowmere'
  return searchTown(reeve, databaseUrl, { texts: size * textsPerSecond, seed })
}

/** Keys of one account, titles to search for, and documents to read. */
async function searchesIn(databaseUrl: string): Promise<Pick<Scene, 'keys' | 'titles' | 'texts'>> {
  const account = { email: 'attacker@pemberley.example', name: null, keysMax: searchKeys }
  const keys = await withStore(databaseUrl, async (store) => {
    const made: string[] = []
    while (made.length < searchKeys)
      made.push((await createKeyForEmail(store, account, systemClock)).key)
    return made
  })
  const query = 'select title from search_documents order by id limit 500'
  const rows = await rowsOf<{ title: string }>(databaseUrl, query)
  const texts = await rowsOf<{ slug: string }>(
    databaseUrl,
    'select slug from documents where slug is not null order by id limit 500',
  )
  return { keys, titles: rows.map(({ title }) => title), texts: texts.map(({ slug }) => slug) }
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

async function searchAsOthers(scene: Scene, n: number): Promise<string | undefined> {
  const key = scene.keys.at(-1) ?? ''
  const { status } = await searchOfAll(scene, key, `q=council&page=${1 + (n % 9)}`)
  return status === 200 ? undefined : `another search got ${status}`
}

const nothingElse: Others = async () => undefined

/** Floods the service; health checks, other users and memory must not notice. */
async function measure(scene: Scene, name: string, flood: Flood, others = nothingElse) {
  const { serving, results, seconds, timeoutFactor, log, isOver } = scene
  const before = residentMegabytes(serving.pid)
  let resident = before
  // Connections that were idle since the last flood may be closed by the service.
  const flooding = { ...scene, wire: new Wire(serving.port, connections) }
  await openAll(flooding)
  const own = { ...scene, wire: new Wire(serving.port) }
  await longestStall(own)
  const slowdown = slowdownOf(serving.pid)
  const [sent, { worstMs, failed }, wrong] = await Promise.all([
    flood(flooding),
    checkHealth(serving.port, seconds),
    every(othersEveryMs, isOver, (n) => others(own, n)),
    every(everyMs, isOver, async () => {
      resident = Math.max(resident, residentMegabytes(serving.pid))
    }),
  ])
  const slower = slowdown()
  const stallMs = await longestStall(own)
  flooding.wire.close()
  own.wire.close()
  const grown = resident - before
  const found = `health ${worstMs} ms, event loop ${stallMs} ms, ${slower.toFixed(1)} times slower`
  for (const why of wrong) results.demand(why === undefined, `${name}: ${why}`)
  results.demand(failed === 0, `${name}: ${failed} health checks failed`)
  results.demand(worstMs <= healthMaxMs * timeoutFactor, `${name}: ${found}`)
  const isHeld = name in ofSearch && stallMs > searchLoopMaxMs * timeoutFactor
  results.demand(!isHeld, `${name} holds the event loop: ${found}`)
  results.demand(grown <= growthMaxMegabytes, `${name}: memory grew by ${grown} MB`)
  log(`  ${name}: ${sent} requests, ${found}, ${grown} MB more`)
  return { [`${name}Requests`]: sent, [`${name}WorstMs`]: worstMs, [`${name}Megabytes`]: grown }
}

/**
 * Opens all connections of a flood. Node.js accepts one connection in an iteration of its event loop, so new ones wait for
 * each other, whatever the service does.
 */
async function openAll({ wire }: Scene): Promise<void> {
  const check = () => wire.send({ method: 'GET', target: '/api/v1/health' })
  await Promise.all(Array.from({ length: connections }, check))
}

/** Longest stall of the event loop since the last call, in milliseconds. */
async function longestStall({ wire }: Scene): Promise<number> {
  const { body } = await wire.send({ method: 'GET', target: '/metrics' })
  const [, seconds = 'NaN'] = /^nodejs_eventloop_lag_max_seconds\S* (\S+)$/m.exec(body) ?? []
  return Math.round(Number(seconds) * 1000)
}

/** Results of `probe.mjs`. */
async function checkHealth(
  port: number,
  seconds: number,
): Promise<Record<'worstMs' | 'failed', number>> {
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
      const { status, body } = await send(sent)
      results.note(status)
      const isFine = status < 500 || body.includes('"QUERY_ERROR"')
      results.demand(isFine, `the attacker got ${status}`)
    }
  }
  await Promise.all(Array.from({ length: lanes }, lane))
  return sent
}

function get({ wire }: Scene, target: string, more: Record<string, string> = {}): Promise<Reply> {
  return wire.send({ method: 'GET', target, headers: { 'x-forwarded-for': attacker, ...more } })
}

const search = (scene: Pick<Scene, 'wire' | 'slug'>, key: string, query: string) =>
  v1(scene, key, `search?${query}`)

const searchOfAll = ({ wire }: Scene, key: string, query: string) =>
  keyed(wire, key, `/api/v1/search?${query}`)

const v1 = ({ wire, slug }: Pick<Scene, 'wire' | 'slug'>, key: string, path: string) =>
  keyed(wire, key, `/api/v1/${slug}/${path}`)

async function keyed(wire: Wire, key: string, target: string): Promise<Reply> {
  const reply = await wire.send({ method: 'GET', target, headers: { 'x-api-key': key } })
  // So that this client does not block its own event loop.
  if (reply.status === 429) await pause(everyMs)
  return reply
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
    'one client floods pages, documents, tables, searches and sign-in, pipelines and does not read; health checks, pages and sign-ins of others succeed, and memory stays small',
  counts: 'seconds of each flood',
  sizes: { small: 1, large: 10 },
  run,
}
