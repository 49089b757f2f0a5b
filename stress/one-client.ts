import { engineUnderTest } from '../test/support/database/fresh-store.ts'
import { newDatabase, templates } from '../test/support/database/postgres-databases.ts'
import { newReeve, type Serving } from '../test/support/process/reeve.ts'
import { addressOf, checkHealth, every, residentMegabytes } from './kit/pressure.ts'
import { Results } from './kit/results.ts'
import { formType, sessionSetBy } from './kit/site.ts'
import type { Order, Outcome, StressTest } from './kit/stress-test.ts'
import { type Reply, Wire } from './kit/wire.ts'

const heapMegabytes = 160
const residentMaxMegabytes = 400
const connections = 64
const probeEveryMs = 50
const healthMaxMs = 250
const othersEveryMs = 250
const otherPeople = 20
const password = 'seven wet herons'
const attacker = '203.0.113.1'

/** A service under attack, and its other users. */
interface Scene {
  serving: Serving
  wire: Wire
  results: Results
  seconds: number
  timeoutFactor: number
}

async function run({ size, timeoutFactor, log }: Order): Promise<Outcome> {
  const results = new Results()
  const reeve = newReeve()
  const database =
    engineUnderTest() === 'postgres' ? await newDatabase(templates.schema) : undefined
  const settings = {
    TRUST_PROXY: '127.0.0.1',
    LOG_LEVEL: 'silent',
    NODE_OPTIONS: `--max-old-space-size=${heapMegabytes}`,
    ...(database === undefined ? {} : { DATABASE_URL: database.databaseUrl }),
  }
  try {
    const serving = await reeve.serve(['--demo'], settings)
    const wire = new Wire(serving.port, connections * 2)
    const scene = { serving, wire, results: results, seconds: size, timeoutFactor: timeoutFactor }
    for (let i = 0; i < otherPeople; i += 1)
      await post(wire, '/signup', { email: emailOf(i), password }, addressOf(i))
    const metrics: Record<string, number> = {}
    for (const [name, attack] of Object.entries(attacks)) {
      Object.assign(metrics, await runAttack(scene, name, attack))
      log(`  ${JSON.stringify(metrics)}`)
    }
    wire.close()
    return results.outcome(metrics)
  } finally {
    await reeve.remove()
    await database?.remove()
  }
}

/** `device` is the cookie of a trusted browser of the attacker, whose network is not counted. */
type Attack = (wire: Wire, n: number, device: string) => Promise<Reply>

const attacks: Record<string, Attack> = {
  // Sign-ins with the right password, and requests of the page with the sessions.
  signIn: async (wire, n, device) => {
    const form = { email: emailOf(0), password }
    const signedIn = await post(wire, '/login', form, attacker, { cookie: device, ...ownForm })
    const token = sessionSetBy(signedIn)
    if (token === undefined || n % 10 > 0) return signedIn
    const headers = { cookie: `session=${token}`, 'x-forwarded-for': attacker }
    return wire.send({ method: 'GET', target: '/settings/account', headers })
  },
  // Unknown e-mail addresses, each from its own IP address: long invalid ones and short valid ones.
  emails: (wire, n) => {
    const email = n % 2 === 0 ? `${n}${'x'.repeat(15_000)}@example.ca` : `n${n}@example.ca`
    return post(wire, '/login', { email, password }, addressOf(n))
  },
}

async function runAttack(
  { serving, wire, results, seconds, timeoutFactor }: Scene,
  name: string,
  attack: Attack,
) {
  const end = performance.now() + seconds * 1000
  const isOver = () => performance.now() >= end
  let sent = 0
  let resident = 0
  const first = await post(wire, '/login', { email: emailOf(0), password }, attacker)
  const device = first.headers
    .getSetCookie()
    .map((line) => line.split(';', 1)[0] ?? '')
    .filter((pair) => pair.startsWith('device='))
    .join()
  const attacking = Array.from({ length: connections }, async () => {
    while (!isOver()) {
      const n = sent
      sent += 1
      const { status } = await attack(wire, n, device)
      results.note(status)
      results.demand(status < 500, `${name}: the attacker got ${status}`)
    }
  })
  const health = every(probeEveryMs, isOver, async () => {
    resident = Math.max(resident, residentMegabytes(serving.pid))
    const { status, milliseconds } = await checkHealth(serving.port)
    results.demand(status === 200, `${name}: a health check returned ${status}`)
    return milliseconds
  })
  let rejected = 0
  const others = every(othersEveryMs, isOver, async (i) => {
    const who = 1 + (i % (otherPeople - 1))
    const { status } = await post(wire, '/login', { email: emailOf(who), password }, addressOf(i))
    if (status !== 303) rejected += 1
    return status
  })
  const [times, signIns] = await Promise.all([health, others])
  await Promise.all(attacking)
  const worst = Math.round(Math.max(...times))
  results.demand(worst <= healthMaxMs * timeoutFactor, `${name}: a health check took ${worst} ms`)
  results.demand(
    rejected === 0,
    `${name}: ${rejected} of ${signIns.length} others could not sign in`,
  )
  results.demand(resident <= residentMaxMegabytes, `${name}: ${resident} MB of memory`)
  return {
    [`${name}Requests`]: sent,
    [`${name}HealthWorstMs`]: worst,
    [`${name}OthersRefused`]: rejected,
    [`${name}Others`]: signIns.length,
    [`${name}ResidentMegabytes`]: resident,
  }
}

// Headers of a form that a browser sends from the site itself.
const ownForm = { 'sec-fetch-site': 'same-origin' }

function post(
  wire: Wire,
  target: string,
  fields: Record<string, string>,
  from: string,
  more: Record<string, string> = {},
) {
  return wire.send({
    method: 'POST',
    target,
    headers: { 'content-type': formType, 'x-forwarded-for': from, ...more },
    body: new URLSearchParams(fields).toString(),
  })
}

const emailOf = (n: number) => `person${n}@example.ca`

export const oneClient: StressTest = {
  name: 'one-client',
  about:
    'one client floods sign-in; health checks and sign-ins of others succeed, with a heap of 160 MB',
  counts: 'seconds of each attack',
  sizes: { small: 2, large: 30 },
  run,
}
