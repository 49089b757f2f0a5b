import cluster from 'node:cluster'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import type { FastifyBaseLogger } from 'fastify'
import type { Config } from '../../config/config.ts'
import { systemClock } from '../../core/clock.ts'
import { processRegistry, type Snapshot, sumSnapshots } from '../../operations/metrics.ts'
import { packageFile } from '../../package-file.ts'
import { CliError } from '../cli-error.ts'
import type { Drain } from '../drain.ts'
import { Crashes, tooManyCrashes } from './crashes.ts'
import { type Exit, WorkerProcess } from './worker-process.ts'

const entry = fileURLToPath(packageFile('dist/worker.js'))

const restartDelayMs = 2000
// Longer than the grace period of connections in src/http/shutdown.ts.
const lastResortMs = 9500

/** Starts and supervises worker processes that share one port. The supervisor itself serves no requests. */
export class WorkerPool {
  /** Resolves after too many crashes. */
  readonly failed: Promise<CliError>
  readonly #config: Config
  readonly #logger: FastifyBaseLogger
  readonly #crashes = new Crashes(systemClock)
  readonly #alive = new Set<WorkerProcess>()
  readonly #atBarrier = new Set<WorkerProcess>()
  readonly #metrics: ReturnType<typeof processRegistry> | undefined
  /** Counters of exited workers, so that sums never decrease. */
  #exited: Snapshot = []
  #fail: (failure: CliError) => void = () => undefined
  #isEnding = false

  constructor(config: Config, logger: FastifyBaseLogger) {
    this.#config = config
    this.#logger = logger
    this.#metrics = config.metrics ? processRegistry('first') : undefined
    this.failed = new Promise((resolve) => {
      this.#fail = resolve
    })
    cluster.schedulingPolicy = cluster.SCHED_RR
    cluster.setupPrimary({ exec: entry, args: [] })
  }

  /** Throws `CliError` if a worker cannot start. */
  async start(count: number): Promise<void> {
    try {
      // The first one alone, so that a common error is reported once.
      for (const slots of [[1], Array.from({ length: count - 1 }, (_, i) => i + 2)]) {
        const fresh = slots.map((slot) => this.#fork(slot))
        await Promise.all(fresh.map((worker) => worker.listening))
        for (const worker of fresh) this.#replaceOnExit(worker)
      }
    } catch (error) {
      const left = [...this.#alive].map((worker) => worker.exited)
      this.kill()
      await Promise.all(left)
      throw error
    }
  }

  /** Shuts all workers down gracefully; throws `CliError` if one had to be killed. */
  async end(drain: Drain): Promise<void> {
    this.#isEnding = true
    const last = [...this.#alive]
    for (const worker of last) worker.end(drain)
    const exited = Promise.all(last.map((worker) => worker.exited)).then(() => true)
    const timeout = pause(drain.readinessDelayMs + drain.keepAliveGraceMs + lastResortMs, false, {
      ref: false,
    })
    if (await Promise.race([exited, timeout])) return
    this.kill()
    throw new CliError('a worker did not shut down in time and was killed', 1)
  }

  kill(): void {
    this.#isEnding = true
    for (const worker of this.#alive) worker.kill()
  }

  #fork(slot: number): WorkerProcess {
    const worker = new WorkerProcess(slot, this.#config, {
      gather: () => this.#gather(),
      onBarrier: (waiting) => this.#wait(waiting),
    })
    this.#alive.add(worker)
    void worker.exited.then(async () => {
      this.#alive.delete(worker)
      this.#passBarrier()
      this.#exited = await sumSnapshots([this.#exited], [worker.metrics])
    })
    return worker
  }

  /** A worker that ends alone need not wait, because the others go on listening. */
  #wait(worker: WorkerProcess): void {
    this.#atBarrier.add(worker)
    this.#passBarrier()
  }

  #passBarrier(): void {
    if (this.#isEnding && [...this.#alive].some((worker) => !this.#atBarrier.has(worker))) return
    for (const worker of this.#atBarrier) worker.passBarrier()
    this.#atBarrier.clear()
  }

  async #gather(): Promise<Snapshot[]> {
    await Promise.all([...this.#alive].map((worker) => worker.count()))
    const own = (await this.#metrics?.getMetricsAsJSON()) ?? []
    return [...[...this.#alive].map(({ metrics }) => metrics), this.#exited, own]
  }

  #replaceOnExit(worker: WorkerProcess): void {
    void worker.exited.then((exited) => this.#replace(worker, exited))
  }

  async #replace(worker: WorkerProcess, exited: Exit): Promise<void> {
    if (this.#isEnding) return
    this.#logger.warn(`worker ${worker.slot} exited (${exited.reason}); starting a replacement`)
    const wait = this.#pauseAfter(worker, exited)
    if (wait === undefined) {
      this.#fail(new CliError(`${tooManyCrashes}; last reason: ${exited.reason}`, 1))
      return
    }
    await pause(wait)
    if (!this.#isEnding) this.#replaceOnExit(this.#fork(worker.slot))
  }

  #pauseAfter(worker: WorkerProcess, { isClean, failedToStart }: Exit): number | undefined {
    if (isClean) return 0
    // For example while Redis or the database is down, which running workers survive.
    if (failedToStart && [...this.#alive].some(({ isServing }) => isServing)) return restartDelayMs
    return this.#crashes.delayAfter(worker.startedAt)
  }
}
