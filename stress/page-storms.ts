import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { resolve } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { promisify } from 'node:util'
import { emptyDatabase } from '../test/support/database/fresh-store.ts'
import { newReeve, type Reeve, type Serving } from '../test/support/process/reeve.ts'
import { addressOf, every, residentMegabytes } from './kit/pressure.ts'
import { Results } from './kit/results.ts'
import type { Order, Outcome, StressTest } from './kit/stress-test.ts'
import { Wire } from './kit/wire.ts'

const connections = 300
const pipelined = 100
const probeEveryMs = 50
const healthMaxMs = 250
const growthMaxMegabytes = 200
const othersEveryMs = 250

/** A service, and the pages that one client requests. */
interface Scene {
  serving: Serving
  wire: Wire
  results: Results
  slug: string
  /** Paths of all records, without the host. */
  pages: string[]
  seconds: number
  isOver: () => boolean
}

async function run({ size, timeoutFactor, log, archive }: Order): Promise<Outcome> {
  const results = new Results()
  const reeve = newReeve()
  const { databaseUrl, remove } = await emptyDatabase()
  const settings = { DATABASE_URL: databaseUrl, TRUST_PROXY: '127.0.0.1', LOG_LEVEL: 'silent' }
  try {
    const slug = archive === undefined ? 'lowmere' : 'archived'
    if (archive !== undefined) await importArchive(reeve, archive, settings)
    const serving = await reeve.serve(archive === undefined ? ['--demo'] : [], settings)
    const wire = new Wire(serving.port, connections * 2)
    const pages = await pagesOf(wire, slug)
    const metrics: Record<string, number> = {}
    for (const [name, storm] of Object.entries(storms)) {
      const end = performance.now() + size * 1000
      const isOver = () => performance.now() >= end
      const scene = { serving, wire, results, slug, pages, seconds: size, isOver }
      Object.assign(metrics, await runStorm(scene, name, storm, timeoutFactor))
      log(`  ${JSON.stringify(metrics)}`)
    }
    wire.close()
    return results.outcome(metrics)
  } finally {
    await reeve.remove()
    await remove()
  }
}

async function importArchive(reeve: Reeve, folder: string, settings: Record<string, string>) {
  const options = ['--name', 'Archived', '--timezone', 'America/New_York']
  const division = ['--division', 'ocd-division/country:ca/csd:9900001']
  await reeve.run(['municipalities', 'add', 'archived', ...options, ...division], settings)
  await reeve.run(['import', 'legistar-archive', folder, '--municipality', 'archived'], settings)
}

async function pagesOf(wire: Wire, slug: string): Promise<string[]> {
  const { body } = await wire.send({ method: 'GET', target: `/${slug}/sitemap.xml` })
  return [...body.matchAll(/<loc>https?:\/\/[^/]+([^<]*)/g)].map(([, path = '']) => path)
}

/** Floods until the time is over; returns the number of requests. */
type Storm = (scene: Scene) => Promise<number>

const storms: Record<string, Storm> = {
  // Each page once, before any is cached.
  pages: (scene) => flood(scene, (n) => ({ target: scene.pages[n % scene.pages.length] ?? '/' })),
  filters: (scene) => flood(scene, (n) => ({ target: `/${scene.slug}/votes?result=unknown-${n}` })),
  any: (scene) =>
    flood(scene, (n) => ({
      target: scene.pages[n % 50] ?? '/',
      headers: { 'if-none-match': '*' },
    })),
  async pipelined({ serving, results, slug, isOver }) {
    let sent = 0
    while (!isOver()) {
      const socket = connect(serving.port, '127.0.0.1')
      socket.write(get(`/${slug}/sitemap.xml`).repeat(pipelined))
      const received = await responsesOn(socket)
      results.demand(received === pipelined, `${received} of ${pipelined} pipelined requests`)
      sent += received
    }
    return sent
  },
  async unread({ serving, slug, isOver }) {
    const sockets = Array.from({ length: connections }, () => {
      const socket = connect(serving.port, '127.0.0.1').pause()
      socket.on('error', () => undefined).write(get(`/${slug}/sitemap.xml`).repeat(10))
      return socket
    })
    while (!isOver()) await pause(probeEveryMs)
    for (const socket of sockets) socket.destroy()
    return sockets.length
  },
}

const get = (path: string) => `GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`

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

async function flood(
  { wire, results, isOver }: Scene,
  next: (n: number) => { target: string; headers?: Record<string, string> },
): Promise<number> {
  let sent = 0
  const flooding = Array.from({ length: connections }, async () => {
    while (!isOver()) {
      const n = sent
      sent += 1
      const { target, headers = {} } = next(n)
      const from = { 'x-forwarded-for': '203.0.113.1' }
      const { status } = await wire.send({
        method: 'GET',
        target,
        headers: { ...headers, ...from },
      })
      results.note(status)
      results.demand(status < 500, `${target} has status ${status}`)
    }
  })
  await Promise.all(flooding)
  return sent
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

async function runStorm(scene: Scene, name: string, storm: Storm, timeoutFactor: number) {
  const { serving, results, pages, seconds, isOver } = scene
  const before = residentMegabytes(serving.pid)
  let resident = before
  const memory = every(probeEveryMs, isOver, async () => {
    resident = Math.max(resident, residentMegabytes(serving.pid))
  })
  const reader = new Wire(serving.port)
  const others = every(othersEveryMs, isOver, async (i) => {
    const headers = { 'x-forwarded-for': addressOf(i) }
    const target = pages.at(-1 - (i % pages.length)) ?? '/'
    const { status, milliseconds } = await reader.send({ method: 'GET', target, headers })
    results.demand(status === 200, `${name}: another reader got ${status} for ${target}`)
    return milliseconds
  })
  const [sent, health, othersMs] = await Promise.all([
    storm(scene),
    checkHealth(serving.port, seconds),
    others,
    memory,
  ])
  reader.close()
  const { worstMs, failed } = health
  const grown = resident - before
  results.demand(failed === 0, `${name}: ${failed} health checks failed`)
  results.demand(worstMs <= healthMaxMs * timeoutFactor, `${name}: health took ${worstMs} ms`)
  results.demand(grown <= growthMaxMegabytes, `${name}: memory grew by ${grown} MB`)
  return {
    [`${name}Requests`]: sent,
    [`${name}HealthWorstMs`]: worstMs,
    [`${name}OthersWorstMs`]: Math.round(Math.max(...othersMs)),
    [`${name}GrownMegabytes`]: grown,
  }
}

export const pageStorms: StressTest = {
  name: 'page-storms',
  about:
    'one client floods pages that are not cached, pipelines and does not read; health checks and pages of others succeed',
  counts: 'seconds of each storm',
  sizes: { small: 1, large: 10 },
  run,
}
