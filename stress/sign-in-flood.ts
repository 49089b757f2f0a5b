import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { createKeyForEmail } from '../src/access/keys.ts'
import { systemClock } from '../src/core/clock.ts'
import { openWriteStore } from '../src/store/open.ts'
import { newReeve } from '../test/support/process/reeve.ts'
import { Results } from './kit/results.ts'
import type { Order, Outcome, StressTest } from './kit/stress-test.ts'
import { Wire } from './kit/wire.ts'

const wave = 500
/** Sign-ins of the owner in each wave, behind all others; most get the error for a full queue. */
const ownerTries = 4
const probesPerSecond = 20
/** Enough that one slow response does not decide the 99th percentile. */
const probesMin = 100
const p99MaxMilliseconds = 250
const growthMaxKilobytes = 150 * 1024
const formType = 'application/x-www-form-urlencoded'
const owner = { email: 'owner@example.ca', password: 'seven wet herons' }

interface Probe {
  status: number
  milliseconds: number
}

async function run({ size, timeoutFactor, log }: Order): Promise<Outcome> {
  // The delay of this process itself, which is part of what it measures on a busy machine.
  const lateness = monitorEventLoopDelay({ resolution: 5 })
  lateness.enable()
  const results = new Results()
  const reeve = newReeve()
  const settings = { TRUST_PROXY: '127.0.0.1', RATE_LIMIT: '1000000', LOG_LEVEL: 'silent' }
  const serving = await reeve.serve(['--demo'], settings)
  const flood = new Wire(serving.port, wave)
  const prober = new Wire(serving.port, 1)
  const post = (path: string, form: Record<string, string>, from: string) =>
    flood.send({
      method: 'POST',
      target: path,
      headers: { 'content-type': formType, 'x-forwarded-for': from },
      body: new URLSearchParams(form).toString(),
    })
  try {
    const key = await newKey(join(reeve.folder, 'data/reeve.db'))
    const signUp = await post('/signup', owner, '192.0.2.1')
    results.demand(signUp.status === 303, `signing up returned ${signUp.status}`)
    await post('/login', { ...owner, email: 'nobody@example.ca' }, '192.0.2.2')
    const before = residentKilobytes(serving.pid)
    const probes = new Probes(prober, key)
    let peak = before
    let sent = 0
    while (sent < size || probes.finished.length < probesMin) {
      const replies = await Promise.all(
        Array.from({ length: wave }, (_, n) => {
          const who = { email: `p${sent + n}@example.ca`, password: 'a wrong password' }
          const from = addressOf(sent + n)
          return post('/login', n < wave - ownerTries ? who : owner, from)
        }),
      )
      sent += wave
      for (const [n, { status }] of replies.entries()) {
        results.note(status)
        const right = n < wave - ownerTries ? [401, 429] : [303, 429]
        results.demand(right.includes(status), `a sign-in returned ${status}`)
      }
      peak = Math.max(peak, residentKilobytes(serving.pid))
      log(`  ${sent} sign-ins, ${probes.finished.length} probes`)
    }
    const finished = await probes.stop()
    // That error must not count as a wrong password.
    const again = await post('/login', owner, '192.0.2.3')
    results.demand(again.status === 303, `signing in afterwards returned ${again.status}`)
    const growth = peak - before
    results.demand(growth <= growthMaxKilobytes, `memory grew by ${growth} kB`)
    lateness.disable()
    const proberLateP99 = Math.round(lateness.percentile(99) / 1e6)
    const metrics = { growthKilobytes: growth, proberLateP99 }
    return results.outcome({
      signIns: sent,
      ...judge(finished, results, p99MaxMilliseconds * timeoutFactor),
      ...metrics,
    })
  } finally {
    flood.close()
    prober.close()
    await reeve.remove()
  }
}

async function newKey(file: string): Promise<string> {
  const store = openWriteStore(`sqlite:${file}`)
  const account = { email: 'prober@example.ca', name: null, keysMax: 1 }
  const { key } = await createKeyForEmail(store, account, systemClock)
  await store.close()
  return key
}

/** Requests the API twenty times a second, even if earlier responses are missing. */
class Probes {
  readonly finished: Probe[] = []
  readonly #timer: NodeJS.Timeout
  #pending: Promise<void> = Promise.resolve()

  constructor(wire: Wire, key: string) {
    const target = '/api/v1/lowmere/meetings?per_page=5'
    const request = async () => {
      const { status, milliseconds } = await wire.send({
        method: 'GET',
        target,
        headers: { 'x-api-key': key },
      })
      this.finished.push({ status, milliseconds })
    }
    this.#timer = setInterval(() => {
      const sent = request().catch(() => void this.finished.push({ status: 0, milliseconds: 0 }))
      this.#pending = this.#pending.then(() => sent)
    }, 1000 / probesPerSecond)
  }

  async stop(): Promise<readonly Probe[]> {
    clearInterval(this.#timer)
    await this.#pending
    return this.finished
  }
}

function judge(finished: readonly Probe[], results: Results, p99Max: number) {
  for (const { status } of finished) {
    results.note(status)
    results.demand(status === 200, `a probe returned ${status}`)
  }
  const times = finished.map(({ milliseconds }) => milliseconds).sort((a, b) => a - b)
  const at = (share: number) => Math.round(times[Math.ceil(times.length * share) - 1] ?? 0)
  const metrics = { probes: times.length, p50: at(0.5), p99: at(0.99), slowest: at(1) }
  results.demand(metrics.p99 <= p99Max, `the 99th percentile is ${metrics.p99} ms`)
  return metrics
}

const addressOf = (n: number) => `10.${(n >> 16) & 255}.${(n >> 8) & 255}.${n & 255}`

function residentKilobytes(pid: number): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  return Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1])
}

export const signInFlood: StressTest = {
  name: 'sign-in-flood',
  about: 'hundreds of concurrent sign-ins do not delay the API',
  counts: 'sign-ins',
  sizes: { small: 500, large: 10_000 },
  run,
}
