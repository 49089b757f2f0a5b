import { setTimeout as pause } from 'node:timers/promises'
import { freePort } from '../test/support/process/checkout.ts'
import { newReeve, type Reeve } from '../test/support/process/reeve.ts'
import { startKeepAliveProxy } from './kit/keep-alive-proxy.ts'
import { Results } from './kit/results.ts'
import type { Order, Outcome, StressTest } from './kit/stress-test.ts'
import { Wire } from './kit/wire.ts'

const lanes = 32
const backendCount = 2
const drains = ['0', '1']
const servedMs = 500
const targets = [
  '/api/v1/health',
  '/api/ocd/lowmere/people',
  '/api/ocd/lowmere/events?per_page=5',
  '/docs',
]

type Backend = Awaited<ReturnType<Reeve['serve']>>

async function run({ size, log }: Order): Promise<Outcome> {
  const results = new Results()
  const metrics: Record<string, number> = {}
  for (const drain of drains) {
    const restarts = await restartUnderLoad(drain, size / drains.length, results)
    log(`  DRAIN_SECONDS=${drain}: ${results.requests} requests so far, ${restarts} restarts`)
    metrics[`restartsWithDrain${drain}`] = restarts
  }
  return results.outcome(metrics)
}

async function restartUnderLoad(drain: string, count: number, results: Results): Promise<number> {
  const reeves = Array.from({ length: backendCount }, () => newReeve())
  const ports = await Promise.all(reeves.map(() => freePort()))
  const start = (index: number) =>
    (reeves[index] as Reeve).serve(['--demo', '--port', String(ports[index])], {
      DRAIN_SECONDS: drain,
      LOG_LEVEL: 'silent',
    })
  const backends = await Promise.all(reeves.map((_, index) => start(index)))
  const proxy = await startKeepAliveProxy(ports)
  const wire = new Wire(proxy.port, lanes)
  let restarts = 0
  let sent = 0
  const isOver = () => sent >= count && restarts >= backendCount
  const lane = async () => {
    while (!isOver()) {
      sent += 1
      const target = targets[sent % targets.length] as string
      const { status, headers } = await wire.send({ method: 'GET', target })
      results.note(status)
      results.demand(status === 200, `${target}: ${status} ${headers.get('x-reason') ?? ''}`)
    }
  }
  const load = Promise.all(Array.from({ length: lanes }, lane))
  try {
    while (!isOver()) {
      const index = restarts % backendCount
      const backend = backends[index] as Backend
      backend.signal('SIGTERM')
      const { status } = await backend.ended
      results.demand(status === 0, `a server ended with ${status}`)
      backends[index] = await start(index)
      await pause(servedMs)
      restarts += 1
    }
    await load
    return restarts
  } finally {
    wire.close()
    proxy.close()
    await Promise.all(reeves.map((reeve) => reeve.remove()))
  }
}

export const gracefulRestarts: StressTest = {
  name: 'graceful-restarts',
  about: 'servers behind a keep-alive proxy restart under load, and no request fails',
  counts: 'requests',
  sizes: { small: 2000, large: 15_000 },
  run,
}
