import cluster, { type Worker } from 'node:cluster'
import { once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import type { FastifyBaseLogger } from 'fastify'
import type { Config } from '../../config/config.ts'
import type { Branding, LiveBranding } from '../../core/branding.ts'
import { systemClock } from '../../core/clock.ts'
import { type ProcessMetrics, processRegistry, sumSnapshots } from '../../operations/metrics.ts'
import { packageFile } from '../../package-file.ts'
import { CliError } from '../cli-error.ts'

export type ToWorker =
  | { kind: 'drain' }
  /** All workers are at the barrier. */
  | { kind: 'pass-barrier' }
  /** The response to `get-branding`; also sent when the site file was read again. */
  | { kind: 'branding'; branding: Branding }
  | { kind: 'collect-metrics' }
  /** The response to `get-all-metrics`. */
  | { kind: 'all-metrics'; request: number; snapshots: ProcessMetrics[] }

export type FromWorker =
  /** The worker waits for the others. */
  | { kind: 'at-barrier' }
  /** Requests the branding, because the file may have become invalid since the supervisor read it. */
  | { kind: 'get-branding' }
  /** The worker could not start; the message is for the operator. */
  | { kind: 'failed'; message: string; exitCode: 1 | 2 }
  /** The response to `collect-metrics`; also sent before the worker exits. */
  | { kind: 'metrics'; snapshot: ProcessMetrics }
  /** Requests the metrics of all processes. */
  | { kind: 'get-all-metrics'; request: number }

/** A worker process, as seen by the supervisor. */
interface Member {
  readonly worker: Worker
  /** From 1; a replacement gets the same slot. */
  readonly slot: number
  readonly startedAt: number
  /** Resolves with the reason: `SIGKILL`, or `exit code 1`. */
  readonly exited: Promise<string>
  isServing: boolean
  isAtBarrier: boolean
  startError?: CliError
  /** The last metrics it sent; empty if metrics are off. */
  metrics: ProcessMetrics
}

const entry = fileURLToPath(packageFile('dist/worker.js'))

const collectMs = 1000
const disconnectMs = 200
// The longest shutdown after DRAIN_SECONDS: the grace periods in src/cli/server.ts and src/http/shutdown.ts, and closing.
const shutdownMs = 10_500

const crashesMax = 5
const crashSpanMs = 60_000
const firstCrashPauseMs = 500
const failedStartPauseMs = 2000

/** Starts and supervises worker processes that share one port. The supervisor itself serves no requests. */
export class WorkerPool {
  /** Resolves after too many crashes. */
  readonly failed: Promise<CliError>
  readonly #config: Config
  readonly #branding: LiveBranding
  readonly #logger: FastifyBaseLogger
  readonly #members = new Set<Member>()
  readonly #metrics: ReturnType<typeof processRegistry> | undefined
  /** Counters of exited workers, so that sums never decrease. */
  #exited: ProcessMetrics = []
  #crashes: number[] = []
  #fail: (failure: CliError) => void = () => undefined
  #isEnding = false

  constructor(config: Config, branding: LiveBranding, logger: FastifyBaseLogger) {
    this.#config = config
    this.#branding = branding
    this.#logger = logger
    this.#metrics = config.metrics ? processRegistry('first') : undefined
    this.failed = new Promise((resolve) => {
      this.#fail = resolve
    })
    cluster.schedulingPolicy = cluster.SCHED_RR
  }

  /** Throws `CliError` if a worker cannot start. */
  async start(count: number): Promise<void> {
    try {
      // The first one alone, so that a common error is reported once.
      for (const slots of [[1], Array.from({ length: count - 1 }, (_, i) => i + 2)]) {
        const fresh = slots.map((slot) => this.#fork(slot))
        await Promise.all(fresh.map(listening))
        for (const member of fresh) this.#replaceOnExit(member)
      }
    } catch (error) {
      const left = [...this.#members].map(({ exited }) => exited)
      this.kill()
      await Promise.all(left)
      throw error
    }
  }

  /** Shuts all workers down gracefully; throws `CliError` if one had to be killed. */
  async end(): Promise<void> {
    this.#isEnding = true
    const last = [...this.#members]
    for (const { worker } of last) send(worker, { kind: 'drain' })
    const exited = Promise.all(last.map((member) => member.exited)).then(() => true)
    const limitMs = this.#config.drainSeconds * 1000 + shutdownMs
    if (await Promise.race([exited, pause(limitMs, false, { ref: false })])) return
    this.kill()
    throw new CliError('a worker did not shut down in time and was killed', 1)
  }

  sendBranding(): void {
    for (const { worker } of this.#members) this.#sendBrandingTo(worker)
  }

  #sendBrandingTo(worker: Worker): void {
    send(worker, { kind: 'branding', branding: this.#branding.current })
  }

  kill(): void {
    this.#isEnding = true
    for (const { worker } of this.#members) worker.process.kill('SIGKILL')
  }

  #fork(slot: number): Member {
    cluster.setupPrimary({ exec: entry, args: [String(slot)] })
    // Settings that come from options of the command line.
    const worker = cluster.fork({ HOST: this.#config.host, PORT: this.#config.port })
    const startedAt = systemClock.monotonic()
    const states = { isServing: false, isAtBarrier: false, metrics: [] }
    const member: Member = { worker, slot, startedAt, ...states, exited: exitOf(worker) }
    worker.once('listening', () => {
      member.isServing = true
      // A message that arrives while it starts is lost.
      if (this.#isEnding) send(worker, { kind: 'drain' })
    })
    worker.on('message', (message: FromWorker) => this.#receive(member, message))
    this.#members.add(member)
    void member.exited.then(async () => {
      member.isServing = false
      this.#members.delete(member)
      this.#passBarrier()
      this.#exited = await sumSnapshots([this.#exited], [member.metrics])
    })
    return member
  }

  #receive(member: Member, message: FromWorker): void {
    if (message.kind === 'failed')
      member.startError = new CliError(message.message, message.exitCode)
    if (message.kind === 'get-branding') this.#sendBrandingTo(member.worker)
    if (message.kind === 'at-barrier') {
      member.isAtBarrier = true
      this.#passBarrier()
    }
    if (message.kind === 'metrics') {
      member.metrics = message.snapshot
      member.worker.emit('metrics')
    }
    if (message.kind === 'get-all-metrics') void this.#sendAllMetrics(member, message.request)
  }

  /** A worker that ends alone need not wait, because the others go on listening. */
  #passBarrier(): void {
    const waiting = [...this.#members].filter(({ isAtBarrier }) => isAtBarrier)
    if (this.#isEnding && waiting.length < this.#members.size) return
    for (const member of waiting) {
      member.isAtBarrier = false
      send(member.worker, { kind: 'pass-barrier' })
    }
  }

  async #sendAllMetrics({ worker }: Member, request: number): Promise<void> {
    await Promise.all([...this.#members].map(collectMetrics))
    const own = (await this.#metrics?.getMetricsAsJSON()) ?? []
    const snapshots = [...[...this.#members].map(({ metrics }) => metrics), this.#exited, own]
    send(worker, { kind: 'all-metrics', request, snapshots })
  }

  #replaceOnExit(member: Member): void {
    void member.exited.then((reason) => this.#replace(member, member.startError?.message ?? reason))
  }

  async #replace(member: Member, reason: string): Promise<void> {
    if (this.#isEnding) return
    this.#logger.warn(`worker ${member.slot} exited (${reason}); starting a replacement`)
    const wait = this.#pauseAfter(member)
    if (wait === undefined) {
      const crashes = `${crashesMax} workers crashed within a minute of their start`
      this.#fail(new CliError(`${crashes}; last reason: ${reason}`, 1))
      return
    }
    await pause(wait)
    if (!this.#isEnding) this.#replaceOnExit(this.#fork(member.slot))
  }

  /** Milliseconds; undefined after too many crashes. */
  #pauseAfter({ worker, startError, startedAt }: Member): number | undefined {
    if (worker.process.exitCode === 0) return 0
    // For example while Redis or the database is down, which running workers survive.
    if (startError && [...this.#members].some(({ isServing }) => isServing))
      return failedStartPauseMs
    const now = systemClock.monotonic()
    // A worker that ran for long does not count.
    if (now - startedAt >= crashSpanMs) return 0
    this.#crashes = [...this.#crashes.filter((time) => now - time < crashSpanMs), now]
    if (this.#crashes.length >= crashesMax) return undefined
    return this.#crashes.length === 1 ? 0 : firstCrashPauseMs * 2 ** (this.#crashes.length - 2)
  }
}

/** Rejects with `CliError` if the worker exits before it listens. */
async function listening(member: Member): Promise<void> {
  const { worker, exited, slot } = member
  const listens = new Promise<void>((resolve) => worker.once('listening', () => resolve()))
  const reason = await Promise.race([listens, exited])
  if (reason === undefined) return
  throw member.startError ?? new CliError(`worker ${slot} exited (${reason})`, 1)
}

/** Resolves when the worker has sent its metrics, has exited, or a second has passed. */
async function collectMetrics({ worker, exited }: Member): Promise<void> {
  const received = once(worker, 'metrics', { signal: AbortSignal.timeout(collectMs) })
  send(worker, { kind: 'collect-metrics' })
  await Promise.race([received.catch(() => undefined), exited])
}

async function exitOf(worker: Worker): Promise<string> {
  // All messages have arrived only after `disconnect`.
  const disconnected = new Promise((resolve) => worker.once('disconnect', resolve))
  const reason = await new Promise<string>((resolve) => {
    worker.once('exit', (code: number | null, signal: string | null) =>
      resolve(signal ?? `exit code ${code}`),
    )
    worker.on('error', (error) => {
      // Without a process there is no `exit` event; other errors are messages to a worker that has just exited.
      if (worker.process.pid === undefined) resolve(error.message)
    })
  })
  if (worker.process.pid === undefined) return reason
  await Promise.race([disconnected, pause(disconnectMs)])
  // Node misses the exit while it hands over a connection, which would then wait for ever.
  if (worker.process.connected) worker.process.disconnect()
  return reason
}

function send(worker: Worker, message: ToWorker): void {
  if (worker.isConnected()) worker.send(message)
}
