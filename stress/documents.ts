import { setTimeout as pause } from 'node:timers/promises'
import { newReeve } from '../test/support/process/reeve.ts'
import { Results } from './kit/results.ts'
import type { Order, Outcome, StressTest } from './kit/stress-test.ts'
import { Wire } from './kit/wire.ts'

const lanes = 32
const probePauseMs = 20
const worstMaxMs = 250

const targets = [
  '/api/v1/docs/yaml',
  '/api/v1/docs/json',
  '/api/v1/openapi.json',
  '/api/v1/docs',
  '/docs',
  '/docs/errors',
  '/docs/data-model',
  '/',
  '/lowmere/coverage',
  '/fr',
  '/fr/lowmere/coverage',
  '/metrics',
  '/readyz',
  '/login',
  '/favicon.ico',
]

async function run({ size, timeoutFactor, log }: Order): Promise<Outcome> {
  const results = new Results()
  const reeve = newReeve()
  const serving = await reeve.serve(['--demo'], { LOG_LEVEL: 'silent', METRICS: 'on' })
  const attacker = new Wire(serving.port, lanes)
  const prober = new Wire(serving.port, 1)
  try {
    // The first request of a process is slower, because its route is compiled.
    await prober.send({ method: 'GET', target: '/api/v1/health' })
    const files = await filesOfReference(attacker)
    const worst: number[] = []
    for (const target of [...targets, ...files]) {
      const slowest = await overload(target, { attacker, prober, results, seconds: size })
      log(`  ${target}: the slowest health check took ${slowest} ms`)
      const waitMax = worstMaxMs * timeoutFactor
      results.demand(slowest <= waitMax, `${target}: a health check took ${slowest} ms`)
      worst.push(slowest)
    }
    return results.outcome({ urls: worst.length, slowestHealthMs: Math.max(...worst) })
  } finally {
    attacker.close()
    prober.close()
    await reeve.remove()
  }
}

async function filesOfReference(wire: Wire): Promise<string[]> {
  const { body } = await wire.send({ method: 'GET', target: '/api/v1/docs' })
  return [...body.matchAll(/(?:href|src)="([^"]+[.](?:css|js))"/g)].map(([, url = '']) => url)
}

/** Requests one URL as often as possible for some seconds; returns the slowest health check, in milliseconds. */
async function overload(
  target: string,
  {
    attacker,
    prober,
    results,
    seconds,
  }: {
    attacker: Wire
    prober: Wire
    results: Results
    seconds: number
  },
): Promise<number> {
  const headers = { 'accept-encoding': 'br' }
  // HEAD costs the service as much as GET, but does not slow down this process.
  const get = () => attacker.send({ method: 'HEAD', target, headers })
  // Built by the first request of the process.
  await get()
  const end = performance.now() + seconds * 1000
  const lane = async () => {
    while (performance.now() < end) {
      const { status } = await get()
      results.note(status)
      results.demand(status === 200, `${target}: ${status}`)
    }
  }
  const load = Promise.all(Array.from({ length: lanes }, lane))
  let slowest = 0
  while (performance.now() < end) {
    const { status, milliseconds } = await prober.send({
      method: 'GET',
      target: '/api/v1/health',
    })
    results.demand(status === 200, `health: ${status}`)
    slowest = Math.max(slowest, milliseconds)
    await pause(probePauseMs)
  }
  await load
  return Math.round(slowest)
}

export const documents: StressTest = {
  name: 'documents',
  about: 'one client floods each URL that needs no key, and health checks of another one stay fast',
  counts: 'seconds for each URL',
  sizes: { small: 1, large: 30 },
  run,
}
