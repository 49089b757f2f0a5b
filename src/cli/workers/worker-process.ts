import cluster, { type Worker } from 'node:cluster'
import { setTimeout as pause } from 'node:timers/promises'
import type { Config } from '../../config/config.ts'
import { systemClock } from '../../core/clock.ts'
import type { Snapshot } from '../../operations/metrics/metrics.ts'
import { CliError } from '../cli-error.ts'
import type { Drain } from '../drain.ts'
import { PortInUse } from '../free-port.ts'
import type { FromWorker, ToWorker } from './messages.ts'

const countMs = 1000
const disconnectMs = 200

/** How a worker ended. */
export interface Exit {
  /** It was told to end, and did. */
  isClean: boolean
  /** It could not begin: it has said why, and trying again later may help. */
  failedToStart: boolean
  /** `SIGKILL`, `exit code 1`, or what it said. */
  reason: string
}

/** A worker, as the first process sees it. */
export class WorkerProcess {
  /** Its slot among the workers, from 1; whoever replaces it has the same. */
  readonly slot: number
  readonly startedAt = systemClock.monotonic()
  /** Resolves once it takes requests; throws `CliError` where it does not come to that. */
  readonly listening: Promise<void>
  readonly exited: Promise<Exit>
  /** What it last said of itself; empty before it first did, and where metrics are off. */
  metrics: Snapshot = { counted: [], own: [] }
  readonly #worker: Worker
  #isServing = false
  #startError: string | undefined
  readonly #waiting: (() => void)[] = []

  /** @param gather What it is told when it asks for the metrics of all. */
  constructor(slot: number, config: Config, gather: () => Promise<Snapshot[]>) {
    this.slot = slot
    this.#worker = cluster.fork()
    this.exited = this.#watchExit()
    this.listening = this.#watchStart(config, gather)
    // Whoever waits hears of it; where nobody does, `exited` tells.
    this.listening.catch(() => undefined)
  }

  get isServing(): boolean {
    return this.#isServing
  }

  /** Asks for its metrics; resolves when they are there, or a second has passed. */
  async count(): Promise<void> {
    const heard = new Promise<void>((resolve) => this.#waiting.push(resolve))
    this.#send({ kind: 'collect-metrics' })
    await Promise.race([heard, this.exited, pause(countMs, undefined, { ref: false })])
  }

  end(drain: Drain): void {
    this.#send({ kind: 'drain', drain })
  }

  kill(): void {
    this.#worker.process.kill('SIGKILL')
  }

  #watchStart(config: Config, gather: () => Promise<Snapshot[]>): Promise<void> {
    return new Promise((resolve, reject) => {
      const handlers: {
        [K in FromWorker['kind']]: (message: Extract<FromWorker, { kind: K }>) => void
      } = {
        'ready-for-config': () => this.#send({ kind: 'serve', config, slot: this.slot }),
        listening: () => {
          this.#isServing = true
          resolve()
        },
        failed: ({ message, exitCode, portInUse }) => {
          this.#startError = message
          reject(portInUse === true ? new PortInUse(message) : new CliError(message, exitCode))
        },
        metrics: ({ snapshot }) => this.#receive(snapshot),
        'get-all-metrics': ({ request }) => void this.#sendAll(request, gather),
      }
      this.#worker.on('message', (message: FromWorker) => handlers[message.kind](message as never))
      void this.exited.then(({ reason }) =>
        reject(new CliError(`worker ${this.slot} ended (${reason})`, 1)),
      )
    })
  }

  #receive(snapshot: Snapshot): void {
    this.metrics = snapshot
    for (const resolve of this.#waiting.splice(0)) resolve()
  }

  #watchExit(): Promise<Exit> {
    const worker = this.#worker
    // Only then has all been heard that it said.
    const disconnected = new Promise((resolve) => worker.once('disconnect', resolve))
    return new Promise((resolve) => {
      worker.on('error', (error) => {
        // Without a process there is no exit; any other error is a message to a worker that has just ended.
        if (worker.process.pid !== undefined) return
        resolve({ isClean: false, failedToStart: false, reason: error.message })
      })
      worker.once('exit', async (code: number | null, signal: string | null) => {
        await Promise.race([disconnected, pause(disconnectMs)])
        // Node does not notice where a connection was being handed over; whoever sent that would wait for ever.
        if (worker.process.connected) worker.process.disconnect()
        this.#isServing = false
        resolve({
          isClean: code === 0,
          failedToStart: this.#startError !== undefined,
          reason: this.#startError ?? signal ?? `exit code ${code}`,
        })
      })
    })
  }

  async #sendAll(request: number, gather: () => Promise<Snapshot[]>): Promise<void> {
    this.#send({ kind: 'all-metrics', request, snapshots: await gather() })
  }

  #send(message: ToWorker): void {
    if (this.#worker.isConnected()) this.#worker.send(message)
  }
}
