import cluster from 'node:cluster'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import type { FastifyBaseLogger } from 'fastify'
import type { Config } from '../../config/config.ts'
import { systemClock } from '../../core/clock.ts'
import { type MetricFamily, mergeCounters } from '../../operations/metrics/metric-family.ts'
import type { Snapshot } from '../../operations/metrics/metrics.ts'
import { ProcessMetrics } from '../../operations/metrics/process.ts'
import { packageFile } from '../../package-file.ts'
import { CliError } from '../cli-error.ts'
import type { Drain } from '../drain.ts'
import { Crashes, tooManyCrashes } from './crashes.ts'
import { type Exit, WorkerProcess } from './worker-process.ts'

const entry = fileURLToPath(packageFile('dist/worker.js'))

const restartDelayMs = 2000
// More than a server itself takes to let go of its connections.
const lastResortMs = 9500

/** Processes that serve one port together; this one only hands connections out, and watches over them. */
export class WorkerPool {
  /** Resolves, with why, when there is no use in starting more workers. */
  readonly failed: Promise<CliError>
  readonly #config: Config
  readonly #logger: FastifyBaseLogger
  readonly #crashes = new Crashes(systemClock)
  readonly #alive = new Set<WorkerProcess>()
  readonly #metrics: ProcessMetrics | undefined
  /** What workers counted that have exited: the sum never goes back. */
  #counted: MetricFamily[] = []
  #fail: (failure: CliError) => void = () => undefined
  #isEnding = false

  constructor(config: Config, logger: FastifyBaseLogger) {
    this.#config = config
    this.#logger = logger
    this.#metrics = config.metrics ? new ProcessMetrics('first') : undefined
    this.failed = new Promise((resolve) => {
      this.#fail = resolve
    })
    cluster.schedulingPolicy = cluster.SCHED_RR
    cluster.setupPrimary({ exec: entry, args: [] })
  }

  /** Starts so many workers; throws `CliError` where one of them cannot serve. */
  async start(count: number): Promise<void> {
    try {
      // The first alone: what is wrong with one is wrong with all, and is said once.
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

  /** Ends every worker in good order; throws `CliError` where one had to be killed. */
  async end(drain: Drain): Promise<void> {
    this.#isEnding = true
    const last = [...this.#alive]
    for (const worker of last) worker.end(drain)
    const exited = Promise.all(last.map((worker) => worker.exited)).then(() => true)
    const late = pause(drain.readinessDelayMs + drain.keepAliveGraceMs + lastResortMs, false, {
      ref: false,
    })
    if (await Promise.race([exited, late])) return
    this.kill()
    throw new CliError('a worker did not end, and was killed', 1)
  }

  kill(): void {
    this.#isEnding = true
    for (const worker of this.#alive) worker.kill()
  }

  #fork(slot: number): WorkerProcess {
    const worker = new WorkerProcess(slot, this.#config, () => this.#gather())
    this.#alive.add(worker)
    void worker.exited.then(() => {
      this.#alive.delete(worker)
      this.#counted = mergeCounters([this.#counted, worker.metrics.counted])
    })
    return worker
  }

  async #gather(): Promise<Snapshot[]> {
    await Promise.all([...this.#alive].map((worker) => worker.count()))
    const supervisor = { counted: this.#counted, own: this.#metrics?.families() ?? [] }
    return [...[...this.#alive].map(({ metrics }) => metrics), supervisor]
  }

  #replaceOnExit(worker: WorkerProcess): void {
    void worker.exited.then((exited) => this.#replace(worker, exited))
  }

  async #replace(worker: WorkerProcess, exited: Exit): Promise<void> {
    if (this.#isEnding) return
    this.#logger.warn(`worker ${worker.slot} ended (${exited.reason}) and is replaced`)
    const wait = this.#pauseAfter(worker, exited)
    if (wait === undefined) {
      this.#fail(new CliError(`${tooManyCrashes}, the last so: ${exited.reason}`, 1))
      return
    }
    await pause(wait)
    if (!this.#isEnding) this.#replaceOnExit(this.#fork(worker.slot))
  }

  #pauseAfter(worker: WorkerProcess, { isClean, failedToStart }: Exit): number | undefined {
    if (isClean) return 0
    // As while Redis or the database is away: no reason to end the others, who go on without them.
    if (failedToStart && [...this.#alive].some(({ isServing }) => isServing)) return restartDelayMs
    return this.#crashes.delayAfter(worker.startedAt)
  }
}
