import cluster, { type Worker } from 'node:cluster'
import { setTimeout as pause } from 'node:timers/promises'
import type { Config } from '../../config/config.ts'
import { systemClock } from '../../core/clock.ts'
import type { Snapshot } from '../../operations/metrics.ts'
import { CliError } from '../cli-error.ts'
import type { Drain } from '../drain.ts'
import { PortInUse } from '../free-port.ts'
import type { FromWorker, ToWorker } from './messages.ts'

const countMs = 1000
const disconnectMs = 200

export interface Exit {
  /** Shut down as requested. */
  isClean: boolean
  /** It reported an error before it listened; a retry may help. */
  failedToStart: boolean
  /** `SIGKILL`, `exit code 1`, or the error of the worker. */
  reason: string
}

interface Pool {
  /** Returns the metrics of all processes. */
  gather: () => Promise<Snapshot[]>
  onBarrier: (worker: WorkerProcess) => void
}

/** A worker as seen by the supervisor. */
export class WorkerProcess {
  /** From 1; a replacement gets the same slot. */
  readonly slot: number
  readonly startedAt = systemClock.monotonic()
  /** Rejects with `CliError` if the worker exits before it listens. */
  readonly listening: Promise<void>
  readonly exited: Promise<Exit>
  /** The last metrics it sent; empty if metrics are off. */
  metrics: Snapshot = []
  readonly #worker: Worker
  #isServing = false
  #startError: string | undefined
  readonly #waiting: (() => void)[] = []

  constructor(slot: number, config: Config, pool: Pool) {
    this.slot = slot
    this.#worker = cluster.fork()
    this.exited = this.#watchExit()
    this.listening = this.#watchStart(config, pool)
    // Prevents an unhandled rejection if it is not awaited.
    this.listening.catch(() => undefined)
  }

  get isServing(): boolean {
    return this.#isServing
  }

  /** Requests metrics; resolves when they arrive or after a second. */
  async count(): Promise<void> {
    const received = new Promise<void>((resolve) => this.#waiting.push(resolve))
    this.#send({ kind: 'collect-metrics' })
    await Promise.race([received, this.exited, pause(countMs, undefined, { ref: false })])
  }

  end(drain: Drain): void {
    this.#send({ kind: 'drain', drain })
  }

  passBarrier(): void {
    this.#send({ kind: 'pass-barrier' })
  }

  kill(): void {
    this.#worker.process.kill('SIGKILL')
  }

  #watchStart(config: Config, { gather, onBarrier }: Pool): Promise<void> {
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
        'at-barrier': () => onBarrier(this),
        metrics: ({ snapshot }) => this.#receive(snapshot),
        'get-all-metrics': ({ request }) => void this.#sendAll(request, gather),
      }
      this.#worker.on('message', (message: FromWorker) => handlers[message.kind](message as never))
      void this.exited.then(({ reason }) =>
        reject(new CliError(`worker ${this.slot} exited (${reason})`, 1)),
      )
    })
  }

  #receive(snapshot: Snapshot): void {
    this.metrics = snapshot
    for (const resolve of this.#waiting.splice(0)) resolve()
  }

  #watchExit(): Promise<Exit> {
    const worker = this.#worker
    // All messages have arrived only after `disconnect`.
    const disconnected = new Promise((resolve) => worker.once('disconnect', resolve))
    return new Promise((resolve) => {
      worker.on('error', (error) => {
        // Without a process there is no `exit` event; other errors are messages to a worker that has just exited.
        if (worker.process.pid !== undefined) return
        resolve({ isClean: false, failedToStart: false, reason: error.message })
      })
      worker.once('exit', async (code: number | null, signal: string | null) => {
        await Promise.race([disconnected, pause(disconnectMs)])
        // Node misses the exit while it hands over a connection, which would then wait for ever.
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
