import cluster from 'node:cluster'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import type { FastifyBaseLogger } from 'fastify'
import type { Config } from '../../config/config.ts'
import { systemClock } from '../../core/clock.ts'
import { mergeCounters, type MetricFamily } from '../../operations/metrics/metric-family.ts'
import type { Snapshot } from '../../operations/metrics/metrics.ts'
import { ProcessMetrics } from '../../operations/metrics/process.ts'
import { packageFile } from '../../package-file.ts'
import type { Drain } from '../drain.ts'
import { Failure } from '../failure.ts'
import { Crashes, tooManyCrashes } from './crashes.ts'
import { type Gone, WorkerProcess } from './worker-process.ts'

const entry = fileURLToPath(packageFile('dist/worker.js'))

const refusedMs = 2000
// More than a server itself takes to let go of its connections.
const lastResortMs = 9500

/** Processes that serve one port together; this one only hands connections out, and watches over them. */
export class Crew {
  /** Resolves, with why, when there is no use in starting more workers. */
  readonly lost: Promise<Failure>
  readonly #config: Config
  readonly #logger: FastifyBaseLogger
  readonly #crashes = new Crashes(systemClock)
  readonly #alive = new Set<WorkerProcess>()
  readonly #metrics: ProcessMetrics | undefined
  /** What workers counted that are gone: the sum never goes back. */
  #counted: MetricFamily[] = []
  #giveUp: (failure: Failure) => void = () => undefined
  #ending = false

  constructor(config: Config, logger: FastifyBaseLogger) {
    this.#config = config
    this.#logger = logger
    this.#metrics = config.metrics ? new ProcessMetrics('first') : undefined
    this.lost = new Promise((resolve) => {
      this.#giveUp = resolve
    })
    cluster.schedulingPolicy = cluster.SCHED_RR
    cluster.setupPrimary({ exec: entry, args: [] })
  }

  /** Starts so many workers; throws `Failure` where one of them cannot serve. */
  async start(count: number): Promise<void> {
    try {
      // The first alone: what is wrong with one is wrong with all, and is said once.
      for (const places of [[1], Array.from({ length: count - 1 }, (_, i) => i + 2)]) {
        const fresh = places.map((place) => this.#fork(place))
        await Promise.all(fresh.map((worker) => worker.serving))
        for (const worker of fresh) this.#replaceWhenGone(worker)
      }
    } catch (error) {
      const left = [...this.#alive].map((worker) => worker.gone)
      this.kill()
      await Promise.all(left)
      throw error
    }
  }

  /** Ends every worker in good order; throws `Failure` where one had to be killed. */
  async end(drain: Drain): Promise<void> {
    this.#ending = true
    const last = [...this.#alive]
    for (const worker of last) worker.end(drain)
    const gone = Promise.all(last.map((worker) => worker.gone)).then(() => true)
    const late = pause(drain.readinessDelayMs + drain.keepAliveGraceMs + lastResortMs, false, { ref: false })
    if (await Promise.race([gone, late])) return
    this.kill()
    throw new Failure('a worker did not end, and was killed', 1)
  }

  kill(): void {
    this.#ending = true
    for (const worker of this.#alive) worker.kill()
  }

  #fork(place: number): WorkerProcess {
    const worker = new WorkerProcess(place, this.#config, () => this.#gather())
    this.#alive.add(worker)
    void worker.gone.then(() => {
      this.#alive.delete(worker)
      this.#counted = mergeCounters([this.#counted, worker.metrics.counted])
    })
    return worker
  }

  async #gather(): Promise<Snapshot[]> {
    await Promise.all([...this.#alive].map((worker) => worker.count()))
    const first = { counted: this.#counted, own: this.#metrics?.families() ?? [] }
    return [...[...this.#alive].map(({ metrics }) => metrics), first]
  }

  #replaceWhenGone(worker: WorkerProcess): void {
    void worker.gone.then((gone) => this.#replace(worker, gone))
  }

  async #replace(worker: WorkerProcess, gone: Gone): Promise<void> {
    if (this.#ending) return
    this.#logger.warn(`worker ${worker.place} ended (${gone.how}) and is replaced`)
    const wait = this.#pauseAfter(worker, gone)
    if (wait === undefined) {
      this.#giveUp(new Failure(`${tooManyCrashes}, the last so: ${gone.how}`, 1))
      return
    }
    await pause(wait)
    if (!this.#ending) this.#replaceWhenGone(this.#fork(worker.place))
  }

  #pauseAfter(worker: WorkerProcess, { inOrder, refused }: Gone): number | undefined {
    if (inOrder) return 0
    // As while Redis or the database is away: no reason to end the others, who go on without them.
    if (refused && [...this.#alive].some(({ isServing }) => isServing)) return refusedMs
    return this.#crashes.note(worker.startedAt)
  }
}
