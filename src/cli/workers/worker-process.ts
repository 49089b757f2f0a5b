import cluster, { type Worker } from 'node:cluster'
import { setTimeout as pause } from 'node:timers/promises'
import type { Config } from '../../config/config.ts'
import { systemClock } from '../../core/clock.ts'
import type { Snapshot } from '../../operations/metrics/metrics.ts'
import type { Drain } from '../drain.ts'
import { Failure } from '../failure.ts'
import { PortInUse } from '../free-port.ts'
import type { FromWorker, ToWorker } from './messages.ts'

const countMs = 1000
const disconnectMs = 200

/** How a worker ended. */
export interface Gone {
  /** It was told to end, and did. */
  inOrder: boolean
  /** It could not begin: it has said why, and trying again later may help. */
  refused: boolean
  /** `SIGKILL`, `exit code 1`, or what it said. */
  how: string
}

/** A worker, as the first process sees it. */
export class WorkerProcess {
  /** Its place among the workers, from 1; whoever replaces it has the same. */
  readonly place: number
  readonly startedAt = systemClock.monotonic()
  /** Resolves once it takes requests; throws `Failure` where it does not come to that. */
  readonly serving: Promise<void>
  readonly gone: Promise<Gone>
  /** What it last said of itself; empty before it first did, and where metrics are off. */
  metrics: Snapshot = { counted: [], own: [] }
  readonly #worker: Worker
  #isServing = false
  #refusal: string | undefined
  readonly #waiting: (() => void)[] = []

  /** @param gather What it is told when it asks for the metrics of all. */
  constructor(place: number, config: Config, gather: () => Promise<Snapshot[]>) {
    this.place = place
    this.#worker = cluster.fork()
    this.gone = this.#goneOf()
    this.serving = this.#servingOf(config, gather)
    // Whoever waits hears of it; where nobody does, `gone` tells.
    this.serving.catch(() => undefined)
  }

  get isServing(): boolean {
    return this.#isServing
  }

  /** Asks for its metrics; resolves when they are there, or a second has passed. */
  async count(): Promise<void> {
    const heard = new Promise<void>((resolve) => this.#waiting.push(resolve))
    this.#tell({ kind: 'count' })
    await Promise.race([heard, this.gone, pause(countMs, undefined, { ref: false })])
  }

  end(drain: Drain): void {
    this.#tell({ kind: 'drain', drain })
  }

  kill(): void {
    this.#worker.process.kill('SIGKILL')
  }

  #servingOf(config: Config, gather: () => Promise<Snapshot[]>): Promise<void> {
    return new Promise((resolve, reject) => {
      const hear: {
        [K in FromWorker['kind']]: (message: Extract<FromWorker, { kind: K }>) => void
      } = {
        hello: () => this.#tell({ kind: 'serve', config, place: this.place }),
        serving: () => {
          this.#isServing = true
          resolve()
        },
        failed: ({ message, exitCode, portInUse }) => {
          this.#refusal = message
          reject(portInUse === true ? new PortInUse(message) : new Failure(message, exitCode))
        },
        metrics: ({ snapshot }) => this.#note(snapshot),
        gather: ({ request }) => void this.#answer(request, gather),
      }
      this.#worker.on('message', (message: FromWorker) => hear[message.kind](message as never))
      void this.gone.then(({ how }) =>
        reject(new Failure(`worker ${this.place} ended (${how})`, 1)),
      )
    })
  }

  #note(snapshot: Snapshot): void {
    this.metrics = snapshot
    for (const resolve of this.#waiting.splice(0)) resolve()
  }

  #goneOf(): Promise<Gone> {
    const worker = this.#worker
    // Only then has all been heard that it said.
    const disconnected = new Promise((resolve) => worker.once('disconnect', resolve))
    return new Promise((resolve) => {
      worker.on('error', (error) => {
        // Without a process there is no exit; any other error is a message to a worker that has just ended.
        if (worker.process.pid !== undefined) return
        resolve({ inOrder: false, refused: false, how: error.message })
      })
      worker.once('exit', async (code: number | null, signal: string | null) => {
        await Promise.race([disconnected, pause(disconnectMs)])
        // Node does not notice where a connection was being handed over; whoever sent that would wait for ever.
        if (worker.process.connected) worker.process.disconnect()
        this.#isServing = false
        resolve({
          inOrder: code === 0,
          refused: this.#refusal !== undefined,
          how: this.#refusal ?? signal ?? `exit code ${code}`,
        })
      })
    })
  }

  async #answer(request: number, gather: () => Promise<Snapshot[]>): Promise<void> {
    this.#tell({ kind: 'gathered', request, snapshots: await gather() })
  }

  #tell(message: ToWorker): void {
    if (this.#worker.isConnected()) this.#worker.send(message)
  }
}
